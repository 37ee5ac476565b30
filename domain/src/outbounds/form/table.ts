import type { Coded } from '#contract/coded.ts'
import type { Network } from '#contract/protocol.ts'
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
  whole,
} from '#domain/inbounds/form/field.ts'
import { shadowsocksMethods } from '#domain/inbounds/form/protocols.ts'
import { fingerprints } from '#domain/inbounds/form/security.ts'
import { finalmask, sockopt } from '#domain/inbounds/form/socket.ts'
import { grpc, kcp, xhttpRows } from '#domain/inbounds/form/transports.ts'
import { withKeyShare } from '#domain/inbounds/reality.ts'
import { resolveStrategies } from '#domain/net/resolve-strategy.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import { vlessEncryption } from '../share-link.ts'
import type { OutboundProtocol } from './cells.ts'

/** A key of any other length crashes the core. */
const encryption = (value: string): Coded | undefined => {
  try {
    vlessEncryption(value)
  } catch (error) {
    if (error instanceof Refusal) return codedOf(error)
    throw error
  }
  return undefined
}

const address = text('address', '', { max: 253 })
const port = whole('port', 1, 65_535, 443)
const account = [text('user', '', { max: 255 }), text('pass', '', { max: 255 })]
const level = whole('userLevel', 0, 65_535)

/** `settings` of each protocol, the server flat beside them: see `shape.ts`. Those with a default are always shown. */
const settings = {
  vless: [
    address,
    port,
    text('id', ''),
    choice('flow', ['', 'xtls-rprx-vision', 'xtls-rprx-vision-udp443'], ''),
    text('encryption', undefined, { check: encryption }),
  ],
  vmess: [
    address,
    port,
    text('id', ''),
    choice('security', ['auto', 'aes-128-gcm', 'chacha20-poly1305', 'none', 'zero'], 'auto'),
  ],
  trojan: [address, port, text('password', '')],
  shadowsocks: [
    address,
    port,
    choice('method', shadowsocksMethods, '2022-blake3-aes-128-gcm', { anyCase: true }),
    text('password', ''),
    flag('uot'),
    whole('UoTVersion', 1, 2),
  ],
  hysteria: [address, port],
  wireguard: [
    text('secretKey', ''),
    list('address', [], { orText: true }),
    { key: 'peers', kind: 'rows', default: [] },
    text('peers[].endpoint'),
    text('peers[].publicKey'),
    text('peers[].preSharedKey'),
    list('peers[].allowedIPs'),
    whole('peers[].keepAlive', 0, 65_535),
    { key: 'reserved', kind: 'wholes', min: 0, max: 255, default: [] },
    whole('mtu', 576, 65_535, 1420),
    choice('domainStrategy', ['', 'ForceIP', 'ForceIPv4', 'ForceIPv4v6', 'ForceIPv6', 'ForceIPv6v4']),
    flag('noKernelTun'),
  ],
  socks: [address, { ...port, default: 1080 }, ...account],
  http: [address, { ...port, default: 8080 }, ...account, { key: 'headers', kind: 'map' }],
  freedom: [
    choice('domainStrategy', resolveStrategies, 'AsIs', { anyCase: true }),
    text('redirect'),
    whole('proxyProtocol', 0, 2),
    text('fragment.packets', undefined, { suggest: ['tlshello', '1-3'] }),
    range('fragment.length'),
    range('fragment.interval'),
    range('fragment.maxSplit'),
    { key: 'noises', kind: 'rows' },
    choice('noises[].type', ['rand', 'str', 'base64', 'hex']),
    text('noises[].packet'),
    range('noises[].delay'),
    choice('noises[].applyTo', ['', 'ip', 'ipv4', 'ipv6']),
    { key: 'finalRules', kind: 'rows' },
    choice('finalRules[].action', ['block', 'allow']),
    text('finalRules[].network'),
    text('finalRules[].port', undefined, { orNumber: true }),
    list('finalRules[].ip'),
    range('finalRules[].blockDelay'),
    level,
  ],
  blackhole: [choice('response.type', ['none', 'http'], 'none')],
  dns: [
    text('address', '', { alias: ['rewriteAddress'] }),
    whole('port', 1, 65_535, undefined, { alias: ['rewritePort'] }),
    choice('network', ['', 'tcp', 'udp'], '', { alias: ['rewriteNetwork'] }),
    choice('nonIPQuery', ['', 'drop', 'skip', 'reject']),
    { key: 'rules', kind: 'rows' },
    choice('rules[].action', ['direct', 'drop', 'return', 'hijack']),
    text('rules[].qType', undefined, { orNumber: true }),
    list('rules[].domain'),
    whole('rules[].rCode', 0, 65_535),
    level,
  ],
  loopback: [text('inboundTag', '')],
} satisfies Record<OutboundProtocol, readonly Row[]>

const path = text('path', '', { check: dialledPath, max: 2048 })
const host = text('host', '', { max: 1024 })
const headers: Row = { key: 'headers', kind: 'headers' }
const camouflage = { where: { 'streamSettings.tcpSettings.header.type': ['http'] } }

/** `<network>Settings`, the client's half. An outbound of MASQUE has no form. */
const transports = {
  tcp: [
    choice('header.type', ['none', 'http'], 'none'),
    text('header.request.version', undefined, camouflage),
    text('header.request.method', undefined, camouflage),
    list('header.request.path', ['/'], { ...camouflage, orText: true }),
    { key: 'header.request.headers', kind: 'headers', default: {}, ...camouflage },
  ],
  kcp,
  ws: [host, path, whole('heartbeatPeriod', 0, int32), headers],
  httpupgrade: [host, path, headers],
  grpc: [...grpc, text('user_agent')],
  xhttp: [
    host,
    path,
    // What only a server reads.
    ...xhttpRows.filter(({ key }) => !['serverMaxHeaderBytes', 'scStreamUpServerSecs'].includes(key)),
    range('uplinkChunkSize'),
    flag('noGRPCHeader'),
    { key: 'downloadSettings', kind: 'block' },
    { key: 'extra', kind: 'block' },
  ],
  hysteria: [text('auth', ''), whole('udpIdleTimeout', 2, 600)],
} satisfies Record<Exclude<Network, 'masque'>, readonly Row[]>

const versions = ['', '1.0', '1.1', '1.2', '1.3'] as const
const print = (suggest: readonly string[]) => text('fingerprint', '', { suggest })

/** The client's side of TLS. */
const tls: Row[] = [
  text('serverName', '', { max: 253 }),
  print(fingerprints),
  list('alpn', [], { suggest: ['h3', 'h2', 'http/1.1'], orText: true }),
  text('pinnedPeerCertSha256'),
  text('verifyPeerCertByName'),
  text('echConfigList'),
  choice('minVersion', versions),
  choice('maxVersion', versions),
  text('cipherSuites'),
  list('curvePreferences', undefined, { orText: true }),
  flag('enableSessionResumption'),
  flag('disableSystemRoot'),
  flag('useSystemCA'),
]
const reality: Row[] = [
  text('serverName', '', { max: 253 }),
  print(withKeyShare),
  text('publicKey', '', { alias: ['password'] }),
  text('shortId', '', { max: 16 }),
  text('spiderX'),
  text('mldsa65Verify'),
]

const carried: readonly OutboundProtocol[] = ['vless', 'vmess', 'trojan', 'shadowsocks', 'socks', 'http']
const mux: Row[] = [
  flag('enabled', false),
  whole('concurrency', -1, 1024, undefined, { where: { 'mux.enabled': [true] } }),
  whole('xudpConcurrency', -1, 1024, undefined, { where: { 'mux.enabled': [true] } }),
  choice('xudpProxyUDP443', ['', 'reject', 'allow', 'skip'], undefined, {
    where: { 'mux.enabled': [true] },
  }),
]

/** What only a listener reads. */
const listening = new Set([
  'sockopt.acceptProxyProtocol',
  'sockopt.V6Only',
  'sockopt.tproxy',
  'sockopt.trustedXForwardedFor',
])
const dialling: readonly OutboundProtocol[] = [...carried, 'hysteria', 'wireguard', 'freedom', 'dns']

const portStrategies = [
  ...['', 'none', 'SrvPortOnly', 'SrvAddressOnly', 'SrvPortAndAddress'],
  ...['TxtPortOnly', 'TxtAddressOnly', 'TxtPortAndAddress'],
]

/** Every field of an outbound, for its form and its check. */
export const outboundTable: readonly Field[] = [
  ...section('', {}, [text('tag', '', { max: 254 })]),
  ...(Object.keys(settings) as OutboundProtocol[]) // the table's own keys
    .flatMap((protocol) => section('settings', { protocol: [protocol] }, settings[protocol])),
  ...(Object.keys(transports) as (keyof typeof transports)[]) // the table's own keys
    .flatMap((network) =>
      section(`streamSettings.${network}Settings`, { network: [network] }, transports[network]),
    ),
  ...section('streamSettings.tlsSettings', { security: ['tls'] }, tls),
  ...section('streamSettings.realitySettings', { security: ['reality'] }, reality),
  ...section('mux', { protocol: carried, network: ['tcp', 'kcp', 'ws', 'grpc', 'httpupgrade'] }, mux),
  ...section('', { protocol: dialling }, [
    text('sendThrough'),
    choice('targetStrategy', ['', ...resolveStrategies], undefined, { anyCase: true }),
  ]),
  ...section('streamSettings', { protocol: dialling }, [
    ...sockopt.filter(({ key }) => !listening.has(key)),
    choice('sockopt.addressPortStrategy', portStrategies, undefined, {
      protocol: dialling.filter((protocol) => protocol !== 'freedom'),
    }),
    ...finalmask,
  ]),
]
