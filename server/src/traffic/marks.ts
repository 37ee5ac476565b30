import type { Reader, Tx } from '../platform/db/open.ts'

const resets = 'periodic resets'
/** Zones are whole quarters of an hour apart: nobody's period begins in between. */
const quarterMs = 900_000

/** Up to when periodic resets were looked for: what a panel missed while it was down is found by it, once. */
export function createMarks() {
  let seen: number | undefined
  /** Only where a period may have begun since: a tick in which nothing happened writes nothing. */
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
        .onConflict((c) => c.column('name').doUpdateSet({ at: now }))
        .execute()
      seen = now
    },
  }
}
