import type { StoredFields } from '#contract/clients/fields.ts'
import type { ClientProtocol } from '#contract/protocol.ts'
import { Refusal } from '#domain/refusal.ts'
import { newPeerKeys } from '#domain/wireguard/keys.ts'
import { base64, listIn } from '../texts.ts'

export type Credentials = Pick<StoredFields, 'uuid' | 'password' | 'auth' | 'shadowsocksKey'>

/** Of WireGuard; a device has none of its own. */
type PeerKeys = Partial<Pick<StoredFields, 'privateKey' | 'publicKey' | 'allowedIPs'>>

export type ClientKeys = Credentials & PeerKeys

/** The parts of an inbound that matter for credentials; `method` is the Shadowsocks cipher, otherwise blank. */
export interface CredentialTarget {
  protocol: ClientProtocol
  method: string
}

const uuidShape = /^([0-9a-f]{8})-?([0-9a-f]{4})-?[0-9a-f]{4}-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/** The core ignores bytes 6 and 7 of a UUID: they carry a route, not identity (C2). */
function uuidKey(uuid: string): string {
  const [, a, b, d, e] = uuidShape.exec(uuid) ?? []
  return a === undefined ? uuid : `${a}${b}0000${d}${e}`.toLowerCase()
}

const byUuid = (c: Credentials) => (c.uuid === '' ? [] : [`uuid:${uuidKey(c.uuid)}`])
const byAuth = (c: Credentials) => (c.auth === '' ? [] : [`auth:${uuidKey(c.auth)}`])

const keysFor = {
  vless: byUuid,
  vmess: byUuid,
  trojan: (c) => (c.password === '' ? [] : [`password:${c.password}`]),
  shadowsocks: (c, method) => {
    const password = passwordOn(method, c)
    if (password === '') return []
    return [`password:${is2022(method) ? canonicalKey(password) : password}`]
  },
  hysteria: byAuth,
  hysteria2: byAuth,
  // A user is known by name there: equal passwords do no harm.
  masque: () => [],
  wireguard: ({ publicKey, allowedIPs = '' }) =>
    publicKey ? [`key:${publicKey}`, ...listIn(allowedIPs).map((address) => `address:${address}`)] : [],
} satisfies Record<ClientProtocol, (c: ClientKeys, method: string) => string[]>

/** What the core identifies clients by on this inbound; the database indexes it per inbound (R25). */
export const credentialKeys = (protocol: ClientProtocol, client: ClientKeys, method = ''): string[] =>
  keysFor[protocol](client, method)

/** Indexed to find clients that might share a credential; `credentialKeys` then decides. */
export const indexedCredentials = (c: Credentials) => ({
  uuidKey: uuidKey(c.uuid),
  passwordKey: canonicalKey(c.password),
  authKey: uuidKey(c.auth),
  shadowsocksKey: canonicalKey(c.shadowsocksKey),
})

export const sharedCredential = (otherEmail: string): Refusal =>
  new Refusal('client.credential-shared', { email: otherEmail }, 'credentials')

/** The core accepts a UUID, with or without dashes, and maps other text of up to 30 bytes to one. */
export function checkUuid(id: string, field = 'id'): string {
  if (uuidShape.test(id)) return id
  const bytes = new TextEncoder().encode(id).length
  if (bytes < 1 || bytes > 30 || /[\p{Cc}\p{Cs}]/u.test(id))
    throw new Refusal('client.uuid-invalid', {}, field)
  return id
}

/** One password must fit every Shadowsocks inbound of the client; two key lengths cannot both be met. */
function strictestMethod(targets: readonly CredentialTarget[]): string | undefined {
  const methods = targets.filter((t) => t.protocol === 'shadowsocks').map((t) => t.method)
  if (methods.some(isSingleUser)) throw new Refusal('client.cipher-single-user', {}, 'inboundIds')
  const lengths = new Set(methods.map(keyLength).filter((n) => n > 0))
  if (lengths.size > 1) throw new Refusal('client.key-lengths-differ', {}, 'inboundIds')
  return methods.find((m) => keyLength(m) > 0) ?? methods[0]
}

/** Protocols that take any text as password: changing it would change the client's links. */
const takesAnyText = ({ protocol, method }: CredentialTarget): boolean =>
  protocol === 'trojan' || protocol === 'masque' || (protocol === 'shadowsocks' && keyLength(method) === 0)

type Passwords = Pick<Credentials, 'password' | 'shadowsocksKey'>

/** Generates a key if it is missing or does not fit; a password in use is kept. */
function fittingPasswords(c: Passwords, targets: readonly CredentialTarget[], mint: Mint): Passwords {
  const method = strictestMethod(targets) ?? ''
  const { password, shadowsocksKey } = c
  const texts = targets.some(takesAnyText)
  if (keyLength(method) === 0 || (shadowsocksKey !== '' && isValidKey(method, shadowsocksKey)))
    return { password: password === '' && texts ? hex32(mint) : password, shadowsocksKey }
  if (isValidKey(method, password)) return { password, shadowsocksKey: '' }
  if (texts && password !== '') return { password, shadowsocksKey: newKey(method, mint) }
  return { password: newKey(method, mint), shadowsocksKey: '' }
}

/**
 * What an entry in one inbound's list says about the client. On a Shadowsocks 2022 inbound its `password` is the key
 * for that inbound, not the client's password elsewhere.
 */
export function listedPassword(
  stored: Passwords,
  sent: string | undefined,
  { target, targets }: { target: CredentialTarget | undefined; targets: readonly CredentialTarget[] },
): { password?: string | undefined; shadowsocksKey?: string } {
  const method = target?.protocol === 'shadowsocks' ? target.method : ''
  if (!sent || keyLength(method) === 0 || !targets.some(takesAnyText)) return { password: sent }
  if (sent === passwordOn(method, stored) || !isValidKey(method, sent)) return { password: undefined }
  return { password: undefined, shadowsocksKey: sent }
}

/** Keeps existing credentials that the inbounds can use; generates only what is missing (P16). */
export function fittingCredentials(
  client: ClientKeys,
  targets: readonly CredentialTarget[],
  mint: Mint,
): ClientKeys {
  const has = (...names: ClientProtocol[]) => targets.some((t) => names.includes(t.protocol))
  return {
    uuid: client.uuid === '' && has('vless', 'vmess') ? mint.uuid() : client.uuid,
    ...fittingPasswords(client, targets, mint),
    auth: client.auth === '' && has('hysteria', 'hysteria2') ? hex32(mint) : client.auth,
    ...(!client.publicKey && has('wireguard') && newPeerKeys(mint)),
  }
}

/** Time and randomness, passed in so that the rules stay pure. */
export interface Mint {
  uuid(): string
  bytes(n: number): Uint8Array
  /** Milliseconds since the epoch. */
  now: number
  /** The public half of an X25519 key, where the platform computes it faster than `domain`. */
  publicKey?: (secret: Uint8Array) => Uint8Array
}

/** 32 hex digits, as 3x-ui generates for Trojan passwords and Hysteria auth. */
export const hex32 = (mint: Mint): string =>
  [...mint.bytes(16)].map((b) => b.toString(16).padStart(2, '0')).join('')

const keyBytes: Readonly<Record<string, number>> = {
  '2022-blake3-aes-128-gcm': 16,
  '2022-blake3-aes-256-gcm': 32,
  '2022-blake3-chacha20-poly1305': 32,
}

export const is2022 = (method: string): boolean => method.startsWith('2022-blake3-')

/** Key length of the cipher in bytes; 0 if any text works. */
export const keyLength = (method: string): number => (Object.hasOwn(keyBytes, method) ? keyBytes[method]! : 0)

/** The core has no user list for this cipher: with clients, the whole configuration would not load. */
export const isSingleUser = (method: string): boolean => method === '2022-blake3-chacha20-poly1305'

/** Standard padded Base64 as the core decodes it; undefined if invalid. */
function decoded(key: string): string | undefined {
  if (key.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(key)) return undefined
  try {
    return atob(key)
  } catch {
    return undefined
  }
}

/** Canonical form of a key: the core ignores stray low bits in the last character. */
export const canonicalKey = (key: string): string => {
  const bytes = decoded(key)
  return bytes === undefined ? key : btoa(bytes)
}

export function isValidKey(method: string, key: string): boolean {
  const length = keyLength(method)
  return length === 0 ? key !== '' : decoded(key)?.length === length
}

export const newKey = (method: string, mint: Mint): string => {
  const length = keyLength(method)
  return length === 0 ? hex32(mint) : base64(mint.bytes(length))
}

/** A client whose password is not a valid 2022 key has a separate key. */
export const passwordOn = (method: string, c: { password: string; shadowsocksKey?: string }): string =>
  (keyLength(method) > 0 && c.shadowsocksKey) || c.password

/** Legacy ciphers: every client entry repeats the inbound's method (S3). */
export const entryMethod = (method: string): string | undefined =>
  method === '' || is2022(method) ? undefined : method
