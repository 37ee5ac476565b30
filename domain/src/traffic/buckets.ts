import { offsetAt } from './periodic.ts'

/** Resolutions of the history and how long each is kept, in seconds. */
export const steps = {
  '5m': { seconds: 300, kept: 48 * 3_600 },
  '1h': { seconds: 3_600, kept: 90 * 86_400 },
  '1d': { seconds: 86_400, kept: 731 * 86_400 },
} as const
export type Step = keyof typeof steps

export interface Point {
  /** Start of the bucket, unix seconds. */
  t: number
  up: number
  down: number
}

/** A zone's offset from UTC at a moment, in seconds. */
export type ZoneOffset = (at: number) => number

export const zoneOffset =
  (zone: string): ZoneOffset =>
  (at) =>
    offsetAt(zone, Math.floor(at) * 1_000) / 1_000

/** The start of the bucket that contains a moment: days start at midnight of the zone, hours on its hour. */
export function bucketOf(at: number, step: Step, offset: ZoneOffset): number {
  const { seconds } = steps[step]
  if (step === '5m') return Math.floor(at / seconds) * seconds
  const here = offset(at)
  const shown = Math.floor((at + here) / seconds) * seconds
  if (step === '1h') return shown - here
  return shown - offset(shown - here) // the offset may have changed since midnight
}

/** The start of the next bucket. A day has at most 25 hours. */
export function nextBucket(at: number, step: Step, offset: ZoneOffset): number {
  const begins = bucketOf(at, step, offset)
  return step === '1d' ? bucketOf(begins + 90_000, step, offset) : begins + steps[step].seconds
}

/** Sums of a range, oldest first; buckets without traffic are omitted. */
export function inBuckets(points: Iterable<Point>, step: Step, offset: ZoneOffset): Point[] {
  const sums = new Map<number, Point>()
  for (const { t, up, down } of points) {
    const at = bucketOf(t, step, offset)
    const sum = sums.get(at) ?? { t: at, up: 0, down: 0 }
    sums.set(at, { t: at, up: sum.up + up, down: sum.down + down })
  }
  return [...sums.values()].sort((a, b) => a.t - b.t)
}

/** The finest step that still covers the start of a range. */
export function stepFor(from: number, now: number): Step {
  const age = now - from
  if (age <= steps['5m'].kept) return '5m'
  return age <= steps['1h'].kept ? '1h' : '1d'
}
