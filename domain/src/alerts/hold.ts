import { isBetween, isTime, minuteOfDay, minutesOf } from '../time-of-day.ts'

const minuteMs = 60_000
const dayMinutes = 1_440

export const digests = ['off', 'hourly', 'daily'] as const
export type Digest = (typeof digests)[number]

export interface HoldRules {
  /** `HH:MM` in the zone; both blank, or the same: there are no quiet hours. */
  quietFrom: string
  quietTo: string
  digest: Digest
  /** When a daily digest is sent, `HH:MM`. */
  digestAt: string
  zone: string
}

/** The next moment after `at` at which the zone's clock shows this minute of the day. */
function nextAt(at: number, minute: number, zone: string): number {
  const wait = (minute - minuteOfDay(at, zone) + dayMinutes) % dayMinutes || dayMinutes
  return Math.floor(at / minuteMs) * minuteMs + wait * minuteMs
}

function endOfQuiet(at: number, { quietFrom, quietTo, zone }: HoldRules): number {
  return isBetween(at, quietFrom, quietTo, zone) ? nextAt(at, minutesOf(quietTo), zone) : at
}

function endOfDigest(since: number, { digest, digestAt, zone }: HoldRules): number {
  if (digest === 'off') return since
  if (digest === 'hourly') return (Math.floor(since / 3_600_000) + 1) * 3_600_000
  return nextAt(since, isTime(digestAt) ? minutesOf(digestAt) : 9 * 60, zone)
}

/**
 * When a message that waits since `since` may be sent; a time not after `now` means at once. An error does not wait,
 * and what waits before it is sent along, so that the order is kept.
 */
export const releaseAt = (since: number, now: number, rules: HoldRules): number =>
  endOfQuiet(Math.max(now, endOfDigest(since, rules)), rules)
