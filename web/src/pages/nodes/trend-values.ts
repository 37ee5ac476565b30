import type { HistoryPoint } from '#contract/status.ts'

const values = (points: readonly HistoryPoint[]): number[] => points.map(({ v }) => Math.round(v))

export const lowest = (points: readonly HistoryPoint[]): number => Math.min(...values(points))
export const highest = (points: readonly HistoryPoint[]): number => Math.max(...values(points))

/** Both lines have a point for the same moments. */
export function sumOf(a: readonly HistoryPoint[], b: readonly HistoryPoint[]): HistoryPoint[] {
  const other = new Map(b.map(({ t, v }) => [t, v]))
  return a.map(({ t, v }) => ({ t, v: v + (other.get(t) ?? 0) }))
}
