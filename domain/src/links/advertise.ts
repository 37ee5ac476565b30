import type { ClientFields } from '#contract/client.ts'
import type { Host } from '#contract/host.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import { is2022, isSingleUser, isValidKey, passwordOn } from '#domain/clients/credentials.ts'
import { addressSource, type DerivedBytes } from '#domain/core-config/address-keys.ts'
import { coreDoes } from '#domain/core-config/in-version.ts'
import { deviceUser } from '#domain/core-config/user-names.ts'
import type { KeyedDevice } from '#domain/devices/keys.ts'
import { flowOn, methodOf } from '#domain/inbounds/capabilities.ts'
import { isMasqueName } from '#domain/inbounds/masque.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { coded, codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import type { Values } from '#domain/rotation/values.ts'
import { textAt, textsAt } from '#domain/untyped.ts'
import { type Peer, publicKeyOf } from '#domain/wireguard/keys.ts'
import { addressesOn } from '#domain/wireguard/pool.ts'
import { listIn } from '../texts.ts'
import type { Access, Advertised, LeftOut, Security } from './advertised.ts'
import { hopPorts, salamander } from './dialling-transport.ts'
import { type RemarkSettings, remarkOf, type Usage, withUniqueRemarks } from './remark.ts'
import { type PlacedInbound, type Route, routesTo } from './routes-to-inbound.ts'
import { arranged, movesAmong, type SeenEntries, type Unhealthy } from './unhealthy.ts'

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
    /** Former values that are still served during a rotation. */
    also?: Values
    /** Of the core that serves it; blank or absent if it is not known. */
    coreVersion?: string
  }

export interface Attachment extends SeenEntries {
  inbound: AdvertisedInbound
  flowOverride: string
  master?: AdvertisedInbound
  /** For links with keys of an address, if the inbound can have them (ADR 151). Without it they have the client's own. */
  derived?: DerivedBytes
  /** Cached result of `routesTo` for both; an error it throws affects only this inbound. */
  routes?: () => readonly Route[]
}

export interface AdvertiseInput {
  client: AccessSource & Pick<ClientFields, 'email' | 'subId'>
  /** The credentials of a device, for the inbounds of this panel and of nodes that take them. */
  device?: KeyedDevice | undefined
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
  /** Tunnels whose private key is on the device only are listed, too: with a blank one. */
  withoutKeyToo?: boolean
  /** Entries that nobody got through are listed last or left out, unless nothing else is left. */
  unhealthy?: Unhealthy | undefined
}

export type AdvertiseResult = ReturnType<typeof advertiseThese>

const accessSource = (
  { client, device }: AdvertiseInput,
  { nodeAddress, nodeTakesKeys }: AdvertisedInbound,
): AccessSource => {
  if (!device || (nodeAddress && !nodeTakesKeys)) return client
  const { device: id, ...keys } = device
  // A node has the devices of its centre below zero.
  return { ...client, ...keys, email: deviceUser(nodeAddress ? -id : id, client.email) }
}

/** Whom the core knows by links of this address: the client or its device, by its own key or one of the address. */
function dialsAs(input: AdvertiseInput, { derived }: Attachment, { inbound, address }: Route): AccessSource {
  const own = accessSource(input, inbound)
  const { keySeed: seed, keysOn } = address
  if (!derived || seed === '' || keysOn !== inbound.id) return own
  return addressSource(inbound, own, { seed }, derived) ?? own
}

const asksKeyShare = ({ kind }: Security, { coreVersion = '' }: AdvertisedInbound): boolean =>
  kind === 'reality' && coreDoes(coreVersion, 'reality-key-share')

function entryBy(input: AdvertiseInput, at: Attachment, route: Route): Advertised {
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
      client: dialsAs(input, at, route),
      flowOverride: at.flowOverride,
      serverKey,
      vlessRoute,
      security,
      masks,
      withoutKeyToo: input.withoutKeyToo,
    }),
    transport: route.transport,
    security,
    masks,
    extras,
    ...(asksKeyShare(security, inbound) && { asksKeyShare: true as const }),
  }
  const named = { inboundRemark: inbound.remark, addressRemark: address.remark, entry }
  entry.remark = remarkOf(named, remark, usage, now)
  return entry
}

function entriesOf(input: AdvertiseInput, at: Attachment) {
  const routes = at.routes?.() ?? routesTo(at.inbound, at.master, input.hosts)
  const entries = routes.map((route) => entryBy(input, at, route))
  const { unhealthy, publicHost } = input
  return { entries, moves: unhealthy ? movesAmong(routes, at, publicHost, unhealthy) : undefined }
}

const inOrder = (a: Attachment, b: Attachment): number =>
  a.inbound.subSortIndex - b.inbound.subSortIndex || a.inbound.id - b.inbound.id

const inOrderOfLoad = (a: Attachment, b: Attachment): number =>
  a.inbound.subSortIndex - b.inbound.subSortIndex ||
  (a.inbound.nodeRank ?? 0) - (b.inbound.nodeRank ?? 0) ||
  a.inbound.id - b.inbound.id

/** Everything a client can dial, in the order of the inbounds, each with a unique name. */
export function advertise(input: AdvertiseInput) {
  if (!input.withoutDown) return advertiseThese(input, input.attachments)
  const up = input.attachments.filter(({ inbound }) => !inbound.isNodeDown)
  const found = advertiseThese(input, up)
  // A node that may come back is better than an empty list.
  const isBare = found.entries.length === 0 && up.length < input.attachments.length
  return isBare ? advertiseThese(input, input.attachments) : found
}

function advertiseThese(input: AdvertiseInput, attachments: readonly Attachment[]) {
  const entries: Advertised[] = []
  const left: LeftOut[] = []
  const moves = new Map<number, 'sink' | 'hide'>()
  for (const at of attachments.toSorted(input.leastLoadedFirst ? inOrderOfLoad : inOrder)) {
    try {
      const found = entriesOf(input, at)
      for (const [place, move] of found.moves ?? []) moves.set(entries.length + place, move)
      entries.push(...found.entries)
    } catch (error) {
      // A stored block may contain anything: an error in one inbound affects only that inbound (R35).
      const said = error instanceof Refusal ? codedOf(error) : coded('link.failed', { reason: String(error) })
      left.push({ inboundId: at.inbound.id, reason: inEnglish(said), reasonCoded: said })
    }
  }
  const named = withUniqueRemarks(entries)
  const { unhealthy } = input
  return { entries: unhealthy && moves.size > 0 ? arranged(named, moves, unhealthy) : named, left }
}

type AccessSource = Pick<ClientFields, 'email' | 'uuid' | 'password' | 'auth' | 'flow' | 'security'> & {
  shadowsocksKey?: string
} & Partial<Peer>

interface AccessContext {
  /** The inbound's own stream, before a fallback master's TLS is applied: the core decides about flow by it. */
  inbound: InboundShape
  client: AccessSource
  flowOverride: string
  /** The server's Shadowsocks key, if it differs from the stored one. */
  serverKey: string | undefined
  /** 1 to 65535 if the address has its own route, else 0. */
  vlessRoute: number
  security: Security
  masks: Block
  withoutKeyToo: boolean | undefined
}

const needed = (value: string, what: 'id' | 'password' | 'auth'): string => {
  if (value === '') throw new Refusal(`link.no-${what}`)
  return value
}

/** The core ignores these two bytes when looking up the user, and routes by them (C2). */
const routedId = (id: string, route: number): string =>
  route > 0 && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i.test(id)
    ? `${id.slice(0, 14)}${route.toString(16).padStart(4, '0')}${id.slice(18)}`
    : id

/** Over TLS some apps turn `auto` into a cipher that the core no longer has. */
function vmessCipher(security: string, tls: boolean): Extract<Access, { protocol: 'vmess' }>['cipher'] {
  if (security === 'aes-128-gcm' || security === 'chacha20-poly1305') return security
  return tls ? 'aes-128-gcm' : 'auto'
}

/** A 2022 server identifies clients by "server key:client key"; other ciphers have a single key. */
function shadowsocksKeys(method: string, server: string, password: string): string[] {
  const fits = (key: string): string => {
    if (!isValidKey(method, key)) throw new Refusal('link.key-misfit', { method })
    return key
  }
  if (!is2022(method)) return [fits(password)]
  return isSingleUser(method) ? [fits(server)] : [fits(server), fits(password)]
}

/** Without a resolver, a device would ask one of its own network, which it cannot reach through the tunnel. */
const usualDns = '1.1.1.1,1.0.0.1'

function wireguard({ inbound: { settings }, client, withoutKeyToo }: AccessContext): Access {
  const { privateKey = '', allowedIPs = '', preSharedKey = '', keepAlive = 0 } = client
  if (privateKey === '' && !(withoutKeyToo && client.publicKey))
    throw new Refusal(client.publicKey ? 'link.no-private-key' : 'link.no-key')
  return {
    protocol: 'wireguard',
    privateKey,
    publicKey: publicKeyOf(textAt(settings, 'secretKey')),
    preSharedKey,
    addresses: addressesOn(settings, allowedIPs),
    dns: listIn(textAt(settings, 'dns') || usualDns),
    mtu: Number(settings.mtu) || 1420,
    keepAlive,
  }
}

/** Without `network`, the core accepts TCP only. */
const takesPackets = (settings: Block): boolean =>
  textsAt(settings, 'network').some((network) => network.trim().toLowerCase() === 'udp')

const hysteria = ({ client, masks }: AccessContext): Access => ({
  protocol: 'hysteria',
  auth: needed(client.auth, 'auth'),
  ...salamander(masks),
  ports: hopPorts(masks),
})

const accessFor = {
  vless: ({ inbound, client, flowOverride, security, vlessRoute }) => ({
    protocol: 'vless',
    id: routedId(needed(client.uuid, 'id'), vlessRoute),
    flow: security.kind === 'none' ? '' : flowOn(inbound, client.flow, flowOverride),
    encryption: textAt(inbound.settings, 'encryption') || 'none',
  }),
  vmess: ({ client, security }) => ({
    protocol: 'vmess',
    id: needed(client.uuid, 'id'),
    cipher: vmessCipher(client.security, security.kind !== 'none'),
  }),
  // No flow: the core has none here (R26).
  trojan: ({ client }) => ({ protocol: 'trojan', password: needed(client.password, 'password') }),
  shadowsocks: ({ inbound, client, serverKey }) => {
    const method = methodOf(inbound)
    if (method === '') throw new Refusal('link.no-cipher')
    const server = serverKey ?? textAt(inbound.settings, 'password')
    const keys = shadowsocksKeys(method, server, passwordOn(method, client))
    return { protocol: 'shadowsocks', method, keys, udp: takesPackets(inbound.settings) }
  },
  hysteria,
  hysteria2: hysteria,
  masque: ({ inbound: { settings }, client }) => {
    if (!isMasqueName(client.email)) throw new Refusal('link.masque-name')
    const password = needed(client.password, 'password')
    return { protocol: 'masque', user: client.email, password, dns: listIn(textAt(settings, 'dns')) }
  },
  wireguard,
} satisfies Record<ClientProtocol, (context: AccessContext) => Access>

function accessTo(context: AccessContext): Access {
  const { protocol } = context.inbound
  if (!carriesClients(protocol)) throw new Refusal('link.no-links', { protocol })
  return accessFor[protocol](context)
}
