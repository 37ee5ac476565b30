import { type Selectable, sql } from 'kysely'
import type { Coded } from '#contract/coded.ts'
import type { EntryStage } from '#contract/entries-api.ts'
import { certainFails, dayOf, type EntryOutcome, oldestDay, remembered } from '#domain/entries/state.ts'
import type { Clock } from '../platform/clock.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import { setsFor } from '../store/sets.ts'
import type { Changes } from './changes.ts'

/** One way into an inbound, as its links have it. */
export interface EntryPlace {
  inboundId: number
  /** Stays the same while address and port do. */
  entry: string
  /** Among those of the inbound, from 1. */
  position: number
  address: string
  port: number
  remark: string
}
/** Who looked, and the number of the network where it is; 0: unknown. */
interface SeenFrom {
  eye: string
  asn: number
}
const thisServer: SeenFrom = { eye: '', asn: 0 }
export type Checked = EntryPlace & { outcome: EntryOutcome }

const actor = { kind: 'job', name: 'entry-checks', address: '' } as const
const keyOf = (row: { inbound_id: number; entry: string; eye: string }): string =>
  JSON.stringify([row.inbound_id, row.entry, row.eye])

const checkColumns = {
  inbound_id: 'int',
  entry: 'text',
  eye: 'text',
  position: 'int',
  address: 'text',
  port: 'int',
  remark: 'text',
  state: 'text',
  stage: 'text',
  cause: 'text',
  changed: 'text',
  latency: 'int',
  exit_address: 'text',
  checked_at: 'int',
  last_ok_at: 'int',
  fails: 'int',
  since: 'int',
  sunk: 'bool',
  asn: 'int',
} as const
const dayColumns = {
  inbound_id: 'int',
  entry: 'text',
  eye: 'text',
  day: 'int',
  good: 'int',
  failed: 'int',
  latency: 'int',
} as const

const excluded = (columns: object, keys: readonly string[]) =>
  sql.raw(
    Object.keys(columns)
      .filter((name) => !keys.includes(name))
      .map((name) => `"${name}" = excluded."${name}"`)
      .join(', '),
  )
const replace = sql`on conflict (inbound_id, entry, eye) do update set ${excluded(checkColumns, ['inbound_id', 'entry', 'eye'])}`
const addUp = sql`on conflict (inbound_id, entry, eye, day) do update set good = entry_days.good + excluded.good,
  failed = entry_days.failed + excluded.failed, latency = entry_days.latency + excluded.latency`

interface Deps extends Clock {
  db: Db
  commit: Commit
  /** What happened while entries turned from good to failed. */
  changes: Changes
}

/** What the checks found, in `entry_checks` and `entry_days`. */
export function createEntryStore({ db, commit, now, changes }: Deps) {
  const sets = setsFor(db.engine)

  /** Whether subscriptions have to know: an entry was sunk, or is. */
  async function record(tx: Tx, checked: readonly Checked[], { eye, asn }: SeenFrom): Promise<boolean> {
    const at = now()
    const ids = [...new Set(checked.map(({ inboundId }) => inboundId))]
    const known = await tx
      .selectFrom('entry_checks')
      .selectAll()
      .where(sets.among('inbound_id', ids))
      .where('eye', '=', eye)
      .execute()
    const before = new Map(known.map((row) => [keyOf(row), row]))
    const judged = checked.map((one) => {
      const was = before.get(keyOf({ inbound_id: one.inboundId, entry: one.entry, eye }))
      return { one, was, memory: remembered(was && { ...was, lastOkAt: was.last_ok_at }, one.outcome, at) }
    })
    // Once, when the finding begins.
    const begun = judged.filter(({ memory }) => memory.fails === certainFails && memory.lastOkAt > 0)
    const found = await changes(
      tx,
      begun.map(({ one: { inboundId }, memory }) => ({ inboundId, from: memory.lastOkAt, to: memory.since })),
    )
    const changed = new Map(begun.map(({ memory }, i) => [memory, found[i]]))
    const rows = judged.map(({ one, was, memory }) => {
      const { inboundId: inbound_id, entry, position, address, port, remark, outcome } = one
      const why = changed.get(memory)
      const said = memory.fails > certainFails ? (was?.changed ?? '') : ''
      return {
        ...{ inbound_id, entry, eye, asn, position, address, port, remark, checked_at: at },
        ...{ state: memory.state, since: memory.since, fails: memory.fails, last_ok_at: memory.lastOkAt },
        sunk: memory.sunk,
        stage: outcome.isGood ? '' : outcome.stage,
        cause: outcome.isGood ? '' : JSON.stringify(outcome.cause),
        changed: why ? JSON.stringify(why) : said,
        latency: outcome.isGood ? outcome.latencyMs : 0,
        exit_address: outcome.isGood ? outcome.exitAddress : '',
      }
    })
    const days = rows.map(({ inbound_id, entry, state, latency }) => {
      const [good, failed] = state === 'good' ? [1, 0] : [0, 1]
      return { inbound_id, entry, eye, day: dayOf(at), good, failed, latency }
    })
    await sets.insert(tx, 'entry_checks', rows, checkColumns, replace)
    await sets.insert(tx, 'entry_days', days, dayColumns, addUp)
    return [...known, ...rows].some(({ sunk }) => sunk)
  }

  /** Nobody knows what this eye would see: no entry stays sunk by it. */
  async function raise(tx: Tx, eye: string): Promise<boolean> {
    const raised = await tx
      .updateTable('entry_checks')
      .set({ sunk: false })
      .where('sunk', '=', true)
      .where('eye', '=', eye)
      .executeTakeFirst()
    return raised.numUpdatedRows > 0n
  }

  /** What is no entry any more, and what is too old. */
  async function prune(tx: Tx, looked: readonly number[], places: readonly EntryPlace[], eye: string) {
    const entries = new Set(places.map((p) => keyOf({ inbound_id: p.inboundId, entry: p.entry, eye })))
    const rows = await tx
      .selectFrom('entry_checks')
      .select(['inbound_id', 'entry', 'eye'])
      .where(sets.among('inbound_id', looked))
      .where('eye', '=', eye)
      .execute()
    for (const row of rows)
      if (!entries.has(keyOf(row)))
        await tx
          .deleteFrom('entry_checks')
          .where('inbound_id', '=', row.inbound_id)
          .where('entry', '=', row.entry)
          .where('eye', '=', eye)
          .execute()
    const stored = tx.selectFrom('inbounds').select('id')
    await tx.deleteFrom('entry_checks').where('inbound_id', 'not in', stored).execute()
    await tx.deleteFrom('entry_days').where('inbound_id', 'not in', stored).execute()
    await tx.deleteFrom('entry_days').where('day', '<', oldestDay(now())).execute()
  }

  /** Nobody looks with this eye any more. */
  async function forget(tx: Tx, eye: string): Promise<void> {
    for (const table of ['entry_checks', 'entry_days'] as const)
      await tx.deleteFrom(table).where('eye', '=', eye).execute()
  }

  return {
    /** `looked`: inbounds whose entries are exactly these places; some of them may not have been judged. */
    write: (
      looked: readonly number[],
      places: readonly EntryPlace[],
      checked: readonly Checked[],
      isOffline = false,
      from: SeenFrom = thisServer,
    ) =>
      commit(actor, async (tx) => {
        const isSunk = await record(tx, checked, from)
        await prune(tx, looked, places, from.eye)
        const isRaised = isOffline && (await raise(tx, from.eye))
        const change = { kind: 'entry-health-changed' } as const
        return { result: undefined, ...((isSunk || isRaised) && { change }) }
      }),
    raise,
    forget,
    /** Of inbounds that are enabled; all, or those of one user. */
    async read(userId?: number) {
      let query = db.read
        .selectFrom('entry_checks as e')
        .innerJoin('inbounds as i', 'i.id', 'e.inbound_id')
        .selectAll('e')
        .select(['i.remark as inbound_remark', 'i.tag'])
        .where('i.enable', '=', true)
        .orderBy('e.inbound_id')
        .orderBy('e.position')
      if (userId !== undefined) query = query.where('i.user_id', '=', userId)
      const rows = await query.execute()
      return rows.map(({ inbound_remark, tag, ...row }) => shownRow(row, inbound_remark || tag))
    },
    /** Enabled inbounds that run on nodes. */
    async onNodes(userId?: number) {
      let query = db.read
        .selectFrom('inbounds')
        .select(['id', 'remark', 'tag', 'protocol', 'node_id'])
        .where('enable', '=', true)
        .where('node_id', '>', 0)
        .orderBy('id')
      if (userId !== undefined) query = query.where('user_id', '=', userId)
      return (await query.execute()).map(({ id, remark, tag, protocol, node_id }) => ({
        ...{ id, name: remark || tag, protocol, node: node_id ?? 0 },
      }))
    },
    /** When each node looked last. */
    async seen(): Promise<Map<string, number>> {
      const rows = await db.read
        .selectFrom('entry_checks')
        .where('eye', 'like', 'node:%')
        .select(['eye', (e) => e.fn.max('checked_at').as('at')])
        .groupBy('eye')
        .execute()
      return new Map(rows.map(({ eye, at }) => [eye, Number(at)]))
    },
    /** Forgets what other nodes saw; whether there was any. */
    async keepNodes(tx: Tx, eyes: readonly string[]): Promise<boolean> {
      const seen = await tx
        .selectFrom('entry_checks')
        .select('eye')
        .distinct()
        .where('eye', 'like', 'node:%')
        .execute()
      const gone = seen.filter(({ eye }) => !eyes.includes(eye))
      for (const { eye } of gone) await forget(tx, eye)
      return gone.length > 0
    },
    days: async () =>
      Map.groupBy(await db.read.selectFrom('entry_days').selectAll().orderBy('day').execute(), keyOf),
    keyOf,
  }
}

export type EntryStore = ReturnType<typeof createEntryStore>

const shownRow = (row: Selectable<Schema['entry_checks']>, inbound: string) => ({
  inboundId: row.inbound_id,
  inbound,
  entry: row.entry,
  position: row.position,
  eye: row.eye,
  address: row.address,
  port: row.port,
  remark: row.remark,
  state: row.state,
  stage: row.stage as EntryStage | '', // written by `record`
  cause: row.cause === '' ? undefined : (JSON.parse(row.cause) as Coded), // as above
  changes: row.changed === '' ? undefined : (JSON.parse(row.changed) as Coded), // as above
  latencyMs: row.latency,
  exitAddress: row.exit_address,
  checkedAt: row.checked_at,
  lastOkAt: row.last_ok_at,
  fails: row.fails,
  since: row.since,
  sunk: row.sunk,
  asn: row.asn,
})
