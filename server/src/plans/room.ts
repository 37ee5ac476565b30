import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Act } from '#contract/acts.ts'
import { type Plan, type PlanInput, PlanLimits } from '#contract/plan.ts'
import type { PlanPreview } from '#contract/policies-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ClientRoom } from '../clients/room.ts'
import { parseBlock } from '../platform/db/json.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { isStorable } from '../platform/db/storable.ts'
import { isUniqueViolation } from '../platform/db/unique.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Reader, Tx } from '../store/open.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  clients: Pick<ClientRoom, 'settlePlan' | 'reapply'>
}

const most = 1000
function toPlan(row: { id: number; data: string }): Plan {
  const data = parseBlock(row.data) as PlanInput // written by `columns` from a validated body
  return { ...data, ...PlanLimits.parse(data), id: row.id }
}

/**
 * Owns `plans`: presets for clients. Quota, time and inbounds are copied when a plan is used: editing it changes no client. Its
 * speeds hold for everybody who has the plan.
 */
export function createPlans({ db, now, commit, clients: { settlePlan, reapply } }: Deps) {
  const columns = (input: PlanInput) => {
    for (const field of ['name', 'group'] as const)
      if (!isStorable(input[field]) || /\p{Cc}/u.test(input[field]))
        throw new Refusal('input.control-characters', {}, field)
    return { name_key: input.name.toLowerCase(), data: JSON.stringify(input), updated_at: now() }
  }

  async function find(tx: Reader | Tx, id: number) {
    const row =
      isRowId(id) && (await tx.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst())
    if (!row) throw new Refusal('plan.missing', { id }, 'id')
    return row
  }

  const write = <A extends Plan | undefined>(
    actor: Actor,
    action: Act,
    name: string,
    work: (tx: Tx) => Promise<{ before?: Plan; after: A }>,
  ): Promise<A> =>
    commit(actor, async (tx, _, include) => {
      const done = await work(tx)
      const result = done.after
      if (isDeepStrictEqual(done.before, result)) return { result }
      const clients = done.before ? await settlePlan(tx, done.before.id) : []
      if (clients.length > 0) await include({ change: { kind: 'clients-changed', clients } })
      const object = `${result?.id ?? ''} ${name}`.trim()
      return {
        result,
        change: { kind: 'plans-changed' },
        action: { action, objectKind: 'plan', object, ...done },
      }
    }).catch((error) => {
      if (isUniqueViolation(error)) throw new Refusal('plan.name-taken', { name }, 'name')
      throw error
    })

  return {
    list: async (): Promise<Plan[]> =>
      (await db.read.selectFrom('plans').select(['id', 'data']).orderBy('id').execute()).map(toPlan),
    add: (input: PlanInput, actor: Actor) =>
      write(actor, 'plan.add', input.name, async (tx) => {
        const { n } = await tx
          .selectFrom('plans')
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        if (Number(n) >= most) throw new Refusal('plan.too-many', { max: most })
        const row = await tx
          .insertInto('plans')
          .values(columns(input))
          .returning(['id', 'data'])
          .executeTakeFirstOrThrow()
        return { after: toPlan(row) }
      }),
    update: (id: number, input: PlanInput, actor: Actor) =>
      write(actor, 'plan.update', input.name, async (tx) => {
        const before = toPlan(await find(tx, id))
        await tx.updateTable('plans').set(columns(input)).where('id', '=', id).execute()
        return { before, after: { ...input, id } }
      }),
    del: async (id: number, actor: Actor) => {
      await write(actor, 'plan.del', String(id), async (tx) => {
        const before = toPlan(await find(tx, id))
        await tx.deleteFrom('plans').where('id', '=', id).execute()
        return { before, after: undefined }
      })
      return null
    },
    members: async (): Promise<{ id: number; clients: number }[]> => {
      // The condition is that of the partial index.
      const counted = sql<{ id: number; n: number }>`select plan_id as id, count(*) as n from clients
        where plan_id <> 0 group by plan_id order by plan_id`
      return (await counted.execute(db.read)).rows.map(({ id, n }) => ({
        id: Number(id),
        clients: Number(n),
      }))
    },
    preview: async (id: number): Promise<PlanPreview> =>
      reapply.preview(db.read, toPlan(await find(db.read, id))),
    /** All clients or none, and only what was previewed. */
    apply: (id: number, version: string, actor: Actor) =>
      commit(actor, async (tx) => {
        const plan = toPlan(await find(tx, id))
        const done = await reapply.apply(tx, plan, version)
        if (!done) throw new Refusal('plan.preview-outdated', { name: plan.name }, 'version')
        const { changes, emails, summary } = done
        const result = { plan, changed: changes.length }
        if (changes.length === 0) return { result }
        const after = { clients: emails.slice(0, 100), ...summary, examples: undefined }
        const object = `${id} ${plan.name}`
        return {
          result,
          change: { kind: 'clients-changed' as const, clients: changes },
          action: { action: 'plan.apply', objectKind: 'plan', object, after },
        }
      }),
  }
}

export type Plans = ReturnType<typeof createPlans>
