import type { Block } from '#contract/inbound.ts'
import type { OutboundSub, OutboundSubInput } from '#contract/outbounds-api.ts'
import { type Notify, notice } from '#domain/notices.ts'
import type { SubscribedOutbounds } from '#domain/outbounds/with-subscriptions.ts'
import { Refusal } from '#domain/refusal.ts'
import { appendAudit } from '../platform/audit/trail.ts'
import type { Publish } from '../platform/changes/bus.ts'
import type { Db, Reader, Tx } from '../platform/db/open.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { ListFetch } from './fetch-list.ts'
import {
  checkedUrl,
  columnsOf,
  createStoredOutbounds,
  prefixOf,
  refuseUnsafe,
  type SubRow,
  toSub,
} from './subscription-row.ts'

interface Deps {
  db: Db
  now: () => number
  publish: Publish
  lists: ListFetch
  /** Why an outbound is left out; undefined where nothing is held against it. */
  objection: (outbound: Block) => string | undefined
  notify: Notify
}

const table = 'outbound_subscriptions'
/** What the core runs with depends on these; a new remark or interval is nobody's business but ours. */
const felt = ['enabled', 'prepend', 'priority', 'last_fetched_outbounds'] as const

/** Remote lists of share links whose servers become outbounds. */
export function createSubscriptions({ db, now, publish, lists, objection, notify }: Deps) {
  const stored = createStoredOutbounds()
  const usable = (row: SubRow): Block[] => stored(row).filter((o) => objection(o) === undefined)
  const ordered = (source: Reader | Tx) =>
    source.selectFrom(table).selectAll().orderBy('priority').orderBy('id').execute()

  async function one(source: Reader | Tx, id: number): Promise<SubRow> {
    const row = isRowId(id)
      ? await source.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
      : undefined
    if (!row) throw new Refusal('outbound-sub.missing', {}, 'id')
    return row
  }

  const note = (tx: Tx, actor: Actor, action: string, row: Pick<SubRow, 'id' | 'remark'>) =>
    appendAudit(
      tx,
      actor,
      { action: `outboundSub.${action}`, objectKind: 'outboundSub', object: row.remark || String(row.id) },
      now(),
    )

  /** Tells the others only where the core would run with something else. */
  async function tell(before: Partial<SubRow>, after: Partial<SubRow>): Promise<void> {
    if (felt.some((key) => key in after && before[key] !== after[key]))
      await publish({ kind: 'outbound-subs-changed' })
  }

  /** The outbounds that are there stay until better ones came. */
  async function refresh(id: number): Promise<Block[]> {
    const row = await one(db.read, id)
    const save = (values: Partial<Omit<SubRow, 'id'>>) =>
      // The address may have changed meanwhile: then this is the answer to another question.
      db.write((tx) =>
        tx.updateTable(table).set(values).where('id', '=', id).where('url', '=', row.url).execute(),
      )
    try {
      const { outbounds, leftOut } = await lists.fetch(row.url, prefixOf(row))
      const last_fetched_outbounds = JSON.stringify(outbounds)
      await save({ last_fetched_outbounds, last_updated: now(), last_tried: now(), last_error: leftOut })
      await tell(row, { last_fetched_outbounds })
      return outbounds
    } catch (error) {
      if (error instanceof Refusal) await save({ last_tried: now(), last_error: error.message })
      throw error
    }
  }

  const isDue = (row: SubRow): boolean => row.enabled && now() - row.last_tried >= row.update_interval * 1_000

  const job: Job = {
    name: 'outbound-subscriptions',
    everyMs: 60_000,
    async run() {
      for (const row of (await ordered(db.read)).filter(isDue))
        await refresh(row.id).catch((error) => {
          if (!(error instanceof Refusal)) throw error // what a person can mend stands in lastError
        })
    },
  }

  return {
    job,
    refresh,
    list: async (): Promise<OutboundSub[]> => (await ordered(db.read)).map(toSub),
    /** What the core is to have beside the template's outbounds. */
    outbounds: async (): Promise<SubscribedOutbounds[]> =>
      (await ordered(db.read))
        .filter((row) => row.enabled)
        .map((row) => ({ prepend: row.prepend, outbounds: usable(row) })),
    /** The core died from these: whoever looks at their list sees it, and the core goes on without them. */
    async lost(found: readonly Block[], words: string): Promise<void> {
      const tags = new Set(found.map((o) => o.tag))
      const named = [...tags].slice(0, 5).map((tag) => `"${tag}"`)
      const last_error = `left out: ${named.join(', ')}: ${words}.`.slice(0, 1_000)
      await db.write(async (tx) => {
        for (const row of await ordered(tx))
          if (stored(row).some((o) => tags.has(o.tag)))
            await tx.updateTable(table).set({ last_error }).where('id', '=', row.id).execute()
      })
      notify(notice('outbound.left-out', { tags: named.join(', '), reason: words }))
      await publish({ kind: 'outbound-subs-changed' })
    },

    async parse(input: { url?: string; links?: string } & OutboundSubInput): Promise<Block[]> {
      refuseUnsafe(input)
      if (input.links !== undefined) return (await lists.read(input.links, '')).outbounds
      return (await lists.fetch(checkedUrl(input.url ?? ''), '')).outbounds
    },
    add: (input: OutboundSubInput, actor: Actor): Promise<OutboundSub> =>
      db.write(async (tx) => {
        const last = (await ordered(tx)).at(-1)
        const times = { created_at: now(), updated_at: now() }
        const priority = last ? last.priority + 1 : 0
        const row = await tx
          .insertInto(table)
          .values({ ...columnsOf(input), priority, ...times })
          .returningAll()
          .executeTakeFirstOrThrow()
        await note(tx, actor, 'add', row)
        return toSub(row)
      }),
    async update(id: number, input: OutboundSubInput, actor: Actor): Promise<''> {
      const { before, after } = await db.write(async (tx) => {
        const before = await one(tx, id)
        const after = columnsOf(input, before)
        await tx
          .updateTable(table)
          .set({ ...after, updated_at: now() })
          .where('id', '=', id)
          .execute()
        await note(tx, actor, 'update', { id, remark: after.remark })
        return { before, after }
      })
      await tell(before, after)
      return ''
    },
    async del(id: number, actor: Actor): Promise<''> {
      const before = await db.write(async (tx) => {
        const row = await one(tx, id)
        await tx.deleteFrom(table).where('id', '=', id).execute()
        await note(tx, actor, 'del', row)
        return row
      })
      await tell(before, { last_fetched_outbounds: '' })
      return ''
    },
    async move(id: number, dir: 'up' | 'down', actor: Actor): Promise<''> {
      const moved = await db.write(async (tx) => {
        const row = await one(tx, id)
        const rows = await ordered(tx)
        const from = rows.findIndex((r) => r.id === id)
        const to = dir === 'up' ? from - 1 : from + 1
        if (to < 0 || to >= rows.length) return false // it is at that end already
        rows.splice(to, 0, ...rows.splice(from, 1))
        for (const [priority, r] of rows.entries())
          if (r.priority !== priority)
            await tx.updateTable(table).set({ priority }).where('id', '=', r.id).execute()
        await note(tx, actor, 'move', row)
        return true
      })
      if (moved) await publish({ kind: 'outbound-subs-changed' })
      return ''
    },
  }
}

export type Subscriptions = ReturnType<typeof createSubscriptions>
