import type { ClientSummary } from '#contract/client-bodies.ts'
import type { Health } from '#contract/health-api.ts'
import type { Status } from '#contract/status.ts'
import { bold, escaped } from '../html.ts'
import type { Translator } from '../translator.ts'

export interface ServerFacts {
  host: string
  status: Status | null
  health: Pick<Health, 'findings' | 'checkedAt' | 'worst'>
  /** Writes a time as the server's operator reads it. */
  zone: string
  summary: Pick<ClientSummary, 'total' | 'onlineCount' | 'expiringCount' | 'depletedCount' | 'deactiveCount'>
}

function lasting(seconds: number, translator: Translator): string {
  const days = Math.floor(seconds / 86_400)
  const rest = new Date((seconds % 86_400) * 1_000).toISOString().slice(11, 16)
  return days > 0 ? `${translator.days(days)} ${rest}` : rest
}

export const countsLine = ({ summary }: Pick<ServerFacts, 'summary'>, translator: Translator): string =>
  translator.h('counts', {
    total: summary.total,
    online: summary.onlineCount,
    expiring: summary.expiringCount,
    depleted: summary.depletedCount,
    disabled: summary.deactiveCount,
  })

const coreStates = { running: 'coreRunning', stop: 'coreStopped', error: 'coreFailed' } as const

/** What needs attention is named; the rest is on the page Health. */
const mostFindings = 5

function healthLines(
  { health, zone }: Pick<ServerFacts, 'health' | 'zone'>,
  translator: Translator,
): string[] {
  const { findings, checkedAt, worst } = health
  const open = findings.filter(({ muted, state }) => !muted && state !== 'note')
  if (open.length === 0)
    return [
      worst === null || checkedAt === 0
        ? translator.h('healthUnknown')
        : translator.h('healthGood', { time: translator.moment(checkedAt, zone) }),
    ]
  return [
    translator.h('healthFound', { count: open.length }),
    ...open.slice(0, mostFindings).map(({ sentenceCoded }) => `• ${escaped(translator.say(sentenceCoded))}`),
  ]
}

export function statusCard(facts: ServerFacts, translator: Translator): string {
  const { host, status, summary } = facts
  const lines = [bold(host).text]
  if (status) {
    const { mem, disk, netIO, netTraffic, publicIP, xray } = status
    const sizes = ({ current, total }: typeof mem) => ({
      used: translator.bytes(current),
      total: translator.bytes(total),
    })
    const addresses = [publicIP.ipv4, publicIP.ipv6].filter((ip) => ip !== 'N/A').join(', ')
    lines.push(
      translator.h('coreIs', { state: translator.t(coreStates[xray.state]) }),
      translator.h('versions', { panel: status.panelVersion, core: xray.version }),
      translator.h('cpu', { share: translator.percent(status.cpu / 100), cores: status.cpuCores }),
      translator.h('memory', sizes(mem)),
      translator.h('disk', sizes(disk)),
      translator.h('load', { loads: status.loads.map((load) => load.toFixed(2)).join(' ') }),
      translator.h('uptime', { time: lasting(status.uptime, translator) }),
      translator.h('speed', { up: translator.bytes(netIO.up), down: translator.bytes(netIO.down) }),
      translator.h('transferred', {
        up: translator.bytes(netTraffic.sent),
        down: translator.bytes(netTraffic.recv),
      }),
      translator.h('connections', { tcp: status.tcpCount, udp: status.udpCount }),
    )
    if (addresses !== '') lines.push(translator.h('addresses', { list: addresses }))
    if (xray.errorMsg !== '' && xray.state !== 'running')
      lines.push(translator.h('failed', { reason: xray.errorMsg }))
  }
  return [...lines, ...healthLines(facts, translator), countsLine({ summary }, translator)].join('\n')
}
