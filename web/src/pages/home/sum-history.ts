import type { HistoryPoint } from '#contract/status.ts'

interface Moved {
  t: number
  up: number
  down: number
}

/**
 * Sums histories, in bytes per second. The server has no point for an empty bucket: that is a zero. The
 * newest bucket is incomplete and would look like a drop, so the line ends before it.
 */
export function sumHistory(
  histories: readonly (readonly Moved[])[],
  { bucket, count, now }: { bucket: number; count: number; now: number },
) {
  const moved = histories.flat()
  // Hours start at half past in some time zones.
  const shift = (moved[0]?.t ?? 0) % bucket
  const open = Math.floor((now - shift) / bucket) * bucket + shift
  const start = open - count * bucket
  const down = new Float64Array(count)
  const up = new Float64Array(count)
  /** Bytes of the whole range, including the open bucket. */
  const total = { down: 0, up: 0 }
  for (const point of moved) {
    if (point.t < start) continue
    total.down += point.down
    total.up += point.up
    const place = Math.floor((point.t - start) / bucket)
    if (place >= count) continue
    down[place]! += point.down
    up[place]! += point.up
  }
  const rates = (bytes: Float64Array): HistoryPoint[] =>
    Array.from(bytes, (sum, i) => ({ t: start + i * bucket, v: sum / bucket }))
  return { down: rates(down), up: rates(up), total }
}
