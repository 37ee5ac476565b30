import { sql } from 'kysely'
import { bucketOf, type Step, steps, type ZoneOffset } from '#domain/traffic/buckets.ts'
import type { Db, Tx } from '../../store/open.ts'
import { eachInTurn, setsFor } from '../../store/sets.ts'
import { createHistoryNames, everyone, type Named } from './names.ts'

/** Bytes that a name moved, from this panel's core or a node. */
export interface Moved extends Named {
  up: number
  down: number
}

export const tables = {
  '5m': 'history_fine',
  '1h': 'history_hours',
  '1d': 'history_days',
} as const satisfies Record<Step, string>
const coarse = ['1h', '1d'] as const

const adding = (step: Step) => {
  const table = sql.table(tables[step])
  return sql`on conflict (at, ref) do update set up = ${table}.up + excluded.up, down = ${table}.down + excluded.down`
}

export function sumOf(rows: Iterable<{ up: number; down: number }>) {
  const sum = { up: 0, down: 0 }
  for (const { up, down } of rows) {
    sum.up += up
    sum.down += down
  }
  return sum
}

const foldedUntil = async (tx: Tx): Promise<number> =>
  (await tx.selectFrom('history_folded').select('until').executeTakeFirstOrThrow()).until

/**
 * Only the finest level is written with every tick. A finished bucket is added to its hour and day once, so a tick
 * costs one row per moved name and not three.
 */
export function createRecorder(db: Pick<Db, 'engine'>, offset: () => ZoneOffset) {
  const sets = setsFor(db.engine)
  const names = createHistoryNames(sets)

  async function merged(deltas: readonly Moved[]): Promise<Moved[]> {
    const sums = new Map<string, Moved>()
    await eachInTurn(deltas, (delta) => {
      if (delta.up <= 0 && delta.down <= 0) return
      const key = `${delta.kind} ${delta.name}`
      const sum = sums.get(key)
      sums.set(key, sum ? { ...sum, up: sum.up + delta.up, down: sum.down + delta.down } : delta)
    })
    return [...sums.values()]
  }

  /** The total of a day must not cost a sum over every client of it. */
  function totalOf(moved: readonly Moved[]): Moved[] {
    const total = { ...everyone, ...sumOf(moved.filter(({ kind }) => kind === 'client')) }
    return total.up + total.down > 0 ? [total] : []
  }

  return {
    names,
    /** Runs in the caller's transaction; `at` is in milliseconds. */
    async record(tx: Tx, deltas: readonly Moved[], at: number): Promise<void> {
      const named = await merged(deltas)
      const moved = [...named, ...totalOf(named)]
      if (moved.length === 0) return
      // If the clock was set back, write to the oldest bucket that is not folded yet.
      const bucket = Math.max(bucketOf(Math.floor(at / 1_000), '5m', offset()), await foldedUntil(tx))
      const idOf = await names.ids(tx, moved)
      const rows: { at: number; ref: number; up: number; down: number }[] = []
      await eachInTurn(moved, (one) => {
        const ref = idOf(one)
        if (ref !== undefined) rows.push({ at: bucket, ref, up: one.up, down: one.down })
      })
      const columns = { at: 'int', ref: 'int', up: 'int', down: 'int' } as const
      await sets.insert(tx, tables['5m'], rows, columns, adding('5m'))
    },
    /** Folds the oldest finished bucket into its hour and day; false if there is none. */
    async fold(tx: Tx, at: number): Promise<boolean> {
      const until = await foldedUntil(tx)
      const now = bucketOf(Math.floor(at / 1_000), '5m', offset())
      const next = await tx
        .selectFrom('history_fine')
        .select('at')
        .where('at', '>=', until)
        .where('at', '<', now)
        .orderBy('at')
        .limit(1)
        .executeTakeFirst()
      if (!next) return false
      for (const step of coarse) {
        const start = bucketOf(next.at, step, offset())
        await sql`insert into ${sql.table(tables[step])} (at, ref, up, down)
          select ${sql.lit(start)}, ref, up, down from history_fine where at = ${next.at} ${adding(step)}`.execute(
          tx,
        )
      }
      await tx
        .updateTable('history_folded')
        .set({ until: next.at + steps['5m'].seconds })
        .execute()
      return true
    },
  }
}

export type Recorder = ReturnType<typeof createRecorder>
