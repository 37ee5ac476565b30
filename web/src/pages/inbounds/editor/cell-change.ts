import type { Block } from '#contract/inbound.ts'
import {
  isProtocol,
  type Network,
  networks,
  type Protocol,
  protocolTraits,
  type Security,
  securities,
} from '#contract/protocol.ts'
import type { Mint } from '#domain/clients/credentials.ts'
import { type Cell, cellsOf, defaultNetwork, defaultSecurity } from '#domain/inbounds/form/cells.ts'
import { defaultsFor } from '#domain/inbounds/form/defaults.ts'
import { networkOf, securityOf } from '#domain/inbounds/stream.ts'
import { blockAt, isBlock } from '#domain/untyped.ts'

export const protocolOf = (form: Block): Protocol => {
  const name = String(form.protocol ?? '')
  return isProtocol(name) ? name : 'vless'
}

/**
 * The combination the form is in; an impossible one is shown as its nearest neighbour, and validation reports
 * it.
 */
export function cellOfForm(form: Block): Cell {
  const protocol = protocolOf(form)
  if (protocolTraits[protocol].stream !== 'transport') return { protocol }
  const stream = blockAt(form, 'streamSettings')
  const network = networks.find((name) => name === networkOf(stream)) ?? defaultNetwork(protocol)
  const security = securities.find((name) => name === securityOf(stream)) ?? defaultSecurity(protocol)
  return { protocol, ...(network && { network }), ...(security && { security }) }
}

export const networksOf = (protocol: Protocol): Network[] => [
  ...new Set(cellsOf(protocol).flatMap(({ network }) => network ?? [])),
]

export const securitiesOf = (protocol: Protocol, network: Network | undefined): Security[] =>
  cellsOf(protocol).flatMap((cell) => (cell.network === network && cell.security ? [cell.security] : []))

/** Values under earlier choices, restored when the user switches back. */
export type Kept = Map<string, unknown>

const otherNetworks = (stream: Block, network: Network | undefined): string[] =>
  Object.keys(stream).filter((key) => networks.some((n) => key === `${n}Settings` && n !== network))
const secured: Record<Security, string> = { none: '', tls: 'tlsSettings', reality: 'realitySettings' }

function without(stream: Block, keys: readonly string[], kept: Kept): Block {
  for (const key of keys) if (stream[key] !== undefined) kept.set(key, stream[key])
  return Object.fromEntries(Object.entries(stream).filter(([key]) => !keys.includes(key)))
}

/** The stream for another transport or security: removes foreign blocks and adds missing ones with defaults. */
function streamFor(form: Block, cell: Cell, kept: Kept, mint: Mint): Block {
  const { protocol, network, security } = cell
  const now = blockAt(form, 'streamSettings')
  const foreign = ['tlsSettings', 'realitySettings'].filter((key) => key !== secured[security ?? 'none'])
  const rest = without(now, [...otherNetworks(now, network), ...foreign], kept)
  const fresh = defaultsFor(protocol, network, security, mint).streamSettings
  const added = Object.keys(fresh).filter((key) => isBlock(fresh[key]) && rest[key] === undefined)
  return {
    ...rest,
    network,
    security,
    ...Object.fromEntries(added.map((key) => [key, kept.get(key) ?? fresh[key]])),
  }
}

/** Changes security if the transport cannot carry it: the core would refuse it. */
export function withNetwork(form: Block, network: Network, kept: Kept, mint: Mint): Block {
  const { protocol, security } = cellOfForm(form)
  const legal = securitiesOf(protocol, network)
  const next = security && legal.includes(security) ? security : (legal.find((s) => s !== 'none') ?? legal[0])
  const cell: Cell = { protocol, network, ...(next && { security: next }) }
  return { ...form, streamSettings: streamFor(form, cell, kept, mint) }
}

export const withSecurity = (form: Block, security: Security, kept: Kept, mint: Mint): Block => ({
  ...form,
  streamSettings: streamFor(form, { ...cellOfForm(form), security }, kept, mint),
})

/** Settings belong to the protocol; the stream is kept if the new protocol can have it. */
export function withProtocol(form: Block, protocol: Protocol, kept: Kept, mint: Mint): Block {
  const before = protocolOf(form)
  kept.set(`settings of ${before}`, form.settings)
  kept.set(`stream of ${before}`, form.streamSettings)
  const { network, security } = cellOfForm(form)
  const legal = cellsOf(protocol)
  const same = legal.find((cell) => cell.network === network && cell.security === security)
  const cell = same ?? legal[0] ?? { protocol }
  const fresh = defaultsFor(protocol, cell.network, cell.security, mint)
  return {
    ...form,
    protocol,
    settings: kept.get(`settings of ${protocol}`) ?? fresh.settings,
    streamSettings:
      same?.network !== undefined
        ? form.streamSettings
        : (kept.get(`stream of ${protocol}`) ?? fresh.streamSettings),
  }
}
