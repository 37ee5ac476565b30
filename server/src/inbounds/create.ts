import type { InboundInput } from '#contract/inbound.ts'
import type { CarriedTraffic } from '#contract/traffic.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { newInbound } from '#domain/inbounds/inbound.ts'
import { pickTag } from '#domain/inbounds/tag.ts'
import { createMint } from '../platform/mint.ts'
import type { Base } from '../settings/base-services.ts'
import type { Tx } from '../store/open.ts'
import { toInboundColumns } from '../store/rows/inbound.ts'
import { inboundAction } from './action.ts'
import type { InboundClaims } from './claims.ts'
import { tagTaken } from './find.ts'
import type { InboundHooks } from './hooks.ts'
import type { By, InboundClients } from './service.ts'

interface Deps extends Pick<Base, 'commit' | 'now'> {
  clients: InboundClients
  claims: InboundClaims
  hooks: InboundHooks
}

/** New inbounds: one, or the same on several nodes, all or none. */
export function createInboundCreation({ commit, clients, claims, hooks, now }: Deps) {
  /** What needs no transaction: other programs on the port, and the core's own verdict. */
  async function asked(input: InboundInput) {
    const decided = newInbound(input, createMint(now()))
    await claims.refuseOtherPrograms(claims.claimFor(decided, 0))
    await hooks.tryInCore(decided.fields)
    return { input, decided }
  }

  async function insert(
    tx: Tx,
    { input, decided }: Awaited<ReturnType<typeof asked>>,
    userId: number,
    counters: readonly CarriedTraffic[],
  ) {
    await claims.claim(tx, decided, 0)
    const taken = await tagTaken(tx, 0)
    const source = { ...decided.fields, layers: decided.layers }
    const tag = pickTag(input.tag?.trim() || undefined, source, taken, hooks.ownTags())
    const { id } = await tx
      .insertInto('inbounds')
      .values({ ...toInboundColumns(decided.fields), user_id: userId, tag })
      .returning('id')
      .executeTakeFirstOrThrow()
    const assigned = decided.clients ? await clients.assign(tx, id, decided.clients) : []
    const fresh = new Set(assigned.filter((c) => c.formerEmail === null).map((c) => emailKey(c.email)))
    await clients.carry(
      tx,
      counters.filter(({ email }) => fresh.has(emailKey(email))),
    )
    const { labels } = decided.fields
    const followed = labels.length > 0 ? await clients.follow(tx, id, labels) : []
    return { id, tag, assigned: [...assigned, ...followed], fields: decided.fields }
  }

  return {
    async add(
      input: InboundInput,
      { userId, actor }: By,
      counters: readonly CarriedTraffic[] = [],
    ): Promise<number> {
      const one = await asked(input)
      return commit(actor, async (tx) => {
        const { id, tag, assigned, fields } = await insert(tx, one, userId, counters)
        const after = { ...fields, clients: assigned.length }
        return {
          result: id,
          action: inboundAction('inbound.add', { id, tag }, undefined, after),
          change: { kind: 'inbounds-changed', ids: [id], removed: [], clients: assigned },
        }
      })
    },

    async addMany(inputs: readonly InboundInput[], { userId, actor }: By): Promise<number[]> {
      const all: Awaited<ReturnType<typeof asked>>[] = []
      for (const input of inputs) all.push(await asked(input))
      return commit(actor, async (tx) => {
        const made = []
        for (const one of all) made.push(await insert(tx, one, userId, []))
        const ids = made.map(({ id }) => id)
        const names = made.map(({ fields, tag }) => fields.remark || tag)
        return {
          result: ids,
          action: {
            action: 'inbounds.add',
            objectKind: 'inbounds',
            object: `${ids.length} inbounds`,
            after: { ids, names: names.slice(0, 100) },
          },
          change: {
            kind: 'inbounds-changed',
            ids,
            removed: [],
            clients: made.flatMap(({ assigned }) => assigned),
          },
        }
      })
    },
  }
}
