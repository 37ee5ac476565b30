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

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

function minuteOfDay(at: number, zone: string): number {
  const shown = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  })
  return minutesOf(shown.format(at))
}

/** The next moment after `at` at which the zone's clock shows this minute of the day. */
function nextAt(at: number, minute: number, zone: string): number {
  const wait = (minute - minuteOfDay(at, zone) + dayMinutes) % dayMinutes || dayMinutes
  return Math.floor(at / minuteMs) * minuteMs + wait * minuteMs
}

function endOfQuiet(at: number, { quietFrom, quietTo, zone }: HoldRules): number {
  if (!isTime(quietFrom) || !isTime(quietTo) || quietFrom === quietTo) return at
  const [from, to, now] = [minutesOf(quietFrom), minutesOf(quietTo), minuteOfDay(at, zone)]
  const isQuiet = from < to ? now >= from && now < to : now >= from || now < to
  return isQuiet ? nextAt(at, to, zone) : at
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
