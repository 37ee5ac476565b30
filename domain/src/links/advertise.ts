import type { ClientFields } from '#contract/client.ts'
import type { Host } from '#contract/host.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Credentials } from '#domain/clients/credentials.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { coded, codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { type AccessSource, accessTo } from './access.ts'
import type { Advertised, LeftOut } from './advertised.ts'
import type { PlacedInbound } from './link-host.ts'
import { type RemarkSettings, remarkOf, type Usage, withUniqueRemarks } from './remark.ts'
import { type Route, routesTo } from './routes-to-inbound.ts'

/** The parts of an inbound that links use. */
export type AdvertisedInbound = InboundShape &
  PlacedInbound &
  Pick<Inbound, 'id' | 'remark' | 'subSortIndex'> & {
    /** The address of its node; blank or absent for this panel. */
    nodeAddress?: string
    /** Its node has been down for so long that subscriptions may leave it out. */
    isNodeDown?: boolean
    /** The rank of its node if the least loaded is listed first; 0 or absent for this panel. */
    nodeRank?: number
    /** Its node knows the devices that have credentials of their own. */
    nodeTakesKeys?: boolean
    /** The core's Shadowsocks key, if it differs from the stored one (`serverKey` in core-config/users). */
    serverKey?: string
  }

export interface Attachment {
  inbound: AdvertisedInbound
  flowOverride: string
  /** The fallback master through which this inbound is reached. */
  master?: AdvertisedInbound
  /** Cached result of `routesTo` for both; an error it throws affects only this inbound. */
  routes?: () => readonly Route[]
}

export interface AdvertiseInput {
  client: AccessSource & Pick<ClientFields, 'email' | 'subId'>
  /** The credentials of a device, for the inbounds of this panel and of nodes that take them. */
  device?: Credentials | undefined
  attachments: readonly Attachment[]
  /** Advertised addresses of the inbounds and masters, in order; cached routes already include them. */
  hosts: readonly Host[]
  publicHost: string
  requestHost: string
  remark: RemarkSettings
  usage: Usage
  now: number
  /** Lists nothing of nodes that are down, unless nothing else is left. */
  withoutDown?: boolean
  /** Among inbounds with the same place in the operator's order, those of the least loaded node come first. */
  leastLoadedFirst?: boolean
}

export interface AdvertiseResult {
  entries: Advertised[]
  left: LeftOut[]
}

const accessSource = (
  { client, device }: AdvertiseInput,
  { nodeAddress, nodeTakesKeys }: AdvertisedInbound,
): AccessSource => (device && (!nodeAddress || nodeTakesKeys) ? { ...client, ...device } : client)

function entryBy(input: AdvertiseInput, flowOverride: string, route: Route): Advertised {
  const { client, remark, usage, now } = input
  const { inbound, address } = route
  const { security, masks } = route.secured(client.subId || client.email)
  const { serverKey } = inbound
  const { vlessRoute, extras } = address
  const entry = {
    inboundId: inbound.id,
    email: client.email,
    remark: '',
    host: route.host(input.publicHost, input.requestHost),
    port: route.port,
    access: accessTo({
      inbound,
      client: accessSource(input, inbound),
      flowOverride,
      serverKey,
      vlessRoute,
      security,
      masks,
    }),
    transport: route.transport,
    security,
    masks,
    extras,
  }
  const named = { inboundRemark: inbound.remark, addressRemark: address.remark, entry }
  entry.remark = remarkOf(named, remark, usage, now)
  return entry
}

function entriesOf(input: AdvertiseInput, at: Attachment): Advertised[] {
  const routes = at.routes?.() ?? routesTo(at.inbound, at.master, input.hosts)
  return routes.map((route) => entryBy(input, at.flowOverride, route))
}

const inOrder = (a: Attachment, b: Attachment): number =>
  a.inbound.subSortIndex - b.inbound.subSortIndex || a.inbound.id - b.inbound.id

const inOrderOfLoad = (a: Attachment, b: Attachment): number =>
  a.inbound.subSortIndex - b.inbound.subSortIndex ||
  (a.inbound.nodeRank ?? 0) - (b.inbound.nodeRank ?? 0) ||
  a.inbound.id - b.inbound.id

/** Everything a client can dial, in the order of the inbounds, each with a unique name. */
export function advertise(input: AdvertiseInput): AdvertiseResult {
  if (!input.withoutDown) return advertiseThese(input, input.attachments)
  const up = input.attachments.filter(({ inbound }) => !inbound.isNodeDown)
  const found = advertiseThese(input, up)
  // A node that may come back is better than an empty list.
  const isBare = found.entries.length === 0 && up.length < input.attachments.length
  return isBare ? advertiseThese(input, input.attachments) : found
}

function advertiseThese(input: AdvertiseInput, attachments: readonly Attachment[]): AdvertiseResult {
  const entries: Advertised[] = []
  const left: LeftOut[] = []
  for (const at of attachments.toSorted(input.leastLoadedFirst ? inOrderOfLoad : inOrder)) {
    try {
      entries.push(...entriesOf(input, at))
    } catch (error) {
      // A stored block may contain anything: an error in one inbound affects only that inbound (R35).
      const said = error instanceof Refusal ? codedOf(error) : coded('link.failed', { reason: String(error) })
      left.push({ inboundId: at.inbound.id, reason: inEnglish(said), reasonCoded: said })
    }
  }
  return { entries: withUniqueRemarks(entries), left }
}
