import { fleetVersion } from '#contract/fleet-api.ts'
import {
  type CoreStatus,
  type CpuPoint,
  HISTORY_METRICS,
  type HistoryMetric,
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

/** Load and facts of this machine, sampled every two seconds. It owns no table; browsers and Home show it. */
export function createStatus(deps: StatusDeps) {
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

  /**
   * Null until the first sample. The core's state is read at every call: a caller that just restarted it must see that.
   */
  const current = (): Status | null =>
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
    cpuHistory: (bucket: number | string): CpuPoint[] =>
      history.read('cpu', bucket).map(({ t, v }) => ({ t, cpu: v })),
    /** Called after every sample; returns a function that unsubscribes. */
    onSample(listener: (status: Status) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start: jobs.start,
    stop: jobs.stop,
  }
}

export type StatusRoom = ReturnType<typeof createStatus>

export type HostFigures = Omit<Status, 'xray' | 'panelVersion' | 'panelGuid' | 'fleet' | 'clientIO'>

/** Figures from two readings; the first reading has no rates. */
export function figuresOf(before: HostReading | undefined, now: HostReading): HostFigures {
  const rate = perSecond(before, now)
  return {
    cpu: cpuPercent(before, now),
    cpuCores: now.cores,
    logicalPro: now.logical,
    cpuSpeedMhz: now.mhz,
    mem: now.mem,
    swap: now.swap,
    disk: now.disk,
    diskIO: {
      read: rate((at) => at.diskTotals.read),
      write: rate((at) => at.diskTotals.write),
    },
    diskTraffic: now.diskTotals,
    uptime: Math.floor(now.uptime),
    loads: now.loads,
    tcpCount: now.tcp,
    udpCount: now.udp,
    netIO: {
      up: rate((at) => at.net.sent),
      down: rate((at) => at.net.recv),
      pktUp: rate((at) => at.net.pktSent),
      pktDown: rate((at) => at.net.pktRecv),
    },
    netTraffic: now.net,
    publicIP: now.publicIp,
    appStats: { threads: now.app.threads, mem: now.app.mem, uptime: Math.floor(now.app.uptime) },
  }
}

export function metricsOf(
  status: HostFigures,
  online: number,
  clients: { up: number; down: number },
): Record<HistoryMetric, number> {
  return {
    cpu: status.cpu,
    mem: status.mem.total > 0 ? (status.mem.current * 100) / status.mem.total : 0,
    netUp: status.netIO.up,
    netDown: status.netIO.down,
    clientUp: clients.up,
    clientDown: clients.down,
    online,
    load1: status.loads[0],
    load5: status.loads[1],
    load15: status.loads[2],
  }
}

function cpuPercent(before: HostReading | undefined, now: HostReading): number {
  if (!before) return 0
  const total = now.cpu.total - before.cpu.total
  if (total <= 0) return 0
  return Math.min(100, Math.max(0, ((now.cpu.busy - before.cpu.busy) * 100) / total))
}

/** Whole units per second; a counter that went back (an interface was removed) counts as unchanged. */
function perSecond(before: HostReading | undefined, now: HostReading) {
  const seconds = before ? now.uptime - before.uptime : 0
  return (counter: (at: HostReading) => number): number => {
    if (!before || seconds <= 0) return 0
    return Math.round(Math.max(0, counter(now) - counter(before)) / seconds)
  }
}
