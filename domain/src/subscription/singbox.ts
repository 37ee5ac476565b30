import type { Block } from '#contract/inbound.ts'
import type { Advertised, LinkProtocol, PieceSizes, WireguardAccess } from '#domain/links/advertised.ts'
import { filled } from '#domain/untyped.ts'
import { everyAddress } from '#domain/wireguard/pool.ts'
import {
  type Abilities,
  earlyPath,
  fingerprintOf,
  foreignMask,
  foreignName,
  tooNew,
  visionOf,
} from './dialling.ts'
import { type Cannot, type Rendered, sortOut, uniqueNames } from './rendered.ts'
import { cipherName, hopRanges, isEchConfig, unsound } from './sound.ts'

const select = 'select'
const auto = 'auto'
const direct = 'direct'

/** A tun device for all traffic, and a local proxy. */
const inbounds: readonly Block[] = [
  {
    type: 'tun',
    tag: 'tun-in',
    address: ['172.19.0.1/30', 'fdfe:dcba:9876::1/126'],
    auto_route: true,
    strict_route: true,
  },
  { type: 'mixed', tag: 'mixed-in', listen: '127.0.0.1', listen_port: 2080 },
]

/** DNS goes through the proxy; the proxy's own name is resolved directly. */
const dns = (detour: string): Block => ({
  servers: [
    { type: 'local', tag: 'local' },
    ...(detour === direct ? [] : [{ type: 'tls', tag: 'remote', server: '8.8.8.8', detour }]),
  ],
  final: detour === direct ? 'local' : 'remote',
})

const rules: readonly Block[] = [
  { action: 'sniff' },
  { protocol: 'dns', action: 'hijack-dns' },
  { ip_is_private: true, action: 'route', outbound: direct },
]

/** What can be dialled comes first: a message is only there to be read. */
function choices(tags: readonly string[], messages: readonly string[]): Block[] {
  if (tags.length + messages.length === 0) return []
  const automatic = tags.length > 0 ? [auto] : []
  return [
    {
      type: 'selector',
      tag: select,
      outbounds: [...automatic, ...messages, ...tags, direct],
      default: automatic[0] ?? direct,
    },
    ...automatic.map((tag) => ({ type: 'urltest', tag, outbounds: tags })),
  ]
}

const sorted = (entries: readonly Advertised[], app: Abilities = {}) =>
  sortOut(
    entries,
    ['singbox', 'sing-box'],
    (entry) => singboxCannot(entry) || tooNew(entry, app, 'sing-box 1.14'),
  )
export const fitsSingbox = (entry: Advertised): boolean => sorted([entry]).fit.length > 0

/** A client's configuration for sing-box 1.14; without entries everything goes direct (R34). */
export function singboxConfig(entries: readonly Advertised[], app: Abilities = {}): Rendered {
  const { fit, leftOut } = sorted(entries, app)
  const tags = uniqueNames(fit, [select, auto, direct])
  const isMessage = (_: string, i: number) => fit[i]?.isInfo === true
  const messages = tags.filter(isMessage)
  const dialled = tags.filter((tag, i) => !isMessage(tag, i))
  const final = fit.length > 0 ? select : direct
  const dialling = fit.map((entry, i) => singboxOutbound(tags[i] ?? '', entry))
  const endpoints = dialling.filter(({ type }) => type === 'wireguard')
  const config = {
    log: { level: 'warn' },
    dns: dns(dialled.length > 0 ? select : direct),
    inbounds,
    outbounds: [
      ...choices(dialled, messages),
      ...dialling.filter((outbound) => !endpoints.includes(outbound)),
      { type: direct, tag: direct },
    ],
    ...(endpoints.length > 0 && { endpoints }),
    route: { rules, final, default_domain_resolver: 'local', auto_detect_interface: true },
  }
  return { body: `${JSON.stringify(config, null, 2)}\n`, leftOut }
}

const pem = (base64: string): string[] => ['-----BEGIN ECH CONFIGS-----', base64, '-----END ECH CONFIGS-----']

/** gRPC requires HTTP/2, whatever the inbound's list says. */
const alpnOf = ({ security: s, transport }: Advertised): readonly string[] => {
  if (s.kind !== 'tls') return []
  return transport.network === 'grpc' ? ['h2'] : s.alpn
}

function tls(entry: Advertised): Block | undefined {
  const { security: s, access } = entry
  if (s.kind === 'none') return undefined
  // QUIC has no uTLS fingerprint; Reality needs one.
  const browser = access.protocol === 'hysteria' ? '' : fingerprintOf(s) || (s.kind === 'reality' && 'chrome')
  const common = {
    enabled: true,
    server_name: s.sni,
    alpn: alpnOf(entry),
    ...(browser && { utls: { enabled: true, fingerprint: browser } }),
  }
  if (s.kind === 'reality')
    return filled({
      ...common,
      reality: filled({ enabled: true, public_key: s.publicKey, short_id: s.shortId }),
    })
  return filled({
    ...common,
    ...(s.allowInsecure && { insecure: true }),
    ...(s.ech && { ech: { enabled: true, ...(isEchConfig(s.ech) && { config: pem(s.ech) }) } }),
  })
}

type DialledProtocol = Exclude<LinkProtocol, 'wireguard' | 'masque'>
type Render<P extends DialledProtocol> = (
  access: Extract<Advertised['access'], { protocol: P }>,
  entry: Advertised,
) => Block

const sizesOf = (gecko: PieceSizes | undefined): Block =>
  gecko ? { min_packet_size: gecko[0], max_packet_size: gecko[1] } : {}

/** "1000-2000,3000" -> ["1000:2000", "3000:3000"]. */
const portRanges = (ports: string): string[] =>
  ports
    .split(',')
    .map((part) => part.trim().split('-'))
    .map(([from = '', to = from]) => `${from}:${to}`)

/** A device that carries packets: sing-box lists it apart from its outbounds. */
function singboxEndpoint(tag: string, { host, port }: Advertised, access: WireguardAccess): Block {
  const { privateKey, publicKey, preSharedKey, addresses, mtu, keepAlive } = access
  const peer = filled({
    address: host,
    port,
    public_key: publicKey,
    pre_shared_key: preSharedKey,
    persistent_keepalive_interval: keepAlive || undefined,
    allowed_ips: everyAddress,
  })
  return { type: 'wireguard', tag, mtu, address: addresses, private_key: privateKey, peers: [peer] }
}

const outboundOf: { [P in DialledProtocol]: Render<P> } = {
  vless: ({ id, flow }) => ({ type: 'vless', uuid: id, flow: visionOf(flow), packet_encoding: 'xudp' }),
  vmess: ({ id, cipher }) => ({ type: 'vmess', uuid: id, security: cipher, packet_encoding: 'xudp' }),
  trojan: ({ password }) => ({ type: 'trojan', password }),
  shadowsocks: ({ method, keys, udp }, entry) => ({
    type: 'shadowsocks',
    method: cipherName(method),
    password: keys.join(':'),
    ...singboxPlugin(entry),
    ...(!udp && { network: 'tcp' }), // default: both
  }),
  hysteria: ({ auth, obfs, gecko, ports }) => ({
    type: 'hysteria2',
    password: auth,
    ...(hopRanges(ports) && { server_ports: portRanges(ports) }),
    ...(obfs && { obfs: { type: gecko ? 'gecko' : 'salamander', password: obfs, ...sizesOf(gecko) } }),
  }),
}

export function singboxOutbound(tag: string, entry: Advertised): Block {
  const { host, port, access } = entry
  if (access.protocol === 'wireguard') return singboxEndpoint(tag, entry, access)
  if (access.protocol === 'masque') throw new Error('MASQUE is left out') // by singboxCannot
  // The table is complete by its type; TypeScript cannot tie a key to its argument.
  const render = outboundOf[access.protocol] as Render<DialledProtocol>
  const { type, ...rest } = render(access, entry)
  const plain = access.protocol === 'shadowsocks'
  return filled({
    type,
    tag,
    server: host,
    server_port: port,
    ...rest,
    ...(!plain && { tls: tls(entry), transport: singboxTransport(entry) }),
  })
}

const shadowsocksAlone: Cannot = ({ transport: { network, host, headerType, headers }, security: s }) => {
  if (network === 'tcp' && s.kind === 'none' && headerType === 'none') return ''
  if (network !== 'ws' || s.kind === 'reality')
    return `it has no Shadowsocks over ${network} with this security`
  if (Object.keys(headers).length > 0) return 'its Shadowsocks plugin sends no headers of ours'
  if (s.kind === 'none') return ''
  if (s.allowInsecure || s.ech) return 'its Shadowsocks plugin has plain TLS only'
  return host && s.sni && host !== s.sni
    ? 'its Shadowsocks plugin cannot ask for one host and show another'
    : ''
}

/** sing-box refuses the whole file if it contains such a path. */
const brokenEscape = /%(?![0-9a-f]{2})/i

const networkAlone: Cannot = ({ transport: { network, headerType, serviceName, path }, security: s }) => {
  if (network === 'xhttp') return 'it has no XHTTP'
  if (network === 'kcp') return 'it has no mKCP'
  if (brokenEscape.test(path)) return 'its path holds a percent sign that stands for nothing'
  if (headerType === 'http' && s.kind !== 'none') return 'it has no HTTP header inside TLS'
  return network === 'grpc' && serviceName.startsWith('/') ? 'it has no gRPC paths of ours' : ''
}

/** What sing-box 1.14 does not support; blank if it can dial the entry. */
const singboxCannot: Cannot = (entry) => {
  const { access } = entry
  if (access.protocol === 'masque') return 'it has MASQUE from 1.15 on, which is not tried yet'
  return (
    networkAlone(entry) ||
    unsound(entry) ||
    foreignMask(entry) ||
    foreignName(entry) ||
    (access.protocol === 'vless' && access.encryption !== 'none' && 'it has no VLESS encryption') ||
    (entry.asksKeyShare && 'it has no key exchange for Reality of Xray 26.9.8 and newer') ||
    (access.protocol === 'shadowsocks' && shadowsocksAlone(entry)) ||
    ''
  )
}

const webSocket = ({ host, headers, path: raw }: Advertised['transport']): Block => {
  const { path, earlyData } = earlyPath(raw)
  return filled({
    type: 'ws',
    path,
    headers: { ...headers, ...(host && { Host: host }) },
    ...(earlyData > 0 && {
      max_early_data: earlyData,
      early_data_header_name: 'Sec-WebSocket-Protocol',
    }),
  })
}

/** The transport of a sing-box outbound; undefined for plain TCP. */
function singboxTransport({ transport }: Advertised): Block | undefined {
  const { network, host, headers, path, serviceName, headerType } = transport
  if (network === 'ws') return webSocket(transport)
  if (network === 'httpupgrade')
    return filled({ type: 'httpupgrade', host, path: earlyPath(path).path, headers })
  if (network === 'grpc') return filled({ type: 'grpc', service_name: serviceName })
  // Without TLS this is the core's HTTP header; with TLS it would be HTTP/2.
  if (headerType === 'http')
    return filled({ type: 'http', host: [host].filter(Boolean), path, method: 'GET', headers })
  return undefined
}

const escaped = (text: string): string => text.replace(/[\\;=]/g, (c) => `\\${c}`)

/** This plugin implements Shadowsocks in WebSocket; its multiplexer is not compatible with the core's. */
function singboxPlugin({ transport, security, host }: Advertised): Block {
  if (transport.network !== 'ws') return {}
  const name = transport.host || (security.kind === 'tls' && security.sni) || host
  const options = [
    'mode=websocket',
    ...(security.kind === 'tls' ? ['tls'] : []),
    `host=${escaped(name)}`,
    `path=${escaped(earlyPath(transport.path).path)}`,
    'mux=0',
  ]
  return { plugin: 'v2ray-plugin', plugin_opts: options.join(';'), network: 'tcp' }
}
