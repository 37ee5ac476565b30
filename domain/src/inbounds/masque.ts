import type { Coded } from '#contract/coded.ts'
import { type Cidr, parseCidr } from '#domain/net/cidr.ts'
import { coded } from '#domain/refusal.ts'

/** An unusual network: addresses inside the tunnel are not to be confused with those of a private network around the server. */
export const usualMasqueAddress = '10.143.0.1/16'

/** As the core reads the ALPN: HTTP/2 is on TCP, HTTP/3 on UDP, and HTTP/3 is what it serves without any. */
export function masqueLayers(alpn: readonly string[]): ('tcp' | 'udp')[] {
  const h2 = alpn.includes('h2')
  const h3 = alpn.includes('h3') || !h2
  return [...(h2 ? (['tcp'] as const) : []), ...(h3 ? (['udp'] as const) : [])]
}

/** A client dials HTTP/2 only if it is the only one of the two. */
export const dialsOverUdp = (alpn: readonly string[]): boolean => masqueLayers(alpn).includes('udp')

/** The name is the first part of `name:password` in the request: the core takes none with a colon. */
export const isMasqueName = (email: string): boolean => email !== '' && !email.includes(':')

const widthOf = ({ bytes }: Cidr): number => bytes.length * 8

/** The part of an address that tells machines of the network apart: all zeros is the network, all ones the broadcast. */
function hostBits(cidr: Cidr): string {
  const bits = cidr.bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.slice(cidr.bits)
}

function isHostAddress(cidr: Cidr): boolean {
  const host = hostBits(cidr)
  return host.includes('1') && (widthOf(cidr) === 128 || host.includes('0'))
}

/** The core takes one network of each family, with its own address in it, and at least one more for a client. */
export function masqueAddressProblem(value: string | readonly string[]): Coded | undefined {
  const entries = (typeof value === 'string' ? value.split(',') : value).map((entry) => entry.trim())
  if (entries.every((entry) => entry === '')) return coded('inbound.masque-address-missing')
  const families = new Set<number>()
  for (const entry of entries) {
    const cidr = entry.includes('/') ? parseCidr(entry) : undefined
    if (!cidr || widthOf(cidr) - cidr.bits < 2 || !isHostAddress(cidr))
      return coded('inbound.masque-address', { entry: entry.slice(0, 80) })
    if (families.has(widthOf(cidr))) return coded('inbound.masque-address-twice')
    families.add(widthOf(cidr))
  }
  return undefined
}

const variables = /\{\??&?(?:target|ipproto)(?:,(?:target|ipproto))?\}/g

/** The core fills in these two variables of the path, and no others. */
export function masquePathProblem(path: string): Coded | undefined {
  if (path === '' || (path.startsWith('/') && !/[{}]/.test(path.replace(variables, '*')))) return undefined
  return coded('inbound.masque-path')
}
