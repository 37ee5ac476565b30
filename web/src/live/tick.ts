/** Length of a tick when the one before it was missed. */
const TICK_MS = 5_000
/** After this long without a tick, nothing is moving. */
export const STALE_MS = 16_000

/** How many seconds the deltas of a tick cover: the time since the previous one. */
export const tickSeconds = (since: number): number =>
  (since <= STALE_MS ? Math.max(1_000, since) : TICK_MS) / 1_000
