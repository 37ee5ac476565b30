import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'

const everyMs = 10_000
const worthIt = 24 * 1024 * 1024

/** Buffers lie outside of the heap: a burst of large bodies leaves a small heap and hundreds of megabytes. */
function held(): number {
  const { total_physical_size: heap, external_memory: buffers } = getHeapStatistics()
  return heap + buffers
}

/**
 * What a start, a large import or a burst leaves behind, an idle heap would keep for hours (ADR 006). Only where
 * it has grown: an idle thread does nothing. For the main thread and the writer's alike.
 */
export function spareMemory(): void {
  let kept = 0
  let seen = performance.eventLoopUtilization()
  /** It throws compiled code away too: under load that would cost more than the memory is worth. */
  const isBusy = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, seen)
    seen = now
    return utilization > 0.2
  }
  const sweep = (least = worthIt) => {
    if (isBusy()) return
    if (held() - kept < least) return
    // A regular collection keeps the pages that it empties for itself.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    kept = held()
  }
  // Twice after the start: the core comes up when the panel is ready already.
  for (const ms of [3_000, 8_000]) setTimeout(sweep, ms, Number.NEGATIVE_INFINITY).unref()
  setInterval(sweep, everyMs).unref()
}
