/** A wall clock that goes faster than the monotonic one by more than this did not tell the time (issue: an hour). */
const tolerance = 3_600_000

export interface ClockBase {
  wall: number
  monotonic: number
}

export type ClockVerdict = { held: false } | { held: true; jumpMs: number }

/**
 * Whether the wall clock of this process can be believed when it says that somebody's time is over. A clock that comes
 * back by itself is believed again; a restart begins with what it finds. `base` is from the start of the process, or
 * from the moment at which a person accepted the new time.
 */
export function judgeClock(base: ClockBase, now: ClockBase): ClockVerdict {
  const jumpMs = Math.round(now.wall - base.wall - (now.monotonic - base.monotonic))
  return jumpMs > tolerance ? { held: true, jumpMs } : { held: false }
}

/** A clock that was set back is the new measure: going forward to where it was would else pass for no jump at all. */
export const rebased = (base: ClockBase, now: ClockBase): ClockBase =>
  now.wall - base.wall < now.monotonic - base.monotonic ? now : base
