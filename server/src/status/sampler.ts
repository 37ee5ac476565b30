import type { HistoryMetric, Status } from '#contract/status.ts'
import type { HostReading } from './host.ts'

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
