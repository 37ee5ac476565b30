import type { FallbackRow } from '#contract/fallback.ts'
import type { Block } from '#contract/inbound.ts'
import type { Protocol } from '#contract/protocol.ts'
import { isSingleUser } from '#domain/clients/credentials.ts'
import { canHostFallbacks, methodOf } from '#domain/inbounds/capabilities.ts'
import { coreFallbacks, type FallbackInbound } from '#domain/inbounds/fallbacks.ts'
import { isSocketPath } from '#domain/inbounds/listen.ts'
import { servedPorts, servedStream, type Values } from '#domain/rotation/values.ts'
import { asBlocks, isBlock, textAt, withoutKeys } from '#domain/untyped.ts'
import { serverAddresses } from '#domain/wireguard/pool.ts'
import type { KeyedAddress } from './address-keys.ts'
import type { EyeKeys } from './check-user.ts'
import { coreProtocol } from './client-entry.ts'
import { coreStream } from './core-stream.ts'
import { coreUsers, type Entry, type HiddenBytes, serverKey, type UserSource } from './users.ts'

/** An inbound as stored. */
export interface SectionSource extends FallbackInbound {
  protocol: Protocol
  tag: string
  /** The operator's name for it: for messages, never sent to the core. */
  remark?: string
  enable: boolean
  sniffing: Block
  /** Bits per second for each connection of a Hysteria client: the only way to limit QUIC. */
  speedDown?: number
  /** Former values that are still served during a rotation. */
  also?: Values
  /** Its users have names of their own, because their bytes on it are counted apart. */
  countedApart?: boolean
  /** Its advertised addresses whose links have keys of their own. */
  addressKeys?: readonly KeyedAddress[]
}

/** An inbound as sent to the core. */
export interface CoreInbound {
  tag: string
  protocol: string
  listen?: string
  /** A text lists several: `8443,443`. */
  port?: number | string
  settings: Block
  streamSettings?: Block
  sniffing?: Block
}

interface SectionWorld {
  /** Fallback rows of this inbound; without any, hand-written fallbacks are kept. */
  fallbacks: readonly FallbackRow[]
  childOf: (id: number) => FallbackInbound | undefined
  hidden: HiddenBytes
  /** It has a hidden client for each of them. */
  eyes?: readonly EyeKeys[] | undefined
}

type SettingsOf = (inbound: SectionSource, users: Entry[], world: SectionWorld) => Block

/** Rows replace hand-written fallbacks; next to VLESS encryption the core refuses even an empty list. */
function fallbacksOf(inbound: SectionSource, world: SectionWorld): Block {
  const encrypted = (textAt(inbound.settings, 'decryption') || 'none') !== 'none'
  if (encrypted) return {}
  const rows = canHostFallbacks(inbound) ? coreFallbacks(inbound, world.fallbacks, world.childOf) : []
  const list = rows.length > 0 ? rows : asBlocks(inbound.settings.fallbacks)
  return list.length > 0 ? { fallbacks: list } : {}
}

const clientKeys = ['clients', 'users'] as const

const hysteria: SettingsOf = ({ settings }, users) => ({
  ...withoutKeys(settings, clientKeys),
  version: 2,
  clients: users,
})

/** A peer of the settings, which is no client. Only these fields: the panel also stores names, notes and private keys. */
const corePeer = (peer: Block): Block => ({
  publicKey: peer.publicKey,
  ...(peer.preSharedKey ? { preSharedKey: peer.preSharedKey } : {}),
  ...(Array.isArray(peer.allowedIPs) && { allowedIPs: peer.allowedIPs }),
  ...(peer.keepAlive ? { keepAlive: peer.keepAlive } : {}),
})

const asWritten: SettingsOf = ({ settings }) =>
  Object.fromEntries(Object.entries(settings).filter(([, v]) => v !== null))

const settingsFor = {
  vless: (inbound, users, world) => ({
    // `encryption` is the client's half; `testseed` is sent with the users that have Vision.
    ...withoutKeys(inbound.settings, [...clientKeys, 'encryption', 'testseed', 'fallbacks', 'decryption']),
    decryption: textAt(inbound.settings, 'decryption') || 'none',
    clients: users,
    ...fallbacksOf(inbound, world),
  }),
  vmess: ({ settings }, users) => ({ ...withoutKeys(settings, clientKeys), clients: users }),
  trojan: (inbound, users, world) => ({
    ...withoutKeys(inbound.settings, [...clientKeys, 'fallbacks']),
    clients: users,
    ...fallbacksOf(inbound, world),
  }),
  shadowsocks: (inbound, users, world) => ({
    // The core has no `ivCheck`, and knows the 2022 ciphers only in lower case.
    ...withoutKeys(inbound.settings, [...clientKeys, 'ivCheck', 'method', 'password']),
    method: methodOf(inbound),
    password: serverKey(inbound, world.hidden),
    ...(!isSingleUser(methodOf(inbound)) && { clients: users }),
  }),
  hysteria,
  hysteria2: hysteria,
  masque: ({ settings }, users) => ({
    // The name servers are for clients. No `mtu` means the smallest that every network carries.
    ...withoutKeys(settings, ['dns', 'mtu', ...clientKeys]),
    ...(settings.mtu ? { mtu: settings.mtu } : {}),
    clients: users,
  }),
  wireguard: ({ settings }, users) => ({
    ...withoutKeys(settings, ['dns', 'peers', 'address', ...clientKeys]),
    ...(settings.address ? { address: serverAddresses(settings) } : {}),
    peers: [...asBlocks(settings.peers).map(corePeer), ...users],
  }),
  http: asWritten,
  mixed: (inbound, users, world) => {
    const settings = asWritten(inbound, users, world)
    return textAt(settings, 'auth') === 'noauth' ? withoutKeys(settings, ['accounts', 'users']) : settings
  },
  tunnel: asWritten,
  tun: asWritten,
} satisfies Record<Protocol, SettingsOf>

/** Blank means all addresses of both families, which is how the core treats `0.0.0.0`. */
function address(inbound: SectionSource): Pick<CoreInbound, 'listen' | 'port'> {
  if (inbound.protocol === 'tun') return {}
  if (isSocketPath(inbound.listen)) return { listen: inbound.listen }
  const ports = servedPorts(inbound)
  return { listen: inbound.listen || '0.0.0.0', port: ports.length > 1 ? ports.join() : inbound.port }
}

/**
 * One UDP socket serves all clients of a Hysteria inbound, so no client's speed can be held there. The core can send at
 * a given rate to each connection, which is the same for all of them; uploads are not limited.
 */
function withSpeedClass({ protocol, speedDown = 0 }: SectionSource, stream: Block | undefined) {
  if (!stream || speedDown === 0 || coreProtocol(protocol) !== 'hysteria') return stream
  const mask = isBlock(stream.finalmask) ? stream.finalmask : {}
  const quic = isBlock(mask.quicParams) ? mask.quicParams : {}
  const rate = { congestion: 'force-brutal', brutalUp: `${Math.ceil(speedDown / 1_000)} kbps` }
  return { ...stream, finalmask: { ...mask, quicParams: { ...quic, ...rate } } }
}

/** One inbound for the core: the same for the whole configuration, a live change and the check on save. */
export function inboundSection(
  inbound: SectionSource,
  clients: readonly UserSource[],
  world: SectionWorld,
): CoreInbound {
  const users = coreUsers(inbound, clients, world)
  const stream = withSpeedClass(
    inbound,
    coreStream(inbound.protocol, servedStream(inbound.streamSettings, inbound.also)),
  )
  const sniffs = isBlock(inbound.sniffing) && inbound.sniffing.enabled === true
  return {
    tag: inbound.tag,
    ...address(inbound),
    protocol: coreProtocol(inbound.protocol),
    settings: settingsFor[inbound.protocol](inbound, users, world),
    ...(stream && { streamSettings: stream }),
    ...(sniffs && { sniffing: inbound.sniffing }),
  }
}
