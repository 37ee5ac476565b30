import { getHeapStatistics } from 'node:v8'

const everyMs = 10_000
const worthIt = 24 * 1024 * 1024

/**
 * What a start, a large import or a burst leaves behind, an idle heap would keep for hours (decision 006). Only where
 * it has grown: an idle panel does nothing, a busy one pays a few milliseconds in ten seconds.
 */
export function spareMemory(): void {
  let kept = 0
  const sweep = () => {
    if (getHeapStatistics().total_physical_size - kept < worthIt) return
    // A regular collection keeps the pages that it empties for itself.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    kept = getHeapStatistics().total_physical_size
  }
  setTimeout(sweep, 3_000).unref()
  setInterval(sweep, everyMs).unref()
}
