import type { HistoryPoint } from '#contract/status.ts'

const values = (points: readonly HistoryPoint[]): number[] => points.map(({ v }) => Math.round(v))

export const lowest = (points: readonly HistoryPoint[]): number => Math.min(...values(points))
export const highest = (points: readonly HistoryPoint[]): number => Math.max(...values(points))

/** Both lines have a point for the same moments. */
export function sumOf(a: readonly HistoryPoint[], b: readonly HistoryPoint[]): HistoryPoint[] {
  const other = new Map(b.map(({ t, v }) => [t, v]))
  return a.map(({ t, v }) => ({ t, v: v + (other.get(t) ?? 0) }))
}

const LEAST = 5
const MOST = 60

/** Buckets from the first point to the last: a node that was added just now has no hour yet. */
export function widthOf(points: readonly HistoryPoint[], bucket: number): number {
  const span = ((points.at(-1)?.t ?? 0) - (points[0]?.t ?? 0)) / bucket + 1
  return Math.min(MOST, Math.max(LEAST, Math.round(span)))
}
