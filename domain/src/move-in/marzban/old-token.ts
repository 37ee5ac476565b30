import type { OldIdentity, OldSubscriptions } from '../arrival.ts'

/** Hashes of a text's UTF-8 bytes, in lower-case hexadecimal. */
export interface Digests {
  sha256(text: string): string
  hmacSha256(key: string, text: string): string
}

/** The user that a verified token names, and when it was made, in milliseconds. PasarGuard names users by number. */
export type TokenClaim = { readonly at: number } & ({ readonly name: string } | { readonly id: number })

type Secret = Pick<OldSubscriptions, 'kind' | 'secret'>

const shortest = 15
/** A PasarGuard name has up to 128 characters; as a JWT that makes about 330. */
const longest = 512
const signatureLength = 10
/** `{"alg":"HS256","typ":"JWT"}`: no other algorithm was ever used, so no other header is accepted. */
const jwtHeader = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.'

const tokenShape = /^[\w.-]+$/

/** Whether a part of a URL can be such a token at all. */
export const mayBeToken = (text: string): boolean =>
  text.length >= shortest && text.length <= longest && tokenShape.test(text)

/** Takes the same time wherever two texts of one length differ. */
function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}

const base64urlOf = (hex: string): string =>
  btoa(hex.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

function decoded(part: string): string | undefined {
  try {
    const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)))
  } catch {
    return undefined
  }
}

const wholeOf = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

function claimOf(who: { name: string } | { id: number }, seconds: number | undefined): TokenClaim | null {
  return seconds === undefined ? null : { ...who, at: seconds * 1000 }
}

/** `name,seconds`, or `v2,id,seconds` and `v3,id,seconds` of PasarGuard. */
function payloadClaim({ kind }: Secret, payload: string): TokenClaim | null {
  const parts = decoded(payload)?.split(',') ?? []
  const [first = '', second = '', third = ''] = parts
  if (parts.length === 2 && first !== '') return claimOf({ name: first }, wholeOf(second))
  if (kind !== 'pasarguard' || parts.length !== 3 || !['v2', 'v3'].includes(first)) return null
  const id = wholeOf(second)
  return id === undefined ? null : claimOf({ id }, wholeOf(third))
}

/** Marzban before 0.5. */
function jwtClaim({ secret }: Secret, token: string, { hmacSha256 }: Digests): TokenClaim | null {
  const [header = '', payload = '', signature = '', more] = token.split('.')
  const expected = base64urlOf(hmacSha256(secret, `${header}.${payload}`))
  if (more !== undefined || !sameText(signature, expected)) return null
  try {
    const said: unknown = JSON.parse(decoded(payload) ?? '')
    if (typeof said !== 'object' || said === null) return null
    const { sub, access, iat } = said as Record<string, unknown> // an object; its values are checked below
    if (access !== 'subscription' || typeof sub !== 'string' || sub === '') return null
    return claimOf({ name: sub }, typeof iat === 'number' && Number.isFinite(iat) ? iat : undefined)
  } catch {
    return null
  }
}

/** PasarGuard from 5.1: the whole HMAC behind a dot. */
function dottedClaim(source: Secret, token: string, { hmacSha256 }: Digests): TokenClaim | null {
  const [payload = '', signature = '', more] = token.split('.')
  const expected = base64urlOf(hmacSha256(source.secret, payload))
  if (more !== undefined || !sameText(signature, expected)) return null
  const claim = payloadClaim(source, payload)
  return claim && 'id' in claim ? claim : null
}

/** The first characters of a hash behind the payload; PasarGuard wrote them in hexadecimal for a while. */
function shortClaim(source: Secret, token: string, { sha256 }: Digests): TokenClaim | null {
  const payload = token.slice(0, -signatureLength)
  const signature = token.slice(-signatureLength)
  const hex = sha256(payload + source.secret)
  const isMarzban = sameText(signature, base64urlOf(hex).slice(0, signatureLength))
  const isHex = sameText(signature, hex.slice(0, signatureLength)) && source.kind === 'pasarguard'
  return isMarzban || isHex ? payloadClaim(source, payload) : null
}

/** Verifies a token of the other panel's subscription URLs; null if its secret did not sign it. */
export function readOldToken(source: Secret, token: string, digests: Digests): TokenClaim | null {
  if (source.secret === '' || !mayBeToken(token)) return null
  if (token.startsWith(jwtHeader)) return jwtClaim(source, token, digests)
  if (!token.includes('.')) return shortClaim(source, token, digests)
  return source.kind === 'pasarguard' ? dottedClaim(source, token, digests) : null
}

/** Whether the user existed when the token was made, and has not revoked it since. */
export const isHonoured = (
  { at }: TokenClaim,
  { createdAt, revokedAt }: Pick<OldIdentity, 'createdAt' | 'revokedAt'>,
): boolean => createdAt <= at && revokedAt <= at

/** Marzban compares names ignoring case, PasarGuard does not. */
export const oldNameKey = (kind: OldSubscriptions['kind'], name: string): string =>
  kind === 'marzban' ? name.toLowerCase() : name
