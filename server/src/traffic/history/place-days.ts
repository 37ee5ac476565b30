import { type RawBuilder, sql } from 'kysely'
import { bucketOf, steps, type ZoneOffset } from '#domain/traffic/buckets.ts'
import type { Db, Tx } from '../../store/open.ts'
import { setsFor } from '../../store/sets.ts'
import { type HistoryNames, type Kind, kinds } from './names.ts'
import { buckets } from './usage-sql.ts'

export interface Bytes {
  name: string
  up: number
  down: number
}

/** Where a statement runs: in a transaction, or off the event loop. */
export type Run = <T>(statement: RawBuilder<T>) => Promise<T[]>

/** Bytes of a name in a bucket of a day, or in one that is not in its day yet. */
export interface PlaceBytes extends Bytes {
  kind: number
  /** Unix seconds. */
  at: number
}

/** The bytes of clients by place and day, where a cost is noted: one more row per day for a client that moved there. */
export function createPlaceDays(db: Db, names: HistoryNames, offset: () => ZoneOffset) {
  const sets = setsFor(db.engine)
  const { among } = sets

  const isPriced = async (tx: Tx, place: number): Promise<boolean> =>
    (await tx
      .selectFrom('server_caps')
      .select('place')
      .where('kind', '=', place === 0 ? 'server' : 'node')
      .where('place', '=', place)
      .where('counted_since', '>', 0)
      .executeTakeFirst()) !== undefined

  return {
    /** Runs in the transaction that counts them; `place`: the node, 0 is this server. */
    async record(tx: Tx, place: number, moved: readonly Bytes[], now: number): Promise<void> {
      if (moved.length === 0 || !(await isPriced(tx, place))) return
      const at = bucketOf(Math.floor(now / 1_000), '1d', offset())
      const idOf = await names.ids(
        tx,
        moved.map(({ name }) => ({ kind: 'client', name })),
      )
      const rows = moved.flatMap(({ name, up, down }) => {
        const ref = idOf({ kind: 'client', name })
        return ref === undefined || up + down <= 0 ? [] : [{ at, place, ref, up, down }]
      })
      const columns = { at: 'int', place: 'int', ref: 'int', up: 'int', down: 'int' } as const
      await sets.insert(
        tx,
        'place_days',
        rows,
        columns,
        sql`on conflict (at, place, ref) do update set up = place_days.up + excluded.up,
          down = place_days.down + excluded.down`,
      )
    },

    /** Of a day that is as old as the oldest one of the history; returns how many rows. */
    async prune(tx: Tx, now: number): Promise<number> {
      const before = Math.floor(now / 1_000) - steps['1d'].kept
      const old = await tx
        .selectFrom('place_days')
        .select('at')
        .where('at', '<', before)
        .orderBy('at')
        .limit(1)
        .executeTakeFirst()
      if (!old) return 0
      const { numDeletedRows } = await tx.deleteFrom('place_days').where('at', '=', old.at).executeTakeFirst()
      return Number(numDeletedRows)
    },

    /** What these names moved since `from` (unix seconds), bucket by bucket; few names, each looked up by its key. */
    async since(run: Run, wanted: readonly Wanted[], from: number): Promise<PlaceBytes[]> {
      const conditions = wanted.map(({ kind, names: some }) =>
        some === 'all'
          ? sql`kind = ${sql.lit(kinds[kind])}`
          : sql`(kind = ${sql.lit(kinds[kind])} and ${among('name', some)})`,
      )
      if (conditions.length === 0) return []
      const refs = sql`select id, kind, name from history_names where ${sql.join(conditions, sql` or `)}`
      const unfolded = sql`(select case when until > ${sql.lit(from)} then until else ${sql.lit(from)} end from history_folded)`
      const rows = await run(sql<PlaceBytes>`${lookUp(db.engine, refs, 'history_days', sql`${sql.lit(from)}`)}
        union all ${lookUp(db.engine, refs, 'history_fine', unfolded)}`)
      return rows.map((row) => ({ ...row, at: Number(row.at), up: Number(row.up), down: Number(row.down) }))
    },
  }
}

export interface Wanted {
  kind: Kind
  names: readonly string[] | 'all'
}

const endOfTime = 2 ** 40

/** Jumps from bucket to bucket by index, and looks up each name in it: rows of clients are not read. */
function lookUp(
  engine: Db['engine'],
  refs: RawBuilder<unknown>,
  table: 'history_days' | 'history_fine',
  from: RawBuilder<unknown>,
) {
  // SQLite joins in the order that is written only where it says `cross`.
  const join = sql.raw(engine === 'sqlite' ? 'cross join' : 'join')
  return sql`select r.kind, r.name, h.at, h.up, h.down from (${refs}) as r
    cross join (${buckets(table, from, endOfTime)}) as b
    ${join} ${sql.table(table)} as h on h.at = b.at and h.ref = r.id`
}
