import type { NodeInput } from '#contract/node.ts'
import { Refusal } from '#domain/refusal.ts'
import { hashOf } from '../content-version.ts'
import { unbracketed } from '../net/address.ts'
import { classifyAddress } from '../net/address-class.ts'

/** How a panel is reached by another one that shall manage it, or by a probe, as it says itself. */
interface Invitation {
  /** With scheme, host, port and base path. */
  url: string
  /** SHA-256 of its certificate, 64 hexadecimal digits; blank on plain http, and where authorities are to decide. */
  pin: string
  token: string
}

const shape = /^sluice-(join|probe):v(\d{1,9}):([A-Za-z0-9_-]+):([0-9a-z]+)$/
/** For whom it is: a panel, or a probe. */
type Kind = 'join' | 'probe'
const longest = 4_096
const urlShape = /^(https?):\/\/(\[[^\]]+\]|[^/:]+):(\d{1,5})(\/.*)$/

/** Base64 for URLs. The text is ASCII. */
const encoded = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const decoded = (text: string): string => atob(text.replaceAll('-', '+').replaceAll('_', '/'))

const asAscii = (json: string): string =>
  json.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Addresses that no packet of the internet reaches. */
const inner: readonly string[] = [
  ...['loopback', 'private', 'ula', 'link-local', 'cgnat', 'benchmark', 'documentation'],
]

/** Over plain http a probe would send its keys in the open: allowed on this machine and in private networks only. */
export function refuseOpenWay(url: string): void {
  const [, scheme, host = ''] = urlShape.exec(url) ?? []
  const name = unbracketed(host)
  const isPrivate = name === 'localhost' || inner.includes(classifyAddress(name))
  if (scheme === 'http' && !isPrivate) throw new Refusal('probe.url-open', { url }, 'url')
}

/** One word without spaces or quotes, so that a double click selects it and no shell changes it. */
export function joinString({ url, pin, token }: Invitation, kind: Kind = 'join'): string {
  const payload = encoded(asAscii(JSON.stringify([url, pin, token])))
  return `sluice-${kind}:v1:${payload}:${hashOf(payload)}`
}

const damaged = () => new Refusal('join.damaged', {}, 'join')

/** A terminal breaks a long line, and a chat puts quotes around it. */
export function readJoinString(given: string, kind: Kind = 'join'): Invitation {
  const text = given.slice(0, 2 * longest).replace(/[\s"'`]/g, '')
  if (!text.startsWith(`sluice-${kind}:`)) throw new Refusal('join.not-one', {}, 'join')
  const [, , version, payload = '', check] = shape.exec(text) ?? []
  if (version === undefined || text.length > longest) throw damaged()
  if (version !== '1') throw new Refusal('join.other-version', { version }, 'join')
  if (hashOf(payload) !== check) throw damaged()
  const invitation = invitationOf(payload)
  if (kind === 'probe') refuseOpenWay(invitation.url)
  return invitation
}

function invitationOf(payload: string): Invitation {
  let parts: unknown
  try {
    parts = JSON.parse(decoded(payload))
  } catch {
    throw damaged()
  }
  if (!Array.isArray(parts) || parts.length !== 3 || !parts.every((part) => typeof part === 'string'))
    throw damaged()
  const [url, pin, token] = parts as [string, string, string] // checked above
  if (!urlShape.test(url) || token === '') throw damaged()
  return { url, pin: fingerprintOf(pin), token }
}

/** A join string in the place of address, port, base path, token and certificate; the other fields stay. */
export function joined({ join, ...input }: NodeInput): NodeInput {
  if (join === undefined || join.trim() === '') return input
  const { url, pin, token } = readJoinString(join)
  const [, scheme, address, port, basePath] = urlShape.exec(url) ?? []
  return {
    ...input,
    scheme,
    address,
    port: Number(port),
    basePath,
    apiToken: token,
    clearApiToken: undefined,
    tlsVerifyMode: pin === '' ? 'verify' : 'pin',
    pinnedCertSha256: pin,
  }
}

/** A SHA-256 fingerprint as 64 lower-case digits; written with colons, in capitals or in base64. Blank for none. */
export function fingerprintOf(given: string): string {
  const bare = given.trim().replace(/^sha-?256[:/=]/i, '')
  if (bare === '') return ''
  const hex = bare.replace(/[\s:]/g, '').toLowerCase()
  if (/^[0-9a-f]{64}$/.test(hex)) return hex
  if (/^[A-Za-z0-9+/]{43}=?$/.test(bare))
    return [...atob(bare.replace(/=$/, ''))]
      .map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'))
      .join('')
  throw new Refusal('node.pin-invalid', {}, 'pinnedCertSha256')
}
