import type { Network } from '#contract/protocol.ts'
import {
  choice,
  dialledPath,
  type Field,
  flag,
  int32,
  list,
  type Row,
  section,
  text,
  upgradedPath,
  whole,
} from './field.ts'
import { xhttpRows } from './xhttp.ts'

const proxyProtocol = flag('acceptProxyProtocol', false)
const path = text('path', '/', { check: dialledPath, max: 2048 })
const upgraded = { ...path, check: upgradedPath }
const host = text('host', '', { max: 1024 })
const headers: Row = { key: 'headers', kind: 'headers', default: {} }

const camouflage = { where: { 'streamSettings.tcpSettings.header.type': ['http'] } }
const tcp: Row[] = [
  proxyProtocol,
  choice('header.type', ['none', 'http'], 'none'),
  text('header.request.version', '1.1', camouflage),
  text('header.request.method', 'GET', camouflage),
  list('header.request.path', ['/'], { ...camouflage, orText: true }),
  { key: 'header.request.headers', kind: 'headers', default: {}, ...camouflage },
  text('header.response.version', '1.1', camouflage),
  text('header.response.status', '200', { ...camouflage, orNumber: true }),
  text('header.response.reason', 'OK', camouflage),
  { key: 'header.response.headers', kind: 'headers', default: {}, ...camouflage },
]

export const kcp: readonly Row[] = [
  whole('mtu', 576, 1460, 1350, { orZero: true }),
  whole('tti', 10, 100, 20, { orZero: true }),
  whole('uplinkCapacity', 0, int32, 5),
  whole('downlinkCapacity', 0, int32, 20),
  whole('cwndMultiplier', 1, int32, 1, { orZero: true }),
  whole('maxSendingWindow', 0, int32, 2_097_152),
]

const masquerade = (...types: string[]) => ({
  where: { 'streamSettings.hysteriaSettings.masquerade.type': types },
})
const hysteria: Row[] = [
  whole('version', 2, 2, 2, { fill: true }),
  whole('udpIdleTimeout', 2, 600, 60, { orZero: true }),
  text('auth'),
  { key: 'masquerade', kind: 'block' },
  choice('masquerade.type', ['', 'proxy', 'file', 'string']),
  text('masquerade.url', undefined, masquerade('proxy')),
  flag('masquerade.rewriteHost', undefined, masquerade('proxy')),
  flag('masquerade.insecure', undefined, masquerade('proxy')),
  text('masquerade.dir', undefined, masquerade('file')),
  whole('masquerade.statusCode', 0, 599, undefined, masquerade('string')),
  text('masquerade.content', undefined, masquerade('string')),
  { key: 'masquerade.headers', kind: 'headers', ...masquerade('string') },
]

/** Both ends read these. */
export const grpc: readonly Row[] = [
  text('serviceName', '', { max: 1024 }),
  text('authority', '', { max: 1024 }),
  flag('multiMode', false),
  whole('idle_timeout', 0, int32),
  whole('health_check_timeout', 0, int32),
  flag('permit_without_stream'),
  whole('initial_windows_size', 0, int32),
]

/** `<network>Settings` of each transport. */
const rows = {
  tcp,
  kcp,
  ws: [proxyProtocol, host, upgraded, whole('heartbeatPeriod', 0, int32, 0), headers],
  grpc,
  httpupgrade: [proxyProtocol, host, upgraded, headers],
  xhttp: [host, path, ...xhttpRows],
  hysteria,
} satisfies Record<Network, readonly Row[]>

export const transportFields: readonly Field[] = (Object.keys(rows) as Network[]) // the table's own keys
  .flatMap((network) => [
    { path: `streamSettings.${network}Settings`, kind: 'block' as const, network: [network] },
    ...section(`streamSettings.${network}Settings`, { network: [network] }, rows[network]),
  ])
