import type { Host } from '#contract/host.ts'
import type { Block } from '#contract/inbound.ts'
import { blockAt, canonicalStream, networkOf, textsAt } from '#domain/inbounds/stream.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AdvertisedInbound } from './advertise.ts'
import type { Security, Transport } from './advertised.ts'
import { type Door, doorsOf } from './advertised-addresses.ts'
import { diallingMasks } from './dialling-masks.ts'
import { diallingSecurity } from './dialling-security.ts'
import { diallingTransport } from './dialling-transport.ts'
import { linkHost } from './link-host.ts'

export interface Secured {
  security: Security
  masks: Block
}

/**
 * One way to an inbound: all of a link that is the same for every client, worked out once. Who keeps ways makes them
 * anew when the inbound, its master or a host changes; nobody writes into them.
 */
export interface Way {
  /** As it listens, its stream in canonical form. */
  inbound: AdvertisedInbound
  door: Door
  port: number
  transport: Transport
  host(publicHost: string, requestHost: string): string
  /** Choices are the same for `whom` at every call (R33); equal ones are the same value. */
  secured(whom: string): Secured
}

/**
 * The one protocol to agree on with a master: it tells paths apart in HTTP/1.1, and by `h2` it knows gRPC and XHTTP
 * (derivedRouting). A child whose connection agreed on the other would be handed to a neighbour.
 */
function lentAlpn(network: string, alpn: readonly string[]): readonly string[] {
  const wanted = network === 'grpc' || network === 'xhttp' ? 'h2' : 'http/1.1'
  return alpn.length === 0 || alpn.includes(wanted) ? [wanted] : alpn
}

/** A child keeps its transport; TLS state and masks are those of the listener that is dialled. */
function lentStream(own: Block, master: Block): Block {
  const { security, realitySettings, finalmask } = master
  const tls = blockAt(master, 'tlsSettings')
  const tlsSettings = { ...tls, alpn: lentAlpn(networkOf(own), textsAt(tls, 'alpn')) }
  return { ...own, security, tlsSettings, realitySettings, finalmask }
}

/** A fallback hands on what came over TCP: a listener on UDP stands for itself. */
const overUdp: ReadonlySet<string> = new Set(['kcp', 'hysteria'])

/** Only Reality chooses by client, and among few: a pair of server name and short id is made once. */
function createSecured(stream: Block, door: Door): Way['secured'] {
  const chosen = new Map<string, Secured>()
  let forAll: Secured | undefined
  return (whom) => {
    if (forAll) return forAll
    const security = diallingSecurity(stream, door.security, whom)
    const choice = security.kind === 'reality' ? `${security.sni}\n${security.shortId}` : ''
    const known = chosen.get(choice)
    if (known) return known
    const made = { security, masks: diallingMasks(stream, security, door.masks) }
    chosen.set(choice, made)
    if (security.kind !== 'reality') forAll = made
    return made
  }
}

/** A feed is asked for under one host or a few: the last answer mostly fits. */
function createHost(place: AdvertisedInbound, door: Door): Way['host'] {
  if (door.host) return () => door.host
  const nodeAddress = place.nodeAddress ?? ''
  let last: { publicHost: string; requestHost: string; host: string } | undefined
  return (publicHost, requestHost) => {
    if (last?.publicHost !== publicHost || last.requestHost !== requestHost)
      last = { publicHost, requestHost, host: linkHost(place, { publicHost, requestHost, nodeAddress }) }
    return last.host
  }
}

/** Every way to an inbound, or to a fallback's child through its master; `hosts` may hold those of others too. */
export function waysTo(
  inbound: AdvertisedInbound,
  master: AdvertisedInbound | undefined,
  hosts: readonly Host[],
): Way[] {
  const own = canonicalStream(inbound.streamSettings)
  const lender = overUdp.has(networkOf(own)) ? undefined : master
  const stream = lender ? lentStream(own, canonicalStream(lender.streamSettings)) : own
  const place = lender ?? inbound
  return doorsOf(inbound, lender, hosts).map((door) => {
    const port = door.port || place.port
    if (port < 1 || port > 65_535) throw new Refusal('link.no-port')
    return {
      inbound: { ...inbound, streamSettings: own },
      door,
      port,
      transport: diallingTransport(stream, door.transport),
      host: createHost(place, door),
      secured: createSecured(stream, door),
    }
  })
}
