import { sql } from 'kysely'
import { bucketOf, type ZoneOffset } from '#domain/traffic/buckets.ts'
import type { Db } from '../../store/open.ts'
import { setsFor } from '../../store/sets.ts'
import { kinds } from './names.ts'
import { tables } from './record.ts'

const DAYS = 7

/** Where each of the last days begins, the last one is today. A day has 23 to 25 hours. */
export function lastDayStarts(seconds: number, count: number, offset: ZoneOffset): number[] {
  const starts = [bucketOf(seconds, '1d', offset)]
  while (starts.length < count) starts.unshift(bucketOf((starts[0] ?? 0) - 1, '1d', offset))
  return starts
}

/** The last seven days of some clients, from the daily sums: seven index lookups for each client. */
export function createWeek(db: Db, now: () => number, offset: () => ZoneOffset) {
  const { among } = setsFor(db.engine)

  const days = () => lastDayStarts(Math.floor(now() / 1_000), DAYS, offset())

  return {
    /** Unix seconds. */
    from: (): number => days()[0] ?? 0,
    async of(names: readonly string[]): Promise<Map<string, number[]>> {
      const starts = days()
      const known = await db.read
        .selectFrom('history_names')
        .select(['id', 'name'])
        .where('kind', '=', kinds.client)
        .where(among('name', names))
        .execute()
      const refs = known.map(({ id }) => id)
      // One statement, so that a concurrent fold cannot hide or double a bucket.
      const { rows } = await sql<{ at: number; ref: number; bytes: number }>`
        select at, ref, up + down as bytes from ${sql.table(tables['1d'])}
          where ${among('at', starts)} and ${among('ref', refs)}
        union all
        select at, ref, up + down as bytes from ${sql.table(tables['5m'])}
          where at >= (select until from history_folded) and ${among('ref', refs)}`.execute(db.read)
      const sums = new Map(known.map(({ id }) => [id, starts.map(() => 0)]))
      for (const { at, ref, bytes } of rows) {
        const sum = sums.get(ref)
        const day = starts.findLastIndex((start) => start <= at)
        if (sum && day >= 0) sum[day] = (sum[day] ?? 0) + Number(bytes)
      }
      return new Map(known.map(({ id, name }) => [name, sums.get(id) ?? []]))
    },
  }
}
