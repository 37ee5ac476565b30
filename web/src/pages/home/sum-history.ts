import type { HistoryPoint } from '#contract/status.ts'

interface Moved {
  t: number
  up: number
  down: number
}

export interface Summed {
  down: HistoryPoint[]
  up: HistoryPoint[]
  /** Bytes of the whole range. */
  total: { down: number; up: number }
}

/** Several histories as one, in bytes per second. Where nothing moved the server has no point: that is a zero. */
export function sumHistory(
  histories: readonly (readonly Moved[])[],
  { bucket, count, now }: { bucket: number; count: number; now: number },
): Summed {
  const moved = histories.flat()
  // Hours begin where the panel's time zone has them: at half past in some.
  const shift = (moved[0]?.t ?? 0) % bucket
  const end = Math.floor((now - shift) / bucket) * bucket + shift
  const start = end - (count - 1) * bucket
  const down = new Float64Array(count)
  const up = new Float64Array(count)
  for (const point of moved) {
    const place = Math.floor((point.t - start) / bucket)
    if (place < 0 || place >= count) continue
    down[place]! += point.down
    up[place]! += point.up
  }
  // The newest bucket is not over yet.
  const lengthOf = (i: number) => (i === count - 1 ? Math.min(bucket, Math.max(60, now - end)) : bucket)
  const rates = (bytes: Float64Array) =>
    Array.from(bytes, (sum, i) => ({ t: start + i * bucket, v: sum / lengthOf(i) }))
  const sum = (bytes: Float64Array) => bytes.reduce((a, b) => a + b, 0)
  return { down: rates(down), up: rates(up), total: { down: sum(down), up: sum(up) } }
}
