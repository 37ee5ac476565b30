import type { Network, Protocol, Security } from '#contract/protocol.ts'

/** The securities each transport supports; the core refuses the others. */
type Transports = Partial<Record<Network, readonly Security[]>>

const tls = ['none', 'tls'] as const
const plain: Transports = { tcp: tls, kcp: ['none'], ws: tls, grpc: tls, httpupgrade: tls, xhttp: tls }
const any = ['none', 'tls', 'reality'] as const
const withReality: Transports = { ...plain, tcp: any, grpc: any, xhttp: any }
const quic: Transports = { hysteria: ['tls'] }
const tunnel: Transports = { masque: ['tls'] }
const none: Transports = {}

export const transports = {
  vless: withReality,
  vmess: plain,
  trojan: withReality,
  shadowsocks: plain,
  hysteria: quic,
  hysteria2: quic,
  wireguard: none,
  masque: tunnel,
  http: none,
  mixed: none,
  tunnel: none,
  tun: none,
} as const satisfies Record<Protocol, Transports>

/** One valid combination; protocols without a transport have neither network nor security. */
export interface Cell {
  protocol: Protocol
  network?: Network | undefined
  security?: Security | undefined
}

export function cellsOf(protocol: Protocol): Cell[] {
  // Object.entries widens the keys to string.
  const entries = Object.entries(transports[protocol]) as [Network, readonly Security[]][]
  if (entries.length === 0) return [{ protocol }]
  return entries.flatMap(([network, list]) => list.map((security) => ({ protocol, network, security })))
}

export const defaultNetwork = (protocol: Protocol): Network | undefined => cellsOf(protocol)[0]?.network
export const defaultSecurity = (protocol: Protocol): Security | undefined => cellsOf(protocol)[0]?.security
