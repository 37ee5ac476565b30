import { bucketOf, nextBucket, type ZoneOffset } from './buckets.ts'

/** Ranges that are chosen by a word; all end with today, except yesterday and the month before. */
const usageRanges = ['today', 'yesterday', '7d', '30d', 'month', 'lastMonth'] as const
type UsageRange = (typeof usageRanges)[number]

/** Unix seconds, from the start of the first day to the end of the last one, and both days as `YYYY-MM-DD`. */
export type Days = ReturnType<typeof between>

/** The day of a moment in the zone. */
export const dayOf = (at: number, offset: ZoneOffset): string =>
  new Date((at + offset(at)) * 1_000).toISOString().slice(0, 10)

/** When a day of the zone begins; undefined for a day that no calendar has. */
function startOf(day: string, offset: ZoneOffset): number | undefined {
  const noon = Date.parse(`${day}T12:00:00Z`) / 1_000
  if (!Number.isFinite(noon) || new Date(noon * 1_000).toISOString().slice(0, 10) !== day) return undefined
  return bucketOf(noon - offset(noon), '1d', offset)
}

const between = (from: number, until: number, offset: ZoneOffset) => ({
  from,
  to: nextBucket(until, '1d', offset),
  first: dayOf(from, offset),
  last: dayOf(until, offset),
})

/** The start of the month that many months before the day of `at`. */
function monthStart(at: number, before: number, offset: ZoneOffset): number {
  const [year = 0, month = 1] = dayOf(at, offset).split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - before, 1)).toISOString().slice(0, 10)
  return startOf(first, offset) ?? at
}

/** The start of the day that many days before the day of `at`: counted from noon, since a day may have 23 hours. */
const daysBefore = (at: number, count: number, offset: ZoneOffset): number =>
  bucketOf(bucketOf(at, '1d', offset) + 43_200 - count * 86_400, '1d', offset)

export function daysOf(range: UsageRange, now: number, offset: ZoneOffset): Days {
  const back = (count: number) => daysBefore(now, count, offset)
  switch (range) {
    case 'today':
      return between(back(0), now, offset)
    case 'yesterday':
      return between(back(1), back(1), offset)
    case '7d':
      return between(back(6), now, offset)
    case '30d':
      return between(back(29), now, offset)
    case 'month':
      return between(monthStart(now, 0, offset), now, offset)
    case 'lastMonth':
      return between(monthStart(now, 1, offset), monthStart(now, 0, offset) - 1, offset)
  }
}

/** Both days included; undefined if one is no day or they are the wrong way round. */
export function daysFrom(first: string, last: string, offset: ZoneOffset): Days | undefined {
  const [from, until] = [startOf(first, offset), startOf(last, offset)]
  return from === undefined || until === undefined || until < from ? undefined : between(from, until, offset)
}

/** The periods that Home compares: each with the same stretch of the period before it. */
export function comparisons(now: number, offset: ZoneOffset) {
  const [today, yesterday, before] = [0, 1, 2].map((count) => daysBefore(now, count, offset)) as [
    number,
    number,
    number,
  ]
  const [month, lastMonth] = [monthStart(now, 0, offset), monthStart(now, 1, offset)]
  return {
    today: { now: [today, now], before: [yesterday, Math.min(today, yesterday + now - today)] },
    yesterday: { now: [yesterday, today], before: [before, yesterday] },
    // The month before may be shorter.
    month: { now: [month, now], before: [lastMonth, Math.min(month, lastMonth + now - month)] },
  } satisfies Record<string, { now: [number, number]; before: [number, number] }>
}
