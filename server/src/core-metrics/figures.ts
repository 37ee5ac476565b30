import type { CoreMetric } from '#contract/core-metrics-api.ts'

/** What the core says of its memory; 64-bit numbers come as bigint. */
export interface SysStats {
  alloc: bigint
  sys: bigint
  liveObjects: bigint
  gc: number
  pauseTotalNs: bigint
}

/** Readings as figures. The core sums its pauses up: what is shown is the mean pause since the last reading. */
export function createFigures() {
  let before: SysStats | undefined
  let pause = 0

  return {
    from(stats: SysStats): Record<CoreMetric, number> {
      // A smaller count is another core: its pauses since its start are all new.
      const last = before && before.gc <= stats.gc ? before : { gc: 0, pauseTotalNs: 0n }
      const runs = stats.gc - last.gc
      if (runs > 0) pause = Math.max(0, Number(stats.pauseTotalNs - last.pauseTotalNs)) / runs
      before = stats
      return {
        xrAlloc: Number(stats.alloc),
        xrSys: Number(stats.sys),
        xrHeapObjects: Number(stats.liveObjects),
        xrNumGC: stats.gc,
        xrPauseNs: pause,
      }
    },
    forget(): void {
      before = undefined
      pause = 0
    },
  }
}
