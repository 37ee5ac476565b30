import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import type { OutboundSub, OutboundSubInput } from '#contract/outbounds-api.ts'
import { notice } from '#domain/notices.ts'
import type { SubscribedOutbounds } from '#domain/outbounds/listed-outbound.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Base } from '../settings/base-services.ts'
import type { Reader, Tx } from '../store/open.ts'
import type { Excluded } from './crash-check.ts'
import type { ListFetch } from './fetch-list.ts'
import {
  checkedUrl,
  columnsOf,
  createStoredOutbounds,
  prefixOf,
  refuseUnsafe,
  type SubRow,
  storedError,
  toSub,
} from './subscription-row.ts'

interface Deps extends Pick<Base, 'db' | 'commit' | 'notify' | 'now'> {
  lists: ListFetch
  excluded: Excluded
}

const table = 'outbound_subscriptions'
const fetcher: Actor = { kind: 'job', name: 'outbound-subscriptions', address: '' }
/** Columns that affect the core's configuration; a new remark or interval does not. */
const felt = ['enabled', 'prepend', 'priority', 'last_fetched_outbounds'] as const

/** Remote lists of share links whose servers become outbounds. */
export function createSubscriptions({ db, now, commit, lists, excluded, notify }: Deps) {
  const stored = createStoredOutbounds()
  const usable = (row: SubRow): Block[] => stored(row).filter((o) => excluded.reason(o) === undefined)
  const ordered = (source: Reader | Tx) =>
    source.selectFrom(table).selectAll().orderBy('priority').orderBy('id').execute()

  async function one(source: Reader | Tx, id: number): Promise<SubRow> {
    const row = isRowId(id)
      ? await source.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
      : undefined
    if (!row) throw new Refusal('outbound-sub.missing', {}, 'id')
    return row
  }

  const actionOn = (verb: 'add' | 'update' | 'del' | 'move', row: Pick<SubRow, 'id' | 'remark'>) => ({
    action: `outboundSub.${verb}` as const,
    objectKind: 'outboundSub',
    object: row.remark || String(row.id),
  })

  const changed = { kind: 'outbound-subs-changed' } as const
  /** No change is published if the core would run with the same outbounds. */
  const changeBetween = (before: Partial<SubRow>, after: Partial<SubRow>) =>
    felt.some((key) => key in after && before[key] !== after[key]) ? changed : undefined

  /** The current outbounds stay until a fetch succeeds. */
  async function refresh(id: number): Promise<Block[]> {
    const row = await one(db.read, id)
    const last_tried = now()
    const save = (values: Partial<Omit<SubRow, 'id'>>) =>
      commit(fetcher, async (tx) => {
        // If the URL was edited meanwhile, this result belongs to the old one and is dropped.
        const { numUpdatedRows } = await tx
          .updateTable(table)
          .set(values)
          .where('id', '=', id)
          .where('url', '=', row.url)
          .executeTakeFirst()
        return { result: undefined, change: numUpdatedRows > 0n ? changeBetween(row, values) : undefined }
      })
    try {
      const { outbounds, leftOut } = await lists.fetch(row.url, prefixOf(row))
      const last_fetched_outbounds = JSON.stringify(outbounds)
      await save({
        last_fetched_outbounds,
        last_updated: now(),
        last_tried,
        last_error: storedError(leftOut),
      })
      return outbounds
    } catch (error) {
      if (error instanceof Refusal) await save({ last_tried, last_error: storedError(codedOf(error)) })
      throw error
    }
  }

  const dueAt = ({ enabled, last_tried, update_interval }: SubRow): number =>
    enabled ? last_tried + update_interval * 1_000 : Infinity
  /** The first that any list is due, as the last run saw it. */
  let nextAt = Infinity

  const job: Job = {
    name: 'outbound-subscriptions',
    everyMs: 60_000,
    leaderOnly: true,
    async run() {
      for (const row of (await ordered(db.read)).filter((row) => dueAt(row) <= now()))
        await refresh(row.id).catch((error) => {
          if (!(error instanceof Refusal)) throw error // a refusal is shown to the operator as lastError
        })
      nextAt = Math.min(...(await ordered(db.read)).map(dueAt))
    },
    dueIn: () => (nextAt === Infinity ? undefined : nextAt - now()),
  }

  return {
    job,
    refresh,
    list: async (): Promise<OutboundSub[]> => (await ordered(db.read)).map(toSub),
    /** Outbounds for the core in addition to the template's. */
    outbounds: async (): Promise<SubscribedOutbounds[]> =>
      (await ordered(db.read))
        .filter((row) => row.enabled)
        .map((row) => ({ prepend: row.prepend, outbounds: usable(row) })),
    /** These outbounds crashed the core: notes it on their lists, and the core continues without them. */
    async lost(found: readonly Block[], reason: Coded): Promise<void> {
      const tags = new Set(found.map((o) => o.tag))
      const named = [...tags].slice(0, 5).map((tag) => `"${tag}"`)
      const last_error = storedError(coded('outbound-sub.core-failed', { tags: named.join(', '), reason }))
      await commit(fetcher, async (tx) => {
        for (const row of await ordered(tx))
          if (stored(row).some((o) => tags.has(o.tag)))
            await tx.updateTable(table).set({ last_error }).where('id', '=', row.id).execute()
        return { result: undefined, change: changed } // the exclusion is held in memory, not in these rows
      })
      notify(notice('outbound.left-out', { tags: named.join(', '), reason }))
    },

    async parse(input: { links?: string | undefined } & OutboundSubInput): Promise<Block[]> {
      refuseUnsafe(input)
      if (input.links !== undefined) return (await lists.read(input.links, '')).outbounds
      return (await lists.fetch(checkedUrl(input.url ?? ''), '')).outbounds
    },
    add: (input: OutboundSubInput, actor: Actor): Promise<OutboundSub> =>
      commit(actor, async (tx) => {
        const last = (await ordered(tx)).at(-1)
        const times = { created_at: now(), updated_at: now() }
        const priority = last ? last.priority + 1 : 0
        const row = await tx
          .insertInto(table)
          .values({ ...columnsOf(input), priority, ...times })
          .returningAll()
          .executeTakeFirstOrThrow()
        return { result: toSub(row), action: actionOn('add', row) }
      }),
    async update(id: number, input: OutboundSubInput, actor: Actor): Promise<''> {
      await commit(actor, async (tx) => {
        const before = await one(tx, id)
        const after = columnsOf(input, before)
        await tx
          .updateTable(table)
          .set({ ...after, updated_at: now() })
          .where('id', '=', id)
          .execute()
        const action = actionOn('update', { id, remark: after.remark })
        return { result: undefined, action, change: changeBetween(before, after) }
      })
      return ''
    },
    async del(id: number, actor: Actor): Promise<''> {
      await commit(actor, async (tx) => {
        const row = await one(tx, id)
        await tx.deleteFrom(table).where('id', '=', id).execute()
        const change = changeBetween(row, { last_fetched_outbounds: '' })
        return { result: undefined, action: actionOn('del', row), change }
      })
      return ''
    },
    async move(id: number, dir: 'up' | 'down', actor: Actor): Promise<''> {
      await commit(actor, async (tx) => {
        const row = await one(tx, id)
        const rows = await ordered(tx)
        const from = rows.findIndex((r) => r.id === id)
        const to = dir === 'up' ? from - 1 : from + 1
        if (to < 0 || to >= rows.length) return { result: undefined } // already first or last
        rows.splice(to, 0, ...rows.splice(from, 1))
        for (const [priority, r] of rows.entries())
          if (r.priority !== priority)
            await tx.updateTable(table).set({ priority }).where('id', '=', r.id).execute()
        return { result: undefined, action: actionOn('move', row), change: changed }
      })
      return ''
    },
  }
}

export type Subscriptions = ReturnType<typeof createSubscriptions>
