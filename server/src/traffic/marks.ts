import type { Reader, Tx } from '../store/open.ts'

const resets = 'periodic resets'
/** Time zones differ by whole quarters of an hour: no period begins in between. */
const quarterMs = 900_000

/** The time up to which periodic resets were checked: resets missed while the panel was down are found once. */
export function createMarks() {
  let seen: number | undefined
  /** True if a period may have begun since: idle ticks write nothing. */
  const mayHaveBegun = (now: number): boolean =>
    seen === undefined || Math.floor(now / quarterMs) !== Math.floor(seen / quarterMs)

  return {
    mayHaveBegun,
    async resetsSeen(source: Reader | Tx): Promise<number | undefined> {
      const row = await source
        .selectFrom('traffic_marks')
        .select('at')
        .where('name', '=', resets)
        .executeTakeFirst()
      return row?.at
    },
    async seeResets(tx: Tx, now: number): Promise<void> {
      if (!mayHaveBegun(now)) return
      await tx
        .insertInto('traffic_marks')
        .values({ name: resets, at: now })
        .onConflict((c) =>
          // The clock of another instance may be ahead: what it has seen is not looked at again.
          c.column('name').doUpdateSet({ at: now }).where('traffic_marks.at', '<', now),
        )
        .execute()
      seen = now
    },
  }
}
