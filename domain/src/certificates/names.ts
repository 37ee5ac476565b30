import type { CertificateWish } from '#contract/certificates-api.ts'
import { addressBytes, isIp, plainAddress } from '../net/address.ts'
import { Refusal } from '../refusal.ts'

/** Authorities take up to a hundred; more are a mistake. */
const mostNames = 50
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** The name in ASCII, as certificates have it; undefined if it is no name. */
function asciiOf(name: string): string | undefined {
  if (/[/?#@:\\\s%]/.test(name)) return undefined
  try {
    return new URL(`http://${name}/`).hostname
  } catch {
    return undefined
  }
}

function nameOf(typed: string): string {
  const bare = typed
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
  if (isIp(bare)) return plainAddress(addressBytes(bare) ?? [])
  const star = bare.startsWith('*.') ? '*.' : ''
  const name = asciiOf(bare.slice(star.length).replace(/\.$/, ''))
  const labels = name?.split('.') ?? []
  const isName =
    name !== undefined && name.length <= 253 && labels.length >= 2 && labels.every((part) => label.test(part))
  if (!isName || isIp(name))
    throw new Refusal('certificate.name-invalid', { name: typed.slice(0, 100) }, 'names')
  return star + name
}

/** The requested names, each once and spelt as in a certificate. */
export function namesOf(typed: readonly string[]): string[] {
  const names = [...new Set(typed.filter((name) => name.trim() !== '').map(nameOf))]
  if (names.length === 0) throw new Refusal('certificate.names-missing', {}, 'names')
  if (names.length > mostNames) throw new Refusal('certificate.too-many-names', { max: mostNames }, 'names')
  return names
}

export type DecidedWish = ReturnType<typeof decideWish>

/**
 * What is requested from the authority. An IP address is verified by connecting to it, and its certificate is valid for
 * six days.
 */
export function decideWish({ names: typed, method, shortLived }: CertificateWish) {
  const names = namesOf(typed)
  const addresses = names.filter(isIp)
  const wildcard = names.find((name) => name.startsWith('*.'))
  if (wildcard && method !== 'dns-01')
    throw new Refusal('certificate.wildcard-needs-dns', { name: wildcard }, 'method')
  if (addresses[0] && method === 'dns-01')
    throw new Refusal('certificate.address-not-by-dns', { name: addresses[0] }, 'method')
  return { names, method, profile: shortLived || addresses.length > 0 ? 'shortlived' : '' } as const
}
