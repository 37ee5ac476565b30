import { CORE_METRICS, type CoreMetric, type ObservedOutbound } from '#contract/core-metrics-api.ts'
import type { HistoryPoint } from '#contract/status.ts'
import { Refusal } from '#domain/refusal.ts'
import type { CoreApi } from '../../core/api/client.ts'
import type { OutboundWatch } from '../../notices/watches.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { createHistory, type History } from '../../platform/metric-ring.ts'

const SAMPLE_EVERY_MS = 2_000
/** A full history takes 100 kB. */
const MOST_TAGS = 64

interface Running {
  api: Pick<CoreApi, 'sysStats' | 'observatory'>
  config: Record<string, unknown>
}

interface Deps extends Clock {
  core: RunningCore
  /** Learns the state of outbounds after each reading of the observatory. */
  outboundWatch: OutboundWatch['observed']
}

export interface RunningCore {
  /** Undefined when no core runs. */
  connected(): Running | undefined
}

const watches = ({ config }: Running) => 'observatory' in config || 'burstObservatory' in config

/** The core's figures, read over its API. Its metrics page stays closed, so no extra port is open. */
export function createCoreMetrics({ core: { connected: running }, now, outboundWatch }: Deps) {
  const history = createHistory<CoreMetric>(CORE_METRICS)
  const delays = new Map<string, History<'delay'>>()
  const figures = createFigures()
  let seen: ObservedOutbound[] = []

  async function observe(core: Running, seconds: number): Promise<void> {
    const found = watches(core) ? await core.api.observatory() : []
    seen = found
      .map((o) => ({
        tag: o.outboundTag,
        alive: o.alive,
        delay: Number(o.delay),
        lastSeenTime: Number(o.lastSeenTime),
        lastTryTime: Number(o.lastTryTime),
        updatedAt: seconds,
      }))
      .sort((a, b) => (a.tag < b.tag ? -1 : 1))
      .slice(0, MOST_TAGS)
    outboundWatch(seen)
    const tags = new Set(seen.map(({ tag }) => tag))
    for (const tag of delays.keys()) if (!tags.has(tag)) delays.delete(tag)
    for (const { tag, delay, alive } of seen) {
      if (!alive) continue // the core reports a huge number for a dead outbound, which would flatten every curve
      const one = delays.get(tag) ?? createHistory(['delay'])
      delays.set(tag, one)
      one.add(seconds, { delay })
    }
  }

  async function sample(): Promise<void> {
    const core = running()
    if (!core) {
      seen = []
      figures.forget()
      return
    }
    const seconds = Math.floor(now() / 1000)
    history.add(seconds, figures.from(await core.api.sysStats()))
    await observe(core, seconds)
  }

  return {
    state() {
      const core = running()
      return core
        ? { enabled: true, listen: '' }
        : { enabled: false, listen: '', reason: 'The core does not run.' }
    },
    history: (metric: string, bucket: string): HistoryPoint[] => history.read(metric, bucket),
    observatory: (): ObservedOutbound[] => seen,
    observatoryHistory(tag: string, bucket: string): HistoryPoint[] {
      const known = seen.some((one) => one.tag === tag)
      if (!known) throw new Refusal('core.observatory-tag-unknown', {}, 'tag')
      return (delays.get(tag) ?? createHistory(['delay'])).read('delay', bucket)
    },
    job: { name: 'core-metrics', everyMs: SAMPLE_EVERY_MS, run: sample } satisfies Job,
  }
}

export type CoreMetrics = ReturnType<typeof createCoreMetrics>

/** The core's memory statistics; 64-bit numbers are bigint. */
interface SysStats {
  alloc: bigint
  sys: bigint
  liveObjects: bigint
  gc: number
  pauseTotalNs: bigint
}

/**
 * Turns readings into figures. The core reports the sum of its pauses; we show the mean pause since the last reading.
 */
function createFigures() {
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
