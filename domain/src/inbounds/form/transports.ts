import type { Coded } from '#contract/coded.ts'
import type { Network } from '#contract/protocol.ts'
import { coded } from '#domain/refusal.ts'
import { masquePathProblem } from '../masque.ts'
import {
  choice,
  dialledPath,
  type Field,
  flag,
  int32,
  list,
  type Row,
  range,
  section,
  text,
  upgradedPath,
  whole,
} from './field.ts'

const mode = (...modes: string[]) => ({ where: { 'streamSettings.xhttpSettings.mode': modes } })
const packets = mode('auto', 'packet-up')
const noHost = (headers: Record<string, unknown>): Coded | undefined =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'host')
    ? coded('inbound.header-host')
    : undefined
const positive = (value: string | number): Coded | undefined =>
  value !== '' && /^0*(?:-|$)/.test(String(value)) ? coded('inbound.more-than-zero') : undefined

/** XHTTP beyond host and path; blank values are omitted, so only a few have defaults. */
export const xhttpRows: readonly Row[] = [
  choice('mode', ['', 'auto', 'packet-up', 'stream-up', 'stream-one'], 'auto'),
  range('scMaxEachPostBytes', undefined, packets),
  whole('scMaxBufferedPosts', 0, int32, undefined, mode('auto', 'packet-up', 'stream-up')),
  range('scMinPostsIntervalMs', undefined, packets),
  range('scStreamUpServerSecs', undefined, mode('auto', 'stream-up')),
  whole('serverMaxHeaderBytes', 0, int32),
  range('xPaddingBytes', '100-1000', { check: positive }),
  { key: 'headers', kind: 'headers', check: noHost },
  choice('uplinkHTTPMethod', ['', 'POST', 'PUT', 'PATCH', 'GET'], undefined, { anyCase: true }),
  flag('xPaddingObfsMode'),
  text('xPaddingKey'),
  text('xPaddingHeader'),
  choice('xPaddingPlacement', ['', 'queryInHeader', 'header', 'cookie', 'query']),
  choice('xPaddingMethod', ['', 'repeat-x', 'tokenish']),
  choice('sessionIDPlacement', ['', 'path', 'header', 'cookie', 'query'], undefined, {
    alias: ['sessionPlacement'],
  }),
  text('sessionIDKey', undefined, { alias: ['sessionKey'] }),
  text('sessionIDTable'),
  range('sessionIDLength'),
  choice('seqPlacement', ['', 'path', 'header', 'cookie', 'query']),
  text('seqKey'),
  choice('uplinkDataPlacement', ['', 'auto', 'body', 'header', 'cookie'], undefined, packets),
  text('uplinkDataKey', undefined, packets),
  flag('noSSEHeader'),
  { key: 'xmux', kind: 'block' },
  range('xmux.maxConcurrency'),
  range('xmux.maxConnections'),
  range('xmux.cMaxReuseTimes'),
  range('xmux.hMaxRequestTimes'),
  range('xmux.hMaxReusableSecs'),
  whole('xmux.hKeepAlivePeriod', -int32, int32),
]

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
  // A tunnel through DNS has room for a few bytes.
  whole('mtu', 21, 1460, 1350, { orZero: true }),
  whole('tti', 10, 1000, 20, { orZero: true }),
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

/** `path` is for both ends; the rest is what clients say in their request. */
const masque: Row[] = [
  text('path', undefined, { check: masquePathProblem, max: 2048 }),
  text('host', '', { max: 255, panelOnly: true }),
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
  masque,
} satisfies Record<Network, readonly Row[]>

export const transportFields: readonly Field[] = (Object.keys(rows) as Network[]) // the table's own keys
  .flatMap((network) => [
    { path: `streamSettings.${network}Settings`, kind: 'block' as const, network: [network] },
    ...section(`streamSettings.${network}Settings`, { network: [network] }, rows[network]),
  ])
