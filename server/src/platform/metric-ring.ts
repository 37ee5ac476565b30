import { HISTORY_BUCKETS, type HistoryPoint } from '#contract/status.ts'
import { Refusal } from '#domain/refusal.ts'

/** Five hours of two-second samples: sixty points of the widest bucket. */
const MOST_SAMPLES = 9000
const MOST_POINTS = 60
const FIRST_SAMPLES = 256

/** In memory only. Columns start small and double, so that an idle panel stays small. */
export function createHistory<M extends string>(metrics: readonly M[]) {
  let capacity = 0
  let times = new Uint32Array(0)
  const columns = new Map<string, Float64Array>(metrics.map((name) => [name, new Float64Array(0)]))
  let added = 0

  function grow(): void {
    capacity = Math.min(MOST_SAMPLES, Math.max(FIRST_SAMPLES, capacity * 2))
    const longer = new Uint32Array(capacity)
    longer.set(times)
    times = longer
    for (const [name, column] of columns) {
      const wider = new Float64Array(capacity)
      wider.set(column)
      columns.set(name, wider)
    }
  }

  return {
    add(seconds: number, values: Record<M, number>): void {
      if (added === capacity && capacity < MOST_SAMPLES) grow()
      const slot = added++ % capacity
      times[slot] = seconds
      for (const name of metrics) columns.get(name)![slot] = values[name]
    },
    read(metric: string, bucket: number | string): HistoryPoint[] {
      const column = columns.get(metric)
      if (!column) throw new Refusal('input.one-of', { values: metrics.join(', ') }, 'metric')
      const width = checkBucket(bucket)
      if (added === 0) return []
      return points(times, column, Math.min(added, capacity), times[(added - 1) % capacity]!, width)
    },
  }
}

export type History<M extends string> = ReturnType<typeof createHistory<M>>

function checkBucket(bucket: number | string): number {
  const width = HISTORY_BUCKETS.find((allowed) => String(allowed) === String(bucket))
  if (width === undefined) {
    throw new Refusal('input.one-of', { values: HISTORY_BUCKETS.join(', ') }, 'bucket')
  }
  return width
}

/** Averages per bucket. Samples later than the last one are dropped: the clock was set back since. */
function points(
  times: Uint32Array,
  values: Float64Array,
  length: number,
  last: number,
  width: number,
): HistoryPoint[] {
  const newest = Math.floor(last / width)
  const sums = new Float64Array(MOST_POINTS)
  const counts = new Uint32Array(MOST_POINTS)
  for (let i = 0; i < length; i++) {
    if (times[i]! > last) continue
    const place = MOST_POINTS - 1 - (newest - Math.floor(times[i]! / width))
    if (place < 0) continue
    sums[place]! += values[i]!
    counts[place]! += 1
  }
  const found: HistoryPoint[] = []
  for (let place = 0; place < MOST_POINTS; place++) {
    if (counts[place] === 0) continue
    found.push({ t: (newest - (MOST_POINTS - 1 - place)) * width, v: sums[place]! / counts[place]! })
  }
  return found
}
