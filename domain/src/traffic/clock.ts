/** If the wall clock gains more than this on the monotonic clock, it is not trusted: one hour. */
const tolerance = 3_600_000

export interface ClockBase {
  wall: number
  monotonic: number
}

export type ClockVerdict = { held: false } | { held: true; jumpMs: number }

/**
 * Whether the wall clock can be trusted for expiries. A clock that comes back is trusted again; a restart trusts what
 * it finds. `base` is taken at process start, or when an operator accepted the new time.
 */
export function judgeClock(base: ClockBase, now: ClockBase): ClockVerdict {
  const jumpMs = Math.round(now.wall - base.wall - (now.monotonic - base.monotonic))
  return jumpMs > tolerance ? { held: true, jumpMs } : { held: false }
}

/** A clock that was set back becomes the new base: otherwise a later jump forward to the old time would not be noticed. */
export const rebased = (base: ClockBase, now: ClockBase): ClockBase =>
  now.wall - base.wall < now.monotonic - base.monotonic ? now : base
