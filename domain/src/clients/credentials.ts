import type { ClientProtocol } from '#contract/protocol.ts'
import { Refusal } from '#domain/refusal.ts'
import { hex32, type Mint } from './mint.ts'
import {
  canonicalKey,
  is2022,
  isSingleUser,
  isValidKey,
  keyLength,
  newKey,
  passwordOn,
} from './shadowsocks-key.ts'

export interface Credentials {
  uuid: string
  password: string
  auth: string
  /** For Shadowsocks 2022, where the password is in use elsewhere and is no key; blank where the password serves. */
  shadowsocksKey: string
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
    const password = passwordOn(method, c)
    if (password === '') return []
    return [`password:${is2022(method) ? canonicalKey(password) : password}`]
  },
  hysteria: byAuth,
  hysteria2: byAuth,
} satisfies Record<ClientProtocol, (c: Credentials, method: string) => string[]>

/** What the core tells clients apart by on such an inbound; a store indexes it per inbound (R25). */
export const credentialKeys = (protocol: ClientProtocol, client: Credentials, method = ''): string[] =>
  keysFor[protocol](client, method)

/** What a store indexes to find who might share a credential; `credentialKeys` then decides. */
export const indexedCredentials = (c: Credentials) => ({
  uuidKey: uuidKey(c.uuid),
  passwordKey: canonicalKey(c.password),
  authKey: uuidKey(c.auth),
  shadowsocksKey: canonicalKey(c.shadowsocksKey),
})

export const sharedCredential = (otherEmail: string): Refusal =>
  new Refusal('client.credential-shared', { email: otherEmail }, 'credentials')

/** The core takes a UUID, with or without dashes, or maps a text of up to 30 bytes onto one. */
export function checkUuid(id: string, field = 'id'): string {
  if (uuidShape.test(id)) return id
  const bytes = new TextEncoder().encode(id).length
  if (bytes < 1 || bytes > 30 || /[\p{Cc}\p{Cs}]/u.test(id))
    throw new Refusal('client.uuid-invalid', {}, field)
  return id
}

/** The one password must fit every Shadowsocks inbound of the client; two key lengths cannot be met at once. */
function strictestMethod(targets: readonly CredentialTarget[]): string | undefined {
  const methods = targets.filter((t) => t.protocol === 'shadowsocks').map((t) => t.method)
  if (methods.some(isSingleUser))
    throw new Refusal('client.cipher-single-user', {}, 'inboundIds')
  const lengths = new Set(methods.map(keyLength).filter((n) => n > 0))
  if (lengths.size > 1)
    throw new Refusal('client.key-lengths-differ', {}, 'inboundIds')
  return methods.find((m) => keyLength(m) > 0) ?? methods[0]
}

/** Where any text is a password: its links would change with it. */
const takesAnyText = ({ protocol, method }: CredentialTarget): boolean =>
  protocol === 'trojan' || (protocol === 'shadowsocks' && keyLength(method) === 0)

type Passwords = Pick<Credentials, 'password' | 'shadowsocksKey'>

/** A key that is missing or does not fit is made; a password that is in use stays as it is. */
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
 * What an entry in the list of one inbound says about the client. On a Shadowsocks 2022 inbound its `password` is the key
 * there: it says nothing about the password that the client has on other inbounds.
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

/** What the client already has is kept wherever the inbounds can use it; only what is missing is made (P16). */
export function fittingCredentials(
  client: Credentials,
  targets: readonly CredentialTarget[],
  mint: Mint,
): Credentials {
  const has = (...names: ClientProtocol[]) => targets.some((t) => names.includes(t.protocol))
  return {
    uuid: client.uuid === '' && has('vless', 'vmess') ? mint.uuid() : client.uuid,
    ...fittingPasswords(client, targets, mint),
    auth: client.auth === '' && has('hysteria', 'hysteria2') ? hex32(mint) : client.auth,
  }
}
