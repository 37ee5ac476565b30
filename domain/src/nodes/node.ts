import type { Coded } from '#contract/coded.ts'
import { type NodeInput, type TlsVerifyMode, tlsVerifyModes } from '#contract/node.ts'
import { fingerprintOf, joined } from '#domain/fleet/join-string.ts'
import { addressBytes } from '#domain/net/address.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import { isMultiplier, mostMultiplier } from '#domain/traffic/charge.ts'
import { takenApart } from './taken-apart.ts'

export const blankNode = {
  name: '',
  remark: '',
  scheme: 'https' as 'http' | 'https',
  /** Without brackets. */
  address: '',
  port: 0,
  /** Begins and ends with a slash. */
  basePath: '/',
  apiToken: '',
  enable: true,
  allowPrivateAddress: false,
  tlsVerifyMode: 'verify' as TlsVerifyMode,
  /** 64 hexadecimal digits, or blank. */
  pinnedCertSha256: '',
  /** What a byte that it carries counts against quotas. */
  trafficMultiplier: 1,
}

/** How a panel is reached, and what its operator called it. */
export type NodeFields = typeof blankNode

const control = /\p{Cc}|\p{Cs}/u
const label = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?$/u
/** The last label of a name is never a number: 1.2.3 and 0x7f.1 are odd spellings of addresses. */
const isName = (text: string): boolean => {
  const labels = text.replace(/\.$/, '').split('.')
  return (
    text.length <= 253 && labels.every((part) => label.test(part)) && !/^\d|^0x/i.test(labels.at(-1) ?? '')
  )
}

function checkText(text: string, max: number, field: string): string {
  if (control.test(text) || text.length > max) throw new Refusal('input.too-long-or-control', { max }, field)
  return text
}

function checkAddress(given: string): string {
  const bare = given.trim().replace(/^\[(.*)\]$/, '$1')
  if (addressBytes(bare) && !bare.includes('%')) return bare
  if (!isName(bare)) throw new Refusal('node.address-invalid', { address: bare.slice(0, 100) }, 'address')
  return bare.replace(/\.$/, '').toLowerCase()
}

function checkPort(port: number): number {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Refusal('node.port-invalid', {}, 'port')
  return port
}

function checkPath(given: string): string {
  const bare = given
    .trim()
    .split('/')
    .filter((part) => part !== '')
    .join('/')
  if (/[\s\\?#]/.test(bare) || control.test(bare) || bare.length > 512 || bare.split('/').includes('..'))
    throw new Refusal('node.path-invalid', {}, 'basePath')
  return bare === '' ? '/' : `/${bare}/`
}

function checkToken(given: string): string {
  const bare = given.trim()
  // It goes into a header.
  if (!/^[\x21-\x7e]{0,512}$/.test(bare)) throw new Refusal('node.token-invalid', {}, 'apiToken')
  return bare
}

function checkMode(given: string): TlsVerifyMode {
  if (given === 'mtls') throw new Refusal('node.mtls-missing', {}, 'tlsVerifyMode')
  const mode = tlsVerifyModes.find((known) => known === given)
  if (!mode)
    throw new Refusal('node.verify-mode-unknown', { values: tlsVerifyModes.join(', ') }, 'tlsVerifyMode')
  return mode
}

function checkMultiplier(given: number): number {
  if (!isMultiplier(given))
    throw new Refusal('input.not-multiplier', { max: mostMultiplier }, 'trafficMultiplier')
  return given
}

/** What is stored when `input` arrives: absent fields and a blank token keep what was there. */
export function writtenNode(stored: NodeFields, given: NodeInput): NodeFields {
  const input = takenApart(joined(given))
  const name = checkText((input.name ?? stored.name).trim(), 100, 'name')
  if (name === '') throw new Refusal('node.name-missing', {}, 'name')
  return {
    ...connection(stored, input),
    name,
    remark: checkText(input.remark ?? stored.remark, 1_000, 'remark'),
    trafficMultiplier: checkMultiplier(input.trafficMultiplier ?? stored.trafficMultiplier),
  }
}

/** Only how the panel is reached: a test needs no name. */
export function connection(stored: NodeFields, given: NodeInput): NodeFields {
  const input = takenApart(joined(given))
  const scheme = (input.scheme ?? stored.scheme).trim().toLowerCase() === 'http' ? 'http' : 'https'
  const mode = checkMode(input.tlsVerifyMode || stored.tlsVerifyMode)
  const pin = fingerprintOf(input.pinnedCertSha256 ?? stored.pinnedCertSha256)
  if (mode === 'pin' && scheme === 'https' && pin === '')
    throw new Refusal('node.pin-missing', {}, 'pinnedCertSha256')
  return {
    ...stored,
    scheme,
    address: checkAddress(input.address ?? stored.address),
    port: checkPort(input.port ?? stored.port),
    basePath: checkPath(input.basePath ?? stored.basePath),
    apiToken: input.clearApiToken ? '' : checkToken(input.apiToken ?? '') || stored.apiToken,
    enable: input.enable ?? stored.enable,
    allowPrivateAddress: input.allowPrivateAddress ?? stored.allowPrivateAddress,
    tlsVerifyMode: mode,
    pinnedCertSha256: pin,
  }
}

type Place = Pick<NodeFields, 'scheme' | 'address' | 'port' | 'basePath'>

export function nodeUrl({ scheme, address, port, basePath }: Place, path: string): string {
  return `${scheme}://${address.includes(':') ? `[${address}]` : address}:${port}${basePath}${path}`
}

export function warningOf({
  scheme,
  tlsVerifyMode,
}: Pick<NodeFields, 'scheme' | 'tlsVerifyMode'>): Coded | undefined {
  if (scheme === 'http') return coded('node.plain-http')
  return tlsVerifyMode === 'skip' ? coded('node.unverified') : undefined
}
