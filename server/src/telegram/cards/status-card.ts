import type { ClientSummary } from '#contract/client-bodies.ts'
import type { Status } from '#contract/status.ts'
import { bold } from '../html.ts'
import type { Tongue } from '../tongue.ts'

export interface ServerFacts {
  host: string
  status: Status | null
  summary: Pick<ClientSummary, 'total' | 'onlineCount' | 'expiringCount' | 'depletedCount' | 'deactiveCount'>
}

function lasting(seconds: number, tongue: Tongue): string {
  const days = Math.floor(seconds / 86_400)
  const rest = new Date((seconds % 86_400) * 1_000).toISOString().slice(11, 16)
  return days > 0 ? `${tongue.days(days)} ${rest}` : rest
}

export const countsLine = ({ summary }: Pick<ServerFacts, 'summary'>, tongue: Tongue): string =>
  tongue.h('counts', {
    total: summary.total,
    online: summary.onlineCount,
    expiring: summary.expiringCount,
    depleted: summary.depletedCount,
    disabled: summary.deactiveCount,
  })

const coreStates = { running: 'coreRunning', stop: 'coreStopped', error: 'coreFailed' } as const

/** State of the machine, the core and the clients. */
export function statusCard({ host, status, summary }: ServerFacts, tongue: Tongue): string {
  const lines = [bold(host).text]
  if (status) {
    const { mem, disk, netIO, netTraffic, publicIP, xray } = status
    const sizes = ({ current, total }: typeof mem) => ({
      used: tongue.bytes(current),
      total: tongue.bytes(total),
    })
    const addresses = [publicIP.ipv4, publicIP.ipv6].filter((ip) => ip !== 'N/A').join(', ')
    lines.push(
      tongue.h('coreIs', { state: tongue.t(coreStates[xray.state]) }),
      tongue.h('versions', { panel: status.panelVersion, core: xray.version }),
      tongue.h('cpu', { share: tongue.percent(status.cpu / 100), cores: status.cpuCores }),
      tongue.h('memory', sizes(mem)),
      tongue.h('disk', sizes(disk)),
      tongue.h('load', { loads: status.loads.map((load) => load.toFixed(2)).join(' ') }),
      tongue.h('uptime', { time: lasting(status.uptime, tongue) }),
      tongue.h('speed', { up: tongue.bytes(netIO.up), down: tongue.bytes(netIO.down) }),
      tongue.h('transferred', { up: tongue.bytes(netTraffic.sent), down: tongue.bytes(netTraffic.recv) }),
      tongue.h('connections', { tcp: status.tcpCount, udp: status.udpCount }),
    )
    if (addresses !== '') lines.push(tongue.h('addresses', { list: addresses }))
    if (xray.errorMsg !== '' && xray.state !== 'running')
      lines.push(tongue.h('failed', { reason: xray.errorMsg }))
  }
  return [...lines, countsLine({ summary }, tongue)].join('\n')
}
