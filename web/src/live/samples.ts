import type { HistoryMetric, HistoryPoint, Status } from '#contract/status.ts'

const MOST_POINTS = 60
const SAMPLE_SECONDS = 2

/** Adds a sample to a history in the server's form: averages by bucket, the newest sixty. */
export function addSample(
  points: readonly HistoryPoint[],
  bucket: number,
  seconds: number,
  value: number,
): HistoryPoint[] {
  const t = Math.floor(seconds / bucket) * bucket
  const last = points.at(-1)
  if (last && t < last.t) return [...points] // The clock was set back; the next full reading corrects it.
  if (!last || t > last.t) return [...points, { t, v: value }].slice(-MOST_POINTS)
  // Number of samples in the open bucket, including this one.
  const count = Math.floor((seconds - t) / SAMPLE_SECONDS) + 1
  return [...points.slice(0, -1), { t, v: last.v + (value - last.v) / count }]
}

/** The same figures as the server's history. `online` is not part of a status. */
const figures: Partial<Record<HistoryMetric, (status: Status) => number>> = {
  cpu: (s) => s.cpu,
  mem: (s) => (s.mem.total > 0 ? (s.mem.current * 100) / s.mem.total : 0),
  netUp: (s) => s.netIO.up,
  netDown: (s) => s.netIO.down,
  clientUp: (s) => s.clientIO.up,
  clientDown: (s) => s.clientIO.down,
  load1: (s) => s.loads[0],
  load5: (s) => s.loads[1],
  load15: (s) => s.loads[2],
}

export const figureOf = (metric: string, status: Status): number | undefined =>
  // A query key may contain any text; an unknown one finds nothing.
  figures[metric as HistoryMetric]?.(status)
