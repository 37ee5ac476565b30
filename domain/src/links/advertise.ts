import type { ClientFields } from '#contract/client.ts'
import type { Host } from '#contract/host.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import { blockAt, canonicalStream, type InboundShape, networkOf, textsAt } from '#domain/inbounds/stream.ts'
import { Refusal } from '#domain/refusal.ts'
import { type AccessSource, accessTo } from './access.ts'
import type { Advertised, LeftOut } from './advertised.ts'
import { diallingMasks } from './dialling-masks.ts'
import { diallingSecurity } from './dialling-security.ts'
import { diallingTransport } from './dialling-transport.ts'
import { type Door, doorsOf } from './doors.ts'
import { linkHost, type PlacedInbound, type Surroundings } from './place.ts'
import { type RemarkSettings, remarkOf, type Usage, withUniqueRemarks } from './remark.ts'

/** An inbound as far as links look at it. */
export type AdvertisedInbound = InboundShape &
  PlacedInbound &
  Pick<Inbound, 'id' | 'remark' | 'subSortIndex'> & {
    /** The address of the node it runs on; blank or absent for this panel. */
    nodeAddress?: string
    /** The Shadowsocks key that the core has where it is not the stored one (`serverKey` of core-config/users). */
    serverKey?: string
  }

export interface Attachment {
  inbound: AdvertisedInbound
  flowOverride: string
  /** The fallback master that this inbound is reached through (spec, Inbound fallback 5). */
  master?: AdvertisedInbound
}

export interface AdvertiseInput {
  client: AccessSource & Pick<ClientFields, 'email' | 'subId'>
  attachments: readonly Attachment[]
  /** Operators' addresses of any of the inbounds or masters, in their order. */
  hosts: readonly Host[]
  publicHost: string
  requestHost: string
  remark: RemarkSettings
  usage: Usage
  now: number
}

export interface AdvertiseResult {
  entries: Advertised[]
  left: LeftOut[]
}

/**
 * The one protocol to agree on with a master: it tells paths apart in HTTP/1.1, and by `h2` it knows gRPC and XHTTP
 * (derivedRouting). A child whose connection agreed on the other would be handed to a neighbour.
 */
function lentAlpn(network: string, alpn: readonly string[]): readonly string[] {
  const wanted = network === 'grpc' || network === 'xhttp' ? 'h2' : 'http/1.1'
  return alpn.length === 0 || alpn.includes(wanted) ? [wanted] : alpn
}

/** A child keeps its transport; TLS state and masks are those of the listener that is dialled (spec, Inbound fallback 5). */
function lentStream(own: Block, master: Block): Block {
  const { security, realitySettings, finalmask } = master
  const tls = blockAt(master, 'tlsSettings')
  const tlsSettings = { ...tls, alpn: lentAlpn(networkOf(own), textsAt(tls, 'alpn')) }
  return { ...own, security, tlsSettings, realitySettings, finalmask }
}

function entryAt(input: AdvertiseInput, at: Attachment, stream: Block, door: Door): Advertised {
  const { client, remark, usage, now } = input
  const { inbound, master, flowOverride } = at
  const place = master ?? inbound
  const { publicHost, requestHost } = input
  const around: Surroundings = { publicHost, requestHost, nodeAddress: place.nodeAddress ?? '' }
  const port = door.port || place.port
  if (port < 1 || port > 65_535) throw new Refusal('It listens on no port that a client could dial.')
  const security = diallingSecurity(stream, door.security, client.subId || client.email)
  const masks = diallingMasks(stream, security, door.masks)
  const { serverKey } = inbound
  const { vlessRoute, extras } = door
  const entry = {
    inboundId: inbound.id,
    email: client.email,
    host: door.host || linkHost(place, around),
    port,
    access: accessTo({ inbound, client, flowOverride, serverKey, vlessRoute, security, masks }),
    transport: diallingTransport(stream, door.transport),
    security,
    masks,
    extras,
  }
  const named = { inboundRemark: inbound.remark, doorRemark: door.remark, entry }
  return { ...entry, remark: remarkOf(named, remark, usage, now) }
}

/** A fallback hands on what came over TCP: a listener on UDP stands for itself. */
const overUdp: ReadonlySet<string> = new Set(['kcp', 'hysteria'])

function entriesOf(input: AdvertiseInput, { inbound, flowOverride, master }: Attachment): Advertised[] {
  const own = canonicalStream(inbound.streamSettings)
  const lender = overUdp.has(networkOf(own)) ? undefined : master
  const stream = lender ? lentStream(own, canonicalStream(lender.streamSettings)) : own
  const at = {
    inbound: { ...inbound, streamSettings: own },
    flowOverride,
    ...(lender && { master: lender }),
  }
  return doorsOf(inbound, lender, input.hosts).map((door) => entryAt(input, at, stream, door))
}

const inOrder = (a: Attachment, b: Attachment): number =>
  a.inbound.subSortIndex - b.inbound.subSortIndex || a.inbound.id - b.inbound.id

/** Everything that a client can dial, in the order of the inbounds, each under a name of its own. */
export function advertise(input: AdvertiseInput): AdvertiseResult {
  const entries: Advertised[] = []
  const left: LeftOut[] = []
  for (const at of input.attachments.toSorted(inOrder)) {
    try {
      entries.push(...entriesOf(input, at))
    } catch (error) {
      // A stored block may hold anything: whatever goes wrong with one inbound stays with it (decision 35).
      const reason = error instanceof Refusal ? error.message : `It could not be rendered: ${error}`
      left.push({ inboundId: at.inbound.id, reason })
    }
  }
  return { entries: withUniqueRemarks(entries), left }
}
