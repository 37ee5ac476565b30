import type { HistoryPoint } from '#contract/status.ts'

interface Moved {
  t: number
  up: number
  down: number
}

export interface Summed {
  down: HistoryPoint[]
  up: HistoryPoint[]
  /** Bytes of the whole range, the open bucket included. */
  total: { down: number; up: number }
}

/**
 * Several histories as one, in bytes per second. Where nothing moved the server has no point: that is a zero. The
 * newest bucket is not over yet and would look like a fall, so the line ends before it.
 */
export function sumHistory(
  histories: readonly (readonly Moved[])[],
  { bucket, count, now }: { bucket: number; count: number; now: number },
): Summed {
  const moved = histories.flat()
  // Hours begin where the panel's time zone has them: at half past in some.
  const shift = (moved[0]?.t ?? 0) % bucket
  const open = Math.floor((now - shift) / bucket) * bucket + shift
  const start = open - count * bucket
  const down = new Float64Array(count)
  const up = new Float64Array(count)
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
  const rates = (bytes: Float64Array) =>
    Array.from(bytes, (sum, i) => ({ t: start + i * bucket, v: sum / bucket }))
  return { down: rates(down), up: rates(up), total }
}
