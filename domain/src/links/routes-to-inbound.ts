import type { Host } from '#contract/host.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { withoutReality } from '#domain/inbounds/capabilities.ts'
import { canonicalListen, isSocketPath, isWildcard } from '#domain/inbounds/listen.ts'
import { canonicalStream, networkOf } from '#domain/inbounds/stream.ts'
import { splitHostPort } from '#domain/net/address.ts'
import { classifyAddress } from '#domain/net/address-class.ts'
import { blockIn } from '#domain/outbounds/share-parts.ts'
import { Refusal } from '#domain/refusal.ts'
import { asBlock, asBlocks, blockAt, textAt, textsAt } from '#domain/untyped.ts'
import type { AdvertisedInbound } from './advertise.ts'
import { type Advertised, noExtras, type Transport } from './advertised.ts'
import { diallingSecurity, sameSecurity, securityAt } from './dialling-security.ts'
import { diallingMasks, diallingTransport } from './dialling-transport.ts'

type Secured = Pick<Advertised, 'security' | 'masks'>

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

/** Fallbacks forward TCP only, and MASQUE ends its own TLS: such an inbound is reached directly. */
const direct: ReadonlySet<string> = new Set(['kcp', 'hysteria', 'masque'])

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
  const lender = direct.has(networkOf(own)) ? undefined : master
  const stream = lender ? lentStream(own, canonicalStream(lender.streamSettings)) : own
  const place = lender ?? inbound
  const routeFrom = (from: AdvertisedInbound) => (address: AdvertisedAddress) => {
    const port = address.port || from.port
    if (port < 1 || port > 65_535) throw new Refusal('link.no-port')
    return {
      inbound: { ...inbound, streamSettings: own },
      address,
      port,
      transport: diallingTransport(stream, address.transport),
      host: createHost(from, address),
      secured: createSecured(stream, address),
    }
  }
  const addresses = dialable(stream, addressesOf(inbound, lender, hosts))
  const former = formerPlace(place)
  const moved = addresses.filter(({ host, port }) => (former?.port && !port) || (former?.address && !host))
  return [...addresses.map(routeFrom(place)), ...moved.map(routeFrom({ ...place, ...former?.place }))]
}

/** Where an inbound is still served while clients fetch its new port or address. */
function formerPlace({ also, port, shareAddrStrategy, shareAddr }: AdvertisedInbound) {
  if (!also) return undefined
  const { strategy, shareAddr: former } = also.address ?? { strategy: shareAddrStrategy, shareAddr }
  return {
    port: (also.port ?? port) !== port,
    address: strategy !== shareAddrStrategy || former !== shareAddr,
    place: { port: also.port ?? port, shareAddrStrategy: strategy, shareAddr: former },
  }
}

/** One address under which an inbound is advertised, with its overrides. */
type AdvertisedAddress = typeof ownAddress

const ownAddress = {
  /** Blank: the inbound's own host. */
  host: '',
  /** 0: the inbound's own port. */
  port: 0,
  /** The third part of the remark model. */
  remark: '',
  /** What keys of its links are derived from, and the inbound whose clients have them; blank: clients use their own. */
  keySeed: '',
  keysOn: 0,
  security: sameSecurity,
  transport: { path: '', host: '' },
  masks: {} as Block,
  vlessRoute: 0,
  extras: noExtras,
}

const portIn = (value: unknown): number => {
  const port = Number(value)
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0
}

/** A block, or the same as JSON text. */
const written = (value: unknown): Block => (typeof value === 'string' ? blockIn(value) : asBlock(value))

/** A row of `streamSettings.externalProxy`; one without an address is ignored. */
function externalAddress(row: Block): AdvertisedAddress | undefined {
  const host = bareHost(textAt(row, 'dest'))
  if (host === '') return undefined
  return {
    ...ownAddress,
    host,
    port: portIn(row.port),
    remark: textAt(row, 'remark'),
    vlessRoute: portIn(row.vlessRoute),
    security: {
      security: textAt(row, 'forceTls') || 'same',
      sni: textAt(row, 'sni'),
      blankSni: false,
      alpn: textsAt(row, 'alpn'),
      fingerprint: textAt(row, 'fingerprint'),
      ech: textAt(row, 'echConfigList'),
      pins: textsAt(row, 'pinnedPeerCertSha256'),
      verifyName: textAt(row, 'verifyPeerCertByName'),
      allowInsecure: row.allowInsecure === true,
    },
  }
}

function hostAddress(host: Host): AdvertisedAddress {
  const address = bareHost(host.address)
  return {
    host: address,
    port: portIn(host.port),
    remark: host.remark,
    keySeed: host.ownKeys ? host.groupId : '',
    keysOn: host.inboundId,
    security: {
      security: host.security,
      sni: host.overrideSniFromAddress ? address : host.sni,
      blankSni: host.keepSniBlank,
      alpn: host.alpn,
      fingerprint: host.fingerprint,
      ech: host.echConfigList,
      pins: host.pinnedPeerCertSha256,
      verifyName: host.verifyPeerCertByName,
      allowInsecure: host.allowInsecure,
    },
    transport: { path: host.path, host: host.hostHeader },
    masks: written(host.finalMask),
    vlessRoute: portIn(host.vlessRoute),
    extras: {
      mux: written(host.muxParams),
      sockopt: written(host.sockoptParams),
      excludeFrom: host.excludeFromSubTypes.map((type) => type.toLowerCase()),
      ipVersion: host.mihomoIpVersion,
      description: host.serverDescription,
    },
  }
}

const externalAddresses = (stream: Block): AdvertisedAddress[] =>
  asBlocks(stream.externalProxy).flatMap((row) => externalAddress(row) ?? [])

type AddressSource = Pick<AdvertisedInbound, 'id' | 'streamSettings'>

/**
 * The addresses of an inbound: the operator's hosts, else its external proxies, else its own. A fallback's child
 * without its own hosts uses its master's.
 */
export function addressesOf(
  inbound: AddressSource,
  master: AddressSource | undefined,
  hosts: readonly Host[],
): AdvertisedAddress[] {
  const usable = hosts.filter((h) => !h.isDisabled && !h.isHidden)
  for (const source of master ? [inbound, master] : [inbound]) {
    const own = usable.filter((h) => h.inboundId === source.id)
    if (own.length > 0) return own.map(hostAddress)
  }
  for (const source of master ? [master, inbound] : [inbound]) {
    const own = externalAddresses(source.streamSettings)
    if (own.length > 0) return own
  }
  return [ownAddress]
}

export type PlacedInbound = Pick<Inbound, 'listen' | 'port' | 'shareAddrStrategy' | 'shareAddr'> & {
  streamSettings: Block
}

interface Surroundings {
  /** The address of its node; blank for this panel. */
  nodeAddress: string
  publicHost: string
  /** The host this request was sent to (R16). */
  requestHost: string
}

const unreachable: ReadonlySet<string> = new Set(['loopback', 'link-local', 'unspecified', 'multicast'])

/** Cached: every link asks, and a panel has few listen addresses. */
const routableAt = new BoundedMap<string, string>(1_000)

/** An address that others can dial: no wildcard, no socket, no loopback. */
function dialableListen(listen: string): string {
  const address = canonicalListen(listen)
  if (isWildcard(address) || isSocketPath(address)) return ''
  return unreachable.has(classifyAddress(address)) ? '' : address
}

/** Without brackets, port and white space, as every rendering expects. */
export const bareHost = (text: string): string => splitHostPort(text.trim()).host

/** The node's address, else a routable `listen`, else the public host, else the request's host (R36). */
export function linkHost(inbound: PlacedInbound, around: Surroundings): string {
  const listen = routableAt.of(inbound.listen, dialableListen)
  const { shareAddrStrategy: strategy } = inbound
  const first = strategy === 'custom' ? inbound.shareAddr : strategy === 'listen' ? listen : ''
  for (const text of [first, around.nodeAddress, listen, around.publicHost, around.requestHost]) {
    const host = text && bareHost(text)
    if (host) return host
  }
  throw new Refusal('link.no-host')
}
