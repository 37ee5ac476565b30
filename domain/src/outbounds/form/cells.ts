import type { Block } from '#contract/inbound.ts'
import { type Network, networks, type Security, securities } from '#contract/protocol.ts'
import { transports as inbound } from '#domain/inbounds/form/cells.ts'
import { networkOf, securityOf } from '#domain/inbounds/stream.ts'
import { blockAt, textAt } from '#domain/untyped.ts'

/** Protocols with a form, the most used first; other outbounds are edited as JSON. */
export const outboundProtocols = [
  'vless',
  'vmess',
  'trojan',
  'shadowsocks',
  'hysteria',
  'wireguard',
  'socks',
  'http',
  'freedom',
  'blackhole',
  'dns',
  'loopback',
] as const
export type OutboundProtocol = (typeof outboundProtocols)[number]

type Transports = Partial<Record<Network, readonly Security[]>>
/** A plain proxy is dialled over TCP, with TLS if it wants that. */
const plain: Transports = { tcp: ['none', 'tls'] }

const transports: Partial<Record<OutboundProtocol, Transports>> = {
  vless: inbound.vless,
  vmess: inbound.vmess,
  trojan: inbound.trojan,
  shadowsocks: inbound.shadowsocks,
  hysteria: inbound.hysteria,
  socks: plain,
  http: plain,
}

/** Without network and security for protocols that have no transport. */
export interface OutboundCell {
  protocol: OutboundProtocol
  network?: Network
  security?: Security
}

export const networksFor = (protocol: OutboundProtocol): Network[] =>
  Object.keys(transports[protocol] ?? {}) as Network[] // the table's own keys
export const securitiesFor = (protocol: OutboundProtocol, network: Network): readonly Security[] =>
  transports[protocol]?.[network] ?? []

export const outboundProtocolOf = (outbound: Block): OutboundProtocol | undefined =>
  outboundProtocols.find((name) => name === textAt(outbound, 'protocol').toLowerCase())

/** Undefined for a protocol without a form. An impossible combination is shown as it is; the core refuses it. */
export function outboundCell(form: Block): OutboundCell | undefined {
  const protocol = outboundProtocolOf(form)
  if (!protocol || networksFor(protocol).length === 0) return protocol && { protocol }
  const stream = blockAt(form, 'streamSettings')
  const network = networks.find((name) => name === networkOf(stream)) ?? 'tcp'
  const security = securities.find((name) => name === securityOf(stream)) ?? 'none'
  return { protocol, network, security }
}

const without = (block: Block, isForeign: (key: string) => boolean): Block =>
  Object.fromEntries(Object.entries(block).filter(([key]) => !isForeign(key)))

/** Another transport; security that it cannot carry is replaced. */
export function withOutboundNetwork(form: Block, protocol: OutboundProtocol, network: Network): Block {
  const stream = blockAt(form, 'streamSettings')
  const legal = securitiesFor(protocol, network)
  const now = securities.find((name) => name === securityOf(stream)) ?? 'none'
  const security = legal.includes(now) ? now : (legal[0] ?? 'none')
  const kept = without(stream, (key) => networks.some((n) => key === `${n}Settings` && n !== network))
  return withOutboundSecurity({ ...form, streamSettings: { ...kept, network } }, security)
}

export function withOutboundSecurity(form: Block, security: Security): Block {
  const kept = without(
    blockAt(form, 'streamSettings'),
    (key) => (key === 'tlsSettings' || key === 'realitySettings') && key !== `${security}Settings`,
  )
  const own = security === 'none' ? {} : { [`${security}Settings`]: blockAt(kept, `${security}Settings`) }
  return { ...form, streamSettings: { ...kept, security, ...own } }
}
