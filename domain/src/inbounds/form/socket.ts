import { type Protocol, protocols, protocolTraits } from '#contract/protocol.ts'
import { resolveStrategies } from '../../net/resolve-strategy.ts'
import {
  choice,
  type Field,
  flag,
  int32,
  list,
  type Row,
  range,
  safe,
  section,
  text,
  whole,
} from './field.ts'

const streaming: readonly Protocol[] = protocols.filter((p) => protocolTraits[p].stream !== 'none')
const transported: readonly Protocol[] = protocols.filter((p) => protocolTraits[p].stream === 'transport')

const domainStrategies = ['', ...resolveStrategies] as const

/** `sockopt`: absent until enabled, and then only the keys that were set. */
export const sockopt: readonly Row[] = [
  { key: 'sockopt', kind: 'block' },
  whole('sockopt.mark', 0, int32),
  whole('sockopt.tcpKeepAliveInterval', -1, int32),
  whole('sockopt.tcpKeepAliveIdle', -1, int32),
  whole('sockopt.tcpMaxSeg', 0, int32),
  whole('sockopt.tcpUserTimeout', 0, int32),
  whole('sockopt.tcpWindowClamp', 0, int32),
  flag('sockopt.acceptProxyProtocol'),
  flag('sockopt.tcpFastOpen', undefined, { orNumber: true }),
  flag('sockopt.penetrate'),
  flag('sockopt.V6Only', undefined, { alias: ['v6only'] }),
  flag('sockopt.tcpMptcp', undefined, { alias: ['tcpMPTCP'] }),
  text('sockopt.tcpcongestion', undefined, { alias: ['tcpCongestion'], suggest: ['bbr', 'cubic', 'reno'] }),
  choice('sockopt.tproxy', ['', 'off', 'redirect', 'tproxy'], undefined, { anyCase: true }),
  choice('sockopt.domainStrategy', domainStrategies, undefined, { anyCase: true }),
  text('sockopt.dialerProxy'),
  text('sockopt.interface'),
  list('sockopt.trustedXForwardedFor', undefined, {
    suggest: ['CF-Connecting-IP', 'X-Real-IP', 'True-Client-IP', 'X-Client-IP'],
  }),
  { key: 'sockopt.happyEyeballs', kind: 'block' },
  { key: 'sockopt.customSockopt', kind: 'rows' },
]

const window = (key: string): Row =>
  whole(`finalmask.quicParams.${key}`, 16_384, safe, undefined, { orZero: true })

/** Masks differ between core versions: their type is checked here, their settings by the core. */
export const finalmask: readonly Row[] = [
  { key: 'finalmask', kind: 'block' },
  { key: 'finalmask.tcp', kind: 'rows' },
  text('finalmask.tcp[].type', undefined, { suggest: ['fragment', 'sudoku', 'header-custom', 'xmc'] }),
  { key: 'finalmask.tcp[].settings', kind: 'block' },
  { key: 'finalmask.udp', kind: 'rows' },
  text('finalmask.udp[].type', undefined, {
    suggest: ['salamander', 'mkcp-legacy', 'xdns', 'xicmp', 'realm', 'header-custom', 'noise'],
  }),
  { key: 'finalmask.udp[].settings', kind: 'block' },
  { key: 'finalmask.quicParams', kind: 'block' },
  text('finalmask.quicParams.congestion', undefined, { suggest: ['bbr', 'reno', 'brutal', 'force-brutal'] }),
  flag('finalmask.quicParams.debug'),
  text('finalmask.quicParams.brutalUp', undefined, { orNumber: true }),
  text('finalmask.quicParams.brutalDown', undefined, { orNumber: true }),
  text('finalmask.quicParams.udpHop.ports', undefined, { orNumber: true }),
  range('finalmask.quicParams.udpHop.interval'),
  whole('finalmask.quicParams.maxIdleTimeout', 4, 120, undefined, { orZero: true }),
  whole('finalmask.quicParams.keepAlivePeriod', 2, 60, undefined, { orZero: true }),
  flag('finalmask.quicParams.disablePathMTUDiscovery'),
  flag('finalmask.quicParams.disableChromeParrot'),
  flag('finalmask.quicParams.disableGSO'),
  flag('finalmask.quicParams.brutalDisableLossCompensation'),
  flag('finalmask.quicParams.disableStatelessReset'),
  whole('finalmask.quicParams.maxIncomingStreams', 8, safe, undefined, { orZero: true }),
  ...['initStreamReceiveWindow', 'maxStreamReceiveWindow'].map(window),
  ...['initConnectionReceiveWindow', 'maxConnectionReceiveWindow'].map(window),
]

/** Addresses to advertise instead of the inbound's own. */
const externalProxy: Row[] = [
  { key: 'externalProxy', kind: 'rows', panelOnly: true },
  choice('externalProxy[].forceTls', ['', 'same', 'tls', 'none'], undefined, { panelOnly: true }),
  text('externalProxy[].dest', undefined, { panelOnly: true }),
  whole('externalProxy[].port', 0, 65_535, undefined, { panelOnly: true }),
  text('externalProxy[].remark', undefined, { panelOnly: true }),
  text('externalProxy[].sni', undefined, { panelOnly: true }),
  text('externalProxy[].fingerprint', undefined, { panelOnly: true }),
  list('externalProxy[].alpn', undefined, { panelOnly: true, orText: true }),
]

export const socketFields: readonly Field[] = [
  ...section('streamSettings', { protocol: streaming }, [...sockopt, ...finalmask]),
  ...section('streamSettings', { protocol: transported }, externalProxy),
]
