import { type Step, steps } from '#domain/traffic/buckets.ts'
import type { Commit } from '../../store/changes/commit.ts'
import type { Tx } from '../../store/open.ts'
import { tables } from './record.ts'

/**
 * Above this a level drops its oldest buckets early: a row takes about 30 bytes, so all three stay below a gigabyte.
 */
const mostRows: Record<Step, number> = { '5m': 6_000_000, '1h': 12_000_000, '1d': 12_000_000 }

/**
 * Prunes rows that are too old or too many, one bucket per transaction, so that the writer is never blocked for long.
 */
export function createKeep(upkeep: Commit['upkeep'], most: Record<Step, number> = mostRows) {
  const oldest = async (tx: Tx, step: Step) =>
    (await tx.selectFrom(tables[step]).select('at').orderBy('at').limit(1).executeTakeFirst())?.at

  /** Returns the number of rows. Of a bucket that is older than `before`, if that is given. */
  async function dropOldest(tx: Tx, step: Step, before = Number.POSITIVE_INFINITY): Promise<number> {
    const at = await oldest(tx, step)
    if (at === undefined || at >= before) return 0
    const { numDeletedRows } = await tx.deleteFrom(tables[step]).where('at', '=', at).executeTakeFirst()
    return Number(numDeletedRows)
  }

  async function dropOld(step: Step, before: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await upkeep((tx) => dropOldest(tx, step, before))) > 0);
  }

  async function dropSurplus(step: Step, signal: AbortSignal): Promise<void> {
    // Counted on the writer: it would block the event loop here.
    const { count } = await upkeep((tx) =>
      tx
        .selectFrom(tables[step])
        .select((e) => e.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    )
    for (let surplus = Number(count) - most[step]; surplus > 0 && !signal.aborted; ) {
      const dropped = await upkeep((tx) => dropOldest(tx, step))
      if (dropped === 0) return
      surplus -= dropped
    }
  }

  return async function keep(now: number, signal: AbortSignal): Promise<void> {
    // Keys of our own object.
    for (const step of Object.keys(steps) as Step[]) {
      await dropOld(step, Math.floor(now / 1_000) - steps[step].kept, signal)
      await dropSurplus(step, signal)
    }
  }
}
