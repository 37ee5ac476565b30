import type { Block } from '#contract/inbound.ts'
import type { Advertised, LinkProtocol } from '#domain/links/advertised.ts'
import { filled } from '#domain/untyped.ts'
import { everyAddress } from '#domain/wireguard/pool.ts'
import {
  askedName,
  earlyPath,
  fingerprintOf,
  foreignMask,
  foreignName,
  type Reality,
  type Tls,
  visionOf,
} from './dialling.ts'
import type { Cannot } from './rendered.ts'
import { cipherName, hopRanges, isEchConfig, pinOf, unsound } from './sound.ts'

function trust({ ech, pins, allowInsecure }: Tls): Block {
  return {
    ...(allowInsecure && { 'skip-cert-verify': true }),
    ...(pinOf(pins) && { fingerprint: pinOf(pins) }),
    ...(ech && { 'ech-opts': isEchConfig(ech) ? { enable: true, config: ech } : { enable: true } }),
  }
}

/**
 * mihomo sends the browser's ALPN instead of ours: over plain TCP, a list without h2 is used only without a browser
 * fingerprint. A fallback master would send an h2 connection to another child.
 */
const overridesAlpn = ({ transport, security: s }: Advertised): boolean =>
  transport.network === 'tcp' && s.kind === 'tls' && s.alpn.length > 0 && !s.alpn.includes('h2')

/**
 * Cores from 26.9.8 on accept a Reality client only if it offers X25519MLKEM768. mihomo does so with this option and
 * only as `chrome`; older cores accept that too.
 */
const reality = ({ publicKey, shortId }: Reality): Block => ({
  'client-fingerprint': 'chrome',
  'reality-opts': { 'public-key': publicKey, 'short-id': shortId, 'support-x25519mlkem768': true },
})

/** `nameKey`: Trojan and Hysteria use `sni`, the others `servername`. */
function security(entry: Advertised, nameKey: 'sni' | 'servername'): Block {
  const { security: s } = entry
  if (s.kind === 'none') return {}
  if (s.kind === 'reality') return filled({ [nameKey]: s.sni, ...reality(s) })
  const browser = overridesAlpn(entry) ? '' : fingerprintOf(s)
  return filled({ [nameKey]: s.sni, 'client-fingerprint': browser, alpn: s.alpn, ...trust(s) })
}

type DialledProtocol = Exclude<LinkProtocol, 'masque'>
type Render<P extends DialledProtocol> = (
  entry: Advertised,
  access: Extract<Advertised['access'], { protocol: P }>,
) => Block

const isWebSocket = ({ transport: { network } }: Advertised): boolean =>
  network === 'ws' || network === 'httpupgrade'

/** This plugin implements Shadowsocks in WebSocket; its multiplexer is not compatible with the core's. */
function plugin(entry: Advertised): Block {
  const { transport: t, security: s } = entry
  const opts = filled({
    mode: 'websocket',
    host: t.host || askedName(entry) || entry.host,
    path: t.path,
    mux: false,
    tls: s.kind === 'tls',
    'v2ray-http-upgrade': t.network === 'httpupgrade' || undefined,
    ...(s.kind === 'tls' && trust(s)),
  })
  return { plugin: 'v2ray-plugin', 'plugin-opts': opts }
}

const proxyOf: { [P in DialledProtocol]: Render<P> } = {
  vless: (entry, { id, flow, encryption }) => ({
    type: 'vless',
    uuid: id,
    tls: entry.security.kind !== 'none',
    ...filled({
      flow: visionOf(flow),
      encryption: encryption === 'none' ? '' : encryption,
    }),
    ...security(entry, 'servername'),
    ...clashTransport(entry),
  }),
  vmess: (entry, { id, cipher }) => ({
    type: 'vmess',
    uuid: id,
    alterId: 0,
    cipher,
    tls: entry.security.kind !== 'none',
    ...security(entry, 'servername'),
    ...clashTransport(entry),
  }),
  trojan: (entry, { password }) => ({
    type: 'trojan',
    password,
    ...security(entry, 'sni'),
    ...clashTransport(entry),
  }),
  shadowsocks: (entry, { method, keys, udp }) => ({
    type: 'ss',
    cipher: cipherName(method),
    password: keys.join(':'),
    udp,
    ...(isWebSocket(entry) && { ...plugin(entry), udp: false }), // the plugin supports TCP only
  }),
  hysteria: (entry, { auth, obfs, gecko, ports }) => ({
    type: 'hysteria2',
    password: auth,
    ...(hopRanges(ports) && { ports }),
    ...(obfs && { obfs: gecko ? 'gecko' : 'salamander', 'obfs-password': obfs }),
    ...(obfs && gecko && { 'obfs-min-packet-size': gecko[0], 'obfs-max-packet-size': gecko[1] }),
    ...security(entry, 'sni'),
  }),
  wireguard: (_, { privateKey, publicKey, preSharedKey, addresses, dns, mtu, keepAlive }) => ({
    type: 'wireguard',
    ...filled({
      ip: addresses.find((address) => !address.includes(':')),
      ipv6: addresses.find((address) => address.includes(':')),
      'private-key': privateKey,
      'public-key': publicKey,
      'pre-shared-key': preSharedKey,
      'persistent-keepalive': keepAlive || undefined,
    }),
    'allowed-ips': everyAddress,
    mtu,
    'remote-dns-resolve': true,
    dns,
  }),
}

export function clashProxy(name: string, entry: Advertised): Block {
  const { host, port, access, extras } = entry
  if (access.protocol === 'masque') throw new Error('MASQUE is left out') // by clashCannot
  // The table is complete by its type; TypeScript cannot tie a key to its argument.
  const render = proxyOf[access.protocol] as Render<DialledProtocol>
  const { type, ...rest } = render(entry, access)
  const ip = extras.ipVersion && { 'ip-version': extras.ipVersion }
  return { name, type, server: host, port, udp: true, ...rest, ...ip }
}

const webPlugin: Cannot = (entry) => {
  const { network, host } = entry.transport
  const { security: s } = entry
  if (network === 'tcp' && s.kind === 'none' && entry.transport.headerType === 'none') return ''
  if (!isWebSocket(entry)) return `it has no Shadowsocks over ${network} with this security`
  return host && s.kind === 'tls' && s.sni && host !== s.sni
    ? 'its Shadowsocks plugin cannot ask for one host and show another'
    : ''
}

const onlyVless: Cannot = ({ access, transport }) =>
  transport.network === 'xhttp' && access.protocol !== 'vless' ? 'it has XHTTP for VLESS alone' : ''

const trojanAlone: Cannot = ({ security: s, transport }) => {
  if (s.kind === 'none') return 'it has no Trojan without TLS'
  return transport.headerType === 'http' ? 'it has no Trojan with an HTTP header' : ''
}

const xhttpAlone: Cannot = (entry) => {
  const { downloadSettings, sessionIDTable, sessionIDLength } = xhttpSettings(entry)
  if (downloadSettings) return 'it cannot be told of separate XHTTP downloads'
  return sessionIDTable || sessionIDLength ? 'it makes XHTTP session ids of its own' : ''
}

/** What mihomo 1.19 does not support; blank if it can dial the entry. */
export const clashCannot: Cannot = (entry) => {
  const { access, transport } = entry
  if (transport.network === 'kcp') return 'it has no mKCP'
  if (access.protocol === 'masque') return 'its MASQUE is for WARP alone: it knows no name and password'
  return (
    unsound(entry) ||
    foreignMask(entry) ||
    foreignName(entry) ||
    onlyVless(entry) ||
    (access.protocol === 'shadowsocks' && webPlugin(entry)) ||
    (access.protocol === 'trojan' && trojanAlone(entry)) ||
    (transport.network === 'xhttp' && xhttpAlone(entry)) ||
    ''
  )
}

type TransportOptions = (entry: Advertised) => Block

const withHost = ({ host, headers }: Advertised['transport']): Block => ({
  ...headers,
  ...(host && { Host: host }),
})

const upgrade: TransportOptions = ({ transport }) =>
  filled({ path: earlyPath(transport.path).path, headers: withHost(transport) })

const webSocket: TransportOptions = (entry) => {
  const { earlyData } = earlyPath(entry.transport.path)
  const early = { 'max-early-data': earlyData, 'early-data-header-name': 'Sec-WebSocket-Protocol' }
  return { ...upgrade(entry), ...(earlyData > 0 && early) }
}

/** Header values as lists, from which mihomo picks one. */
const http: TransportOptions = ({ transport }) => {
  const { method } = (transport.settings.header as { request?: Block } | undefined)?.request ?? {}
  const lists = Object.entries(withHost(transport)).map(([name, value]) => [name, [value]])
  return {
    method: typeof method === 'string' && method !== '' ? method : 'GET',
    path: [transport.path],
    ...(lists.length > 0 && { headers: Object.fromEntries(lists) }),
  }
}

const kebab = (key: string): string => key.replace(/[A-Z]+/g, (capitals) => `-${capitals.toLowerCase()}`)

/** XHTTP keys in the core -> in mihomo, if they differ from plain kebab case. */
const renamed: Readonly<Record<string, string>> = {
  noGRPCHeader: 'no-grpc-header',
  uplinkHTTPMethod: 'uplink-http-method',
  sessionIDPlacement: 'session-placement',
  sessionIDKey: 'session-key',
}
const alike = [
  'xPaddingBytes',
  'xPaddingObfsMode',
  'xPaddingKey',
  'xPaddingHeader',
  'xPaddingPlacement',
  'xPaddingMethod',
  'sessionPlacement',
  'sessionKey',
  'seqPlacement',
  'seqKey',
  'uplinkDataPlacement',
  'uplinkDataKey',
  'uplinkChunkSize',
  'scMaxEachPostBytes',
  'scMinPostsIntervalMs',
]
const reused = ['maxConcurrency', 'maxConnections', 'cMaxReuseTimes', 'hMaxRequestTimes', 'hMaxReusableSecs']

/** mihomo expects numbers and ranges as text; booleans stay booleans. */
const written = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

/** The block merged with its `extra`, which takes precedence in the core. */
const xhttpSettings = ({ transport }: Advertised): Block => {
  const { extra, ...settings } = transport.settings
  return { ...settings, ...(typeof extra === 'object' && extra !== null ? extra : {}) }
}

const xhttp: TransportOptions = (entry) => {
  const settings = xhttpSettings(entry)
  const { path, host, mode, headers } = entry.transport
  const named = [...alike, ...Object.keys(renamed)].map((key) => [
    renamed[key] ?? kebab(key),
    written(settings[key]),
  ])
  const xmux = (settings.xmux ?? {}) as Block // an object or absent, as in the core
  const reuse = filled(Object.fromEntries(reused.map((key) => [kebab(key), written(xmux[key])])))
  return filled({
    path,
    host,
    mode,
    ...Object.fromEntries(named),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(reuse).length > 0 && { 'reuse-settings': reuse }),
  })
}

/** A service name with a slash is a path, in the core and in mihomo; the part after the bar is the multi-mode path. */
function serviceName({ serviceName: name }: Advertised['transport']): string {
  if (name.startsWith('/')) return name.split('|')[0] ?? name
  // A blank name is valid for the core but means "GunService" for mihomo: a full path is unambiguous.
  return name || '//Tun'
}

function clashTransport(entry: Advertised): Block {
  const { network, headerType } = entry.transport
  if (network === 'ws') return { network: 'ws', 'ws-opts': webSocket(entry) }
  if (network === 'httpupgrade')
    return { network: 'ws', 'ws-opts': { ...upgrade(entry), 'v2ray-http-upgrade': true } }
  if (network === 'grpc')
    return { network: 'grpc', 'grpc-opts': { 'grpc-service-name': serviceName(entry.transport) } }
  if (network === 'xhttp') return { network: 'xhttp', 'xhttp-opts': xhttp(entry) }
  return headerType === 'http' ? { network: 'http', 'http-opts': http(entry) } : { network: 'tcp' }
}
