export interface Moved {
  /** Unix seconds. */
  t: number
  up: number
  down: number
}

export const ranges = {
  '24h': { step: '1h', seconds: 3600, count: 24 },
  '7d': { step: '1d', seconds: 86_400, count: 7 },
  '30d': { step: '1d', seconds: 86_400, count: 30 },
} as const
export type Range = keyof typeof ranges

/** Every bucket of a range, including empty ones; the last is the current one. */
export function bucketsOf(points: readonly Moved[], range: Range, now: number): Moved[] {
  const { seconds, count } = ranges[range]
  const last = Math.floor(now / 1000 / seconds) * seconds
  const byTime = new Map(points.map((point) => [Math.floor(point.t / seconds) * seconds, point]))
  return Array.from({ length: count }, (_, i) => {
    const t = last - (count - 1 - i) * seconds
    return { up: 0, down: 0, ...byTime.get(t), t }
  })
}

export const sumOf = (points: readonly Moved[]): number =>
  points.reduce((sum, { up, down }) => sum + up + down, 0)

const DAY = 86_400_000

/** When the remaining quota runs out at the current pace; undefined without traffic or quota. `t`: unix seconds. */
export function usedUpAt(
  days: readonly { t: number; bytes: number }[],
  left: number,
  now: number,
): number | undefined {
  const seen = days.filter(({ bytes }) => bytes > 0)
  const [first] = seen
  if (!first || left <= 0) return undefined
  // Starts at the first day with traffic: a new client has no full week.
  const length = Math.max(1, (now / 1000 - first.t) / 86_400)
  const used = seen.reduce((sum, { bytes }) => sum + bytes, 0)
  const end = now + (left / (used / length)) * DAY
  return end - now > 365 * DAY ? undefined : end
}
