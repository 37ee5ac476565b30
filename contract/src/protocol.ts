import { z } from 'zod'

export const protocols = [
  'vless',
  'vmess',
  'trojan',
  'shadowsocks',
  'hysteria',
  'hysteria2',
  'wireguard',
  'masque',
  'http',
  'mixed',
  'tunnel',
  'tun',
] as const
export type Protocol = (typeof protocols)[number]
// No zod here: the browser imports these tables and must not bundle it.
export const Protocol = /* @__PURE__ */ z.enum(protocols)

interface ProtocolTraits {
  /** Whether clients can be attached. */
  clients: boolean
  /** Whether the inbound can be deployed on a node. */
  node: boolean
  /** `transport`: network and security; `socket`: only sockopt and masks; `none`: blanked on save. */
  stream: 'transport' | 'socket' | 'none'
}

const user = { clients: true, node: true, stream: 'transport' } as const

export const protocolTraits = {
  vless: user,
  vmess: user,
  trojan: user,
  shadowsocks: user,
  hysteria: user,
  hysteria2: user,
  wireguard: { clients: true, node: true, stream: 'socket' },
  masque: user,
  http: { clients: false, node: false, stream: 'none' },
  mixed: { clients: false, node: false, stream: 'none' },
  tunnel: { clients: false, node: false, stream: 'socket' },
  tun: { clients: false, node: false, stream: 'none' },
} as const satisfies Record<Protocol, ProtocolTraits>

/** Protocols with clients, derived from the table so that a new one cannot be forgotten. */
export type ClientProtocol = {
  [P in Protocol]: (typeof protocolTraits)[P]['clients'] extends true ? P : never
}[Protocol]

export const isProtocol = (name: string): name is Protocol => Object.hasOwn(protocolTraits, name)
export const carriesClients = (name: string): name is ClientProtocol =>
  isProtocol(name) && protocolTraits[name].clients

export const networks = ['tcp', 'kcp', 'ws', 'grpc', 'httpupgrade', 'xhttp', 'hysteria', 'masque'] as const
export type Network = (typeof networks)[number]
export const securities = ['none', 'tls', 'reality'] as const
export type Security = (typeof securities)[number]
