/** How long a tick is when the one before it was not heard. */
const TICK_MS = 5_000
/** Nothing was heard for so long: what moved then does not move now. */
export const STALE_MS = 16_000

/** How many seconds the deltas of a tick are of, from the time that has passed since the one before. */
export const tickSeconds = (since: number): number =>
  (since <= STALE_MS ? Math.max(1_000, since) : TICK_MS) / 1_000
