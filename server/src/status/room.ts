import { fleetVersion } from '#contract/fleet-api.ts'
import {
  type CoreStatus,
  type CpuPoint,
  HISTORY_METRICS,
  type HistoryPoint,
  type Status,
} from '#contract/status.ts'
import { createJobs, type JobLog } from '#server/platform/jobs/jobs.ts'
import type { Timers } from '#server/platform/jobs/timers.ts'
import type { OnlineClients } from '../clients/online.ts'
import type { Core } from '../core/room.ts'
import type { Clock } from '../platform/clock.ts'
import { createHistory } from '../platform/metric-ring.ts'
import type { ClientRate } from '../traffic/client-rate.ts'
import { createHost, type Host, type HostReading } from './host.ts'
import { figuresOf, type HostFigures, metricsOf } from './sampler.ts'

const SAMPLE_EVERY_MS = 2000

export interface StatusDeps extends Clock {
  dataFolder: string
  panelVersion: string
  panelGuid?: string
  core: Pick<Core, 'status'> & { provider: Pick<Core['provider'], 'progress'> }
  online: Pick<OnlineClients, 'emails'>
  clientRate: Pick<ClientRate, 'now'>
  log: JobLog
  timers?: Timers
  host?: Host
}

export interface StatusRoom {
  /** Null until the first sample. */
  current(): Status | null
  history(metric: string, bucket: number | string): HistoryPoint[]
  cpuHistory(bucket: number | string): CpuPoint[]
  /** Called after every sample; returns a function that unsubscribes. */
  onSample(listener: (status: Status) => void): () => void
  start(): void
  stop(): Promise<void>
}

/** Load and facts of this machine, sampled every two seconds. It owns no table; browsers and Home show it. */
export function createStatus(deps: StatusDeps): StatusRoom {
  const { panelVersion, panelGuid = '', log, now } = deps
  const host = deps.host ?? createHost({ dataFolder: deps.dataFolder })
  const history = createHistory(HISTORY_METRICS)
  const listeners = new Set<(status: Status) => void>()
  let before: HostReading | undefined
  let figures: HostFigures | undefined

  /** Shows the progress of an install even while the old core runs. */
  function coreNow(): CoreStatus {
    const progress = deps.core.provider.progress()
    if (!progress) return deps.core.status()
    return { ...deps.core.status(), errorMsg: progress.message, errorCoded: [progress.messageCoded] }
  }

  /** The core's state is read at every call: a caller that just restarted it must see that. */
  const current = () =>
    figures
      ? {
          ...figures,
          clientIO: deps.clientRate.now(),
          xray: coreNow(),
          panelVersion,
          panelGuid,
          fleet: fleetVersion,
        }
      : null

  async function sample(): Promise<void> {
    const reading = await host.read()
    figures = figuresOf(before, reading)
    // The first reading has no rates; a zero would show as a dip.
    if (before)
      history.add(
        Math.floor(now() / 1000),
        metricsOf(figures, deps.online.emails().length, deps.clientRate.now()),
      )
    before = reading
    const status = current()
    if (!status) return
    for (const listener of listeners) tell(listener, status)
  }

  function tell(listener: (status: Status) => void, status: Status): void {
    try {
      listener(status)
    } catch (err) {
      log.warn({ err }, 'a status listener failed')
    }
  }

  const jobs = createJobs({ log, ...(deps.timers && { timers: deps.timers, now }) })
  jobs.add({ name: 'status', everyMs: SAMPLE_EVERY_MS, atStart: true, run: sample })

  return {
    current,
    history: history.read,
    cpuHistory: (bucket) => history.read('cpu', bucket).map(({ t, v }) => ({ t, cpu: v })),
    onSample(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: jobs.start,
    stop: jobs.stop,
  }
}
