import type { Host } from '#contract/host.ts'
import type { Block } from '#contract/inbound.ts'
import { withoutReality } from '#domain/inbounds/capabilities.ts'
import { blockAt, canonicalStream, networkOf, textsAt } from '#domain/inbounds/stream.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AdvertisedInbound } from './advertise.ts'
import type { Security, Transport } from './advertised.ts'
import { type AdvertisedAddress, addressesOf } from './advertised-addresses.ts'
import { diallingMasks } from './dialling-masks.ts'
import { diallingSecurity, securityAt } from './dialling-security.ts'
import { diallingTransport } from './dialling-transport.ts'
import { linkHost } from './link-host.ts'

export interface Secured {
  security: Security
  masks: Block
}

/**
 * A route to an inbound: everything in a link that is the same for all clients, computed once. Immutable; a
 * cache must rebuild it when the inbound, its master or a host changes.
 */
export interface Route {
  /** The inbound's own settings, its stream in canonical form. */
  inbound: AdvertisedInbound
  address: AdvertisedAddress
  port: number
  transport: Transport
  host(publicHost: string, requestHost: string): string
  /** Choices are stable per `whom` (R33); equal choices return the same object. */
  secured(whom: string): Secured
}

/**
 * The ALPN to negotiate with a master that has TLS: it matches paths in HTTP/1.1, and gRPC and XHTTP by `h2` (derivedRouting). With
 * the other protocol, the connection would go to another child.
 */
function lentAlpn(network: string, alpn: readonly string[]): readonly string[] {
  const wanted = network === 'grpc' || network === 'xhttp' ? 'h2' : 'http/1.1'
  return alpn.length === 0 || alpn.includes(wanted) ? [wanted] : alpn
}

/** A child keeps its transport; TLS settings and masks are those of the master's listener. */
function lentStream(own: Block, master: Block): Block {
  const { security, realitySettings, finalmask } = master
  const tls = blockAt(master, 'tlsSettings')
  const tlsSettings = { ...tls, alpn: lentAlpn(networkOf(own), textsAt(tls, 'alpn')) }
  return { ...own, security, tlsSettings, realitySettings, finalmask }
}

/** Fallbacks forward TCP only: an inbound on UDP is reached directly. */
const overUdp: ReadonlySet<string> = new Set(['kcp', 'hysteria'])

/** Only Reality chooses per client, among few values: each pair of server name and short id is built once. */
function createSecured(stream: Block, address: AdvertisedAddress): Route['secured'] {
  const chosen = new Map<string, Secured>()
  let forAll: Secured | undefined
  return (whom) => {
    if (forAll) return forAll
    const security = diallingSecurity(stream, address.security, whom)
    const choice = security.kind === 'reality' ? `${security.sni}\n${security.shortId}` : ''
    const known = chosen.get(choice)
    if (known) return known
    const made = { security, masks: diallingMasks(stream, security, address.masks) }
    chosen.set(choice, made)
    if (security.kind !== 'reality') forAll = made
    return made
  }
}

/** A feed is requested under one host or a few, so the last result is cached. */
function createHost(place: AdvertisedInbound, address: AdvertisedAddress): Route['host'] {
  if (address.host) return () => address.host
  const nodeAddress = place.nodeAddress ?? ''
  let last: { publicHost: string; requestHost: string; host: string } | undefined
  return (publicHost, requestHost) => {
    if (last?.publicHost !== publicHost || last.requestHost !== requestHost)
      last = { publicHost, requestHost, host: linkHost(place, { publicHost, requestHost, nodeAddress }) }
    return last.host
  }
}

/** The core, and so most apps, has no such transport with Reality: only a fallback's child could ask for it. */
function dialable(stream: Block, addresses: readonly AdvertisedAddress[]): readonly AdvertisedAddress[] {
  const network = networkOf(stream)
  if (!withoutReality.has(network)) return addresses
  const left = addresses.filter(({ security }) => securityAt(stream, security) !== 'reality')
  if (left.length === 0) throw new Refusal('link.reality-undialable', { network })
  return left
}

/** All routes to an inbound, or to a fallback's child through its master; `hosts` may include those of other inbounds. */
export function routesTo(
  inbound: AdvertisedInbound,
  master: AdvertisedInbound | undefined,
  hosts: readonly Host[],
): Route[] {
  const own = canonicalStream(inbound.streamSettings)
  const lender = overUdp.has(networkOf(own)) ? undefined : master
  const stream = lender ? lentStream(own, canonicalStream(lender.streamSettings)) : own
  const place = lender ?? inbound
  return dialable(stream, addressesOf(inbound, lender, hosts)).map((address) => {
    const port = address.port || place.port
    if (port < 1 || port > 65_535) throw new Refusal('link.no-port')
    return {
      inbound: { ...inbound, streamSettings: own },
      address,
      port,
      transport: diallingTransport(stream, address.transport),
      host: createHost(place, address),
      secured: createSecured(stream, address),
    }
  })
}
