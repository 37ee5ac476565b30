import type { ClientQuota } from '#contract/quotas-api.ts'
import { closedBy, type InForce, isMeant } from '#domain/quotas/in-force.ts'
import { placeOf } from '#domain/quotas/quotas.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Reader, Tx } from '../../store/open.ts'
import { toClient } from '../../store/rows/client.ts'
import type { Known } from '../find.ts'
import type { By } from '../service.ts'
import { outcomeOf, type Writing } from '../writing.ts'
import { readInForce, readQuotaInbounds } from './layers.ts'
import { namesOf } from './names.ts'
import { type UsageRow, usageRow } from './usage.ts'

function placeFields(target: string): Pick<ClientQuota, 'inboundId' | 'nodeId' | 'label'> {
  const place = placeOf(target)
  if (place?.on === 'label') return { label: place.label }
  if (place?.on === 'node') return { nodeId: place.id }
  return place ? { inboundId: place.id } : {}
}

/** As the page of a person tells it. */
export interface ToldQuota extends ClientQuota {
  email: string
  /** How the inbounds are called that it closes. */
  closedNames: string[]
}

/** What people are told of the quotas of a client, and letting one begin anew by hand. */
export function createQuotaReads(w: Writing) {
  const { db, sets, find, quotas } = w

  async function list(source: Reader | Tx, { row, inboundIds }: Known): Promise<ClientQuota[]> {
    const client = toClient(row)
    const force = (await readInForce(source, sets, [client]))(client)
    if (force.length === 0) return []
    const entries = [...(await readQuotaInbounds(source, sets, inboundIds)).values()]
    const rows = new Map((await quotas.usage.of(source, [row.id])).map((one) => [one.target, one]))
    const isShown = ({ target, quota, by }: InForce) =>
      by === 'client' || rows.has(target) || entries.some((entry) => isMeant(quota, entry))
    const shown = force.filter(isShown)
    const nameOf = await namesOf(
      source,
      sets,
      shown.map(({ target }) => target),
    )
    return shown.map((one): ClientQuota => {
      const { target, quota, by } = one
      const used = rows.get(target)
      const spent = used?.spent === 1
      return {
        target,
        on: quota.on,
        ...placeFields(target),
        name: nameOf(target),
        bytes: quota.bytes,
        used: Math.floor(Number(used?.used ?? 0) / 100),
        by,
        reset: quota.reset,
        ends: Number(used?.ends_at ?? 0),
        spent,
        closed: spent ? closedBy([one], entries) : [],
      }
    })
  }

  const anew = ({ client_id, target, owner, bytes, reset, ends_at }: UsageRow): UsageRow =>
    usageRow(client_id, target, owner, { bytes, used: 0, spent: false, reset, endsAt: ends_at })

  return {
    ofClient: async (email: string): Promise<ClientQuota[]> => list(db.read, await find.one(db.read, email)),

    /** Those of several clients, for the page of a person: few, and most have none. */
    async ofClients(emails: readonly string[]): Promise<ToldQuota[]> {
      if (!(await quotas.usage.isAny(db.read))) return []
      const known = [...(await find.many(db.read, emails)).values()]
      const told = await Promise.all(
        known.map(async (one) =>
          (await list(db.read, one)).map((quota) => ({ ...quota, email: one.row.email })),
        ),
      )
      const all = told.flat()
      const targetsOf = ({ closed }: ClientQuota) => closed.map((id) => `inbound:${id}`)
      const nameOf = await namesOf(db.read, sets, all.flatMap(targetsOf))
      return all.map((one) => ({ ...one, closedNames: targetsOf(one).map(nameOf) }))
    },

    /** Without a target all of them; inbounds that they closed are open again at once. */
    reset: (email: string, target: string | undefined, { actor }: By): Promise<ClientQuota[]> =>
      w.commit(actor, async (tx) => {
        const known = await find.one(tx, email)
        const all = await quotas.usage.of(tx, [known.row.id])
        const asked = target === undefined ? all : all.filter((row) => row.target === target)
        if (target !== undefined && asked.length === 0) {
          const isSet = (await list(tx, known)).some((one) => one.target === target)
          if (!isSet) throw new Refusal('quota.unknown', { email: known.row.email, target }, 'target')
        }
        const used = asked.filter((row) => Number(row.used) > 0)
        await quotas.usage.write(tx, used.map(anew))
        const changes = await quotas.settleClients(tx, [known.row.id])
        const result = await list(tx, await find.one(tx, email))
        if (used.length === 0) return outcomeOf(result, undefined)
        const after = { targets: used.map((row) => row.target) }
        return outcomeOf(
          result,
          { action: 'client.resetQuota', objectKind: 'client', object: known.row.email, after },
          changes,
        )
      }),
  }
}

export type QuotaReads = ReturnType<typeof createQuotaReads>
