/** An inbound's schedule for resetting its counters. */
interface ResetPlan {
  trafficReset: string
  /** Day of the month, for monthly resets; beyond the month's end, its last day. */
  trafficResetDay: number
}

type Wall = Record<'year' | 'month' | 'day' | 'hour', number>

const hourMs = 3_600_000
/** Filled on first use: most panels rarely need one. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-US', {
      ...parts,
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
      timeZone: zone,
    })
    formats.set(zone, format)
  }
  return format
}

function partsAt(zone: string, at: number) {
  const read: Record<string, number> = {}
  for (const { type, value } of formatFor(zone).formatToParts(at)) read[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = read
  return { year, month, day, hour, minute, second }
}

/** The zone's offset from UTC at a moment. */
export function offsetAt(zone: string, at: number): number {
  const p = partsAt(zone, at)
  return Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second) - Math.floor(at / 1_000) * 1_000
}

/** The moment at which the zone's clock shows this time; if it is skipped, the first one after it. */
function momentOf(zone: string, { year, month, day, hour }: Wall): number {
  const shown = Date.UTC(year, month - 1, day, hour)
  const first = shown - offsetAt(zone, shown - hourMs * 24)
  const second = shown - offsetAt(zone, first)
  const candidates = [first, second].filter((at) => at + offsetAt(zone, at) === shown)
  return candidates.length > 0 ? Math.min(...candidates) : Math.max(first, second)
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Calendar arithmetic without a zone. */
function shifted(
  { year, month, day }: Wall,
  by: { days?: number; months?: number },
  dayOfMonth?: number,
): Wall {
  if (by.months === undefined) {
    const date = new Date(Date.UTC(year, month - 1, day + (by.days ?? 0)))
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour: 0 }
  }
  const date = new Date(Date.UTC(year, month - 1 + by.months, 1))
  const [y, m] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
  return { year: y, month: m, day: Math.min(dayOfMonth ?? day, daysIn(y, m)), hour: 0 }
}

/** Weeks begin on Sunday, as in cron. */
const weekday = ({ year, month, day }: Wall): number => new Date(Date.UTC(year, month - 1, day)).getUTCDay()

/** The latest reset time not after `now`; undefined if it never resets. */
export function lastReset(
  { trafficReset, trafficResetDay }: ResetPlan,
  zone: string,
  now: number,
): number | undefined {
  const { minute, second, ...today } = partsAt(zone, now)
  const latest = (wanted: Wall, earlier: () => Wall): number => {
    const at = momentOf(zone, wanted)
    return at <= now ? at : momentOf(zone, earlier())
  }
  const midnight = { ...today, hour: 0 }
  switch (trafficReset) {
    case 'hourly':
      return now - (now % 1_000) - minute * 60_000 - second * 1_000
    case 'daily':
      return latest(midnight, () => shifted(midnight, { days: -1 }))
    case 'weekly': {
      const sunday = shifted(midnight, { days: -weekday(midnight) })
      return latest(sunday, () => shifted(sunday, { days: -7 }))
    }
    case 'monthly': {
      const day = Math.max(1, Math.trunc(trafficResetDay) || 1)
      return latest(shifted(midnight, { months: 0 }, day), () => shifted(midnight, { months: -1 }, day))
    }
    default:
      return undefined
  }
}

/** When the day of this moment began in the zone. */
export const dayStart = (zone: string, now: number): number =>
  lastReset({ trafficReset: 'daily', trafficResetDay: 1 }, zone, now) ?? now

/** The next moment after `now` at which this day of a month begins in the zone. */
export function nextMonthly(day: number, zone: string, now: number): number {
  const { minute: _, second: __, ...today } = partsAt(zone, now)
  for (const months of [0, 1]) {
    const at = momentOf(zone, shifted(today, { months }, day))
    if (at > now) return at
  }
  return momentOf(zone, shifted(today, { months: 2 }, day))
}

/** The first reset time after `now`. */
export function nextReset(trafficReset: 'daily' | 'weekly' | 'monthly', zone: string, now: number): number {
  if (trafficReset === 'monthly') return nextMonthly(1, zone, now)
  const { minute: _, second: __, ...today } = partsAt(zone, now)
  const midnight = { ...today, hour: 0 }
  const length = trafficReset === 'daily' ? 1 : 7
  const begun = trafficReset === 'daily' ? 0 : weekday(midnight)
  for (const periods of [1, 2]) {
    const at = momentOf(zone, shifted(midnight, { days: periods * length - begun }))
    if (at > now) return at
  }
  return now + length * hourMs * 24 // no zone has such days
}

/** Due if a reset time lies between the last check and now, and it was not reset since. */
export function isResetDue(
  plan: ResetPlan & { lastTrafficResetTime: number },
  zone: string,
  lookedAt: number,
  now: number,
): boolean {
  const at = lastReset(plan, zone, now)
  return at !== undefined && at > lookedAt && at > plan.lastTrafficResetTime
}

/** If the wall clock gains more than this on the monotonic clock, it is not trusted: one hour. */
const tolerance = 3_600_000

export type ClockBase = Record<'wall' | 'monotonic', number>

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
