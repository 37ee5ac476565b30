import type { CoreMetric } from '#contract/core-metrics-api.ts'

/** The core's memory statistics; 64-bit numbers are bigint. */
export interface SysStats {
  alloc: bigint
  sys: bigint
  liveObjects: bigint
  gc: number
  pauseTotalNs: bigint
}

/**
 * Turns readings into figures. The core reports the sum of its pauses; we show the mean pause since the last reading.
 */
export function createFigures() {
  let before: SysStats | undefined
  let pause = 0

  return {
    from(stats: SysStats): Record<CoreMetric, number> {
      // A smaller count means another core: all its pauses are new.
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
