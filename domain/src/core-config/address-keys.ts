import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import { isSingleUser, isValidKey, keyLength, passwordOn } from '#domain/clients/credentials.ts'
import { type KeyPart, keyFrom } from '#domain/devices/keys.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { base64 } from '#domain/texts.ts'

/** An advertised address whose links have keys of their own (ADR 151). */
export interface KeyedAddress {
  /** In names of the core. */
  id: number
  /** What keys are derived from besides the client's own: never given to another address. */
  seed: string
}

/** Bytes that only this panel can compute, at most 64: stable per name. */
export type DerivedBytes = (name: string, length: number) => Uint8Array

/** By what the core knows a client on an inbound. */
export interface OwnKey {
  uuid: string
  password: string
  auth: string
  shadowsocksKey?: string
}

const parts = {
  vless: 'uuid',
  vmess: 'uuid',
  trojan: 'password',
  shadowsocks: 'password',
  hysteria: 'auth',
  hysteria2: 'auth',
  // A login is a name and a password, and the name is the client's.
  masque: undefined,
  // A device has one key pair, and its addresses are the client's.
  wireguard: undefined,
} satisfies Record<ClientProtocol, KeyPart | undefined>

/** Whether clients of such an inbound can have further keys; a node counts all bytes of a client together. */
export const takesAddressKeys = (
  inbound: Pick<InboundShape, 'protocol' | 'settings'> & { nodeId: number | null },
): boolean =>
  runsHere(inbound) &&
  carriesClients(inbound.protocol) &&
  parts[inbound.protocol] !== undefined &&
  !isSingleUser(methodOf(inbound))

/**
 * The client as a user of an inbound by the links of an address: with a key derived from the one that it has there. So each
 * address has another key, and all of them change with the client's. Undefined if the client has none that the core takes.
 */
export function addressSource<T extends OwnKey>(
  inbound: InboundShape,
  client: T,
  { seed }: Pick<KeyedAddress, 'seed'>,
  derived: DerivedBytes,
): T | undefined {
  const { protocol } = inbound
  const part = carriesClients(protocol) ? parts[protocol] : undefined
  if (part === undefined) return undefined
  const method = protocol === 'shadowsocks' ? methodOf(inbound) : ''
  const own = part === 'password' ? passwordOn(method, client) : client[part]
  if (!isValidKey(method, own)) return undefined
  const length = keyLength(method)
  const bytes = derived(`address/${seed}/${part}/${own}`, length || 16)
  if (length > 0) return { ...client, password: base64(bytes), shadowsocksKey: '' }
  return { ...client, [part]: keyFrom(part, bytes) }
}
