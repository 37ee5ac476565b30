import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const everyMs = 10_000
const worthIt = 24 * 1024 * 1024

/** Buffers are outside the heap: a burst of large bodies leaves a small heap and hundreds of megabytes. */
function held(): number {
  const { total_physical_size: heap, external_memory: buffers } = getHeapStatistics()
  return heap + buffers
}

/**
 * Frees memory that a start, a large import or a burst leaves behind; an idle heap would keep it for hours (ADR 006).
 * Without it an empty panel holds 120 MB instead of 105, of 110 that are promised (`bench http`).
 * Runs only if memory has grown, so an idle thread does nothing. For the main thread and the writer thread. `release`
 * frees what the thread holds outside V8.
 */
export function idleGc(release = () => {}): void {
  let kept = 0
  let seen = performance.eventLoopUtilization()
  /** The collection also discards compiled code: under load that would cost more than it saves. */
  const isBusy = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, seen)
    seen = now
    return utilization > 0.2
  }
  const sweep = (least = worthIt) => {
    if (isBusy()) return
    if (held() - kept < least) return
    // A regular collection keeps the emptied pages.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    release()
    kept = held()
  }
  // The core comes up after the panel is ready, and the first checks of health begin ten seconds later.
  for (const ms of [3_000, 8_000, 20_000]) setTimeout(sweep, ms, Number.NEGATIVE_INFINITY).unref()
  setInterval(sweep, everyMs).unref()
}
