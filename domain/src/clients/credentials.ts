import type { ClientProtocol } from '#contract/protocol.ts'
import { Refusal } from '#domain/refusal.ts'
import { hex32, type Mint } from './mint.ts'
import { canonicalKey, is2022, isSingleUser, isValidKey, keyLength, newKey } from './shadowsocks-key.ts'

export interface Credentials {
  uuid: string
  password: string
  auth: string
}

/** An inbound as far as credentials care; `method` is Shadowsocks' cipher, blank elsewhere. */
export interface CredentialTarget {
  protocol: ClientProtocol
  method: string
}

const uuidShape = /^([0-9a-f]{8})-?([0-9a-f]{4})-?[0-9a-f]{4}-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/** The core compares UUIDs with bytes 6 and 7 blanked: they carry a route, not an identity. */
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
    if (c.password === '') return []
    return [`password:${is2022(method) ? canonicalKey(c.password) : c.password}`]
  },
  hysteria: byAuth,
  hysteria2: byAuth,
} satisfies Record<ClientProtocol, (c: Credentials, method: string) => string[]>

/** What the core tells clients apart by on such an inbound; a store indexes it per inbound (decision 25). */
export const credentialKeys = (protocol: ClientProtocol, client: Credentials, method = ''): string[] =>
  keysFor[protocol](client, method)

/** What a store indexes to find who might share a credential; `credentialKeys` then decides. */
export const indexedCredentials = (c: Credentials) => ({
  uuidKey: uuidKey(c.uuid),
  passwordKey: canonicalKey(c.password),
  authKey: uuidKey(c.auth),
})

export const sharedCredential = (otherEmail: string): Refusal =>
  new Refusal(
    `The core could not tell this client from ${otherEmail}: give it another credential.`,
    'credentials',
  )

/** The core takes a UUID, with or without dashes, or maps a text of up to 30 bytes onto one. */
export function checkUuid(id: string, field = 'id'): string {
  if (uuidShape.test(id)) return id
  const bytes = new TextEncoder().encode(id).length
  if (bytes < 1 || bytes > 30 || /[\p{Cc}\p{Cs}]/u.test(id))
    throw new Refusal('Give a UUID, or a text of at most 30 bytes.', field)
  return id
}

/** The one password must fit every Shadowsocks inbound of the client; two key lengths cannot be met at once. */
function strictestMethod(targets: readonly CredentialTarget[]): string | undefined {
  const methods = targets.filter((t) => t.protocol === 'shadowsocks').map((t) => t.method)
  if (methods.some(isSingleUser))
    throw new Refusal(
      '2022-blake3-chacha20-poly1305 serves a single user: pick an inbound with an AES 2022 cipher.',
      'inboundIds',
    )
  const lengths = new Set(methods.map(keyLength).filter((n) => n > 0))
  if (lengths.size > 1)
    throw new Refusal(
      'These Shadowsocks inbounds need keys of different lengths: a client has one key, so leave one of them out.',
      'inboundIds',
    )
  return methods.find((m) => keyLength(m) > 0) ?? methods[0]
}

function fittingPassword(password: string, targets: readonly CredentialTarget[], mint: Mint): string {
  const method = strictestMethod(targets)
  if (method !== undefined) return isValidKey(method, password) ? password : newKey(method, mint)
  return password === '' && targets.some((t) => t.protocol === 'trojan') ? hex32(mint) : password
}

/** What the client already has is kept wherever the inbounds can use it; only what is missing is made (property 16). */
export function fittingCredentials(
  client: Credentials,
  targets: readonly CredentialTarget[],
  mint: Mint,
): Credentials {
  const has = (...names: ClientProtocol[]) => targets.some((t) => names.includes(t.protocol))
  return {
    uuid: client.uuid === '' && has('vless', 'vmess') ? mint.uuid() : client.uuid,
    password: fittingPassword(client.password, targets, mint),
    auth: client.auth === '' && has('hysteria', 'hysteria2') ? hex32(mint) : client.auth,
  }
}
