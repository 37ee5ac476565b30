import { performance } from 'node:perf_hooks'

/**
 * Starting leaves garbage, code that never runs again and a cache of compilations: some 20 MB that an idle panel is in no
 * hurry to collect (decision 006). Twice, because the core comes up when the panel is ready already.
 */
export function giveBackSoon(): void {
  giveBackAfter(3_000)
  giveBackAfter(8_000)
}

const lookMs = 1_000
const busy = 0.5

/** Never under load: whoever is waiting for a reply would wait for this too, and warm code would be thrown away. */
function giveBackAfter(ms: number): void {
  setTimeout(() => {
    const before = performance.eventLoopUtilization()
    setTimeout(() => {
      if (performance.eventLoopUtilization(before).utilization > busy) giveBackAfter(ms)
      else globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    }, lookMs).unref()
  }, ms - lookMs).unref()
}
