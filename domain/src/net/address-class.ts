import { addressBytes } from './address.ts'
import { type Cidr, inCidr, parseCidr } from './cidr.ts'

/** IANA's special-purpose registries; the first match wins, so narrow ranges come before wide ones. */
export const specialRanges = [
  ['0.0.0.0/32', 'unspecified'],
  ['0.0.0.0/8', 'reserved'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'cgnat'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'platform'], // Azure's host agent answers guests on this public-looking address
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'documentation'],
  ['192.88.99.0/24', '6to4'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'benchmark'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],

  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::/96', 'compatible'],
  ['::ffff:0:0/96', 'mapped'],
  ['::ffff:0:0:0/96', 'mapped'], // IPv4-translated addresses of RFC 2765
  ['64:ff9b::/96', 'nat64'],
  ['64:ff9b:1::/48', 'nat64'],
  ['2001::/32', 'teredo'],
  ['2001:2::/48', 'benchmark'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4'],
  ['3fff::/20', 'documentation'],
  ['fc00::/7', 'ula'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'], // site-local: deprecated, still routed in some networks
  ['ff00::/8', 'multicast'],
] as const

/** The guarded HTTP client refuses everything except `public` (S5). Their names: `address.*` in locales/en/refusals.json. */
type AddressClass = (typeof specialRanges)[number][1] | 'public' | 'isatap' | 'invalid'

function known(text: string): Cidr {
  const cidr = parseCidr(text)
  if (!cidr) throw new Error(`not a range: ${text}`)
  return cidr
}

const table = specialRanges.map(([range, name]) => ({ range: known(range), name }))
const globalUnicast = known('2000::/3')

/** RFC 5214: the interface part 0:5efe:a.b.c.d or 200:5efe:a.b.c.d tunnels to that IPv4 address under any prefix. */
function isIsatap(b: readonly number[]): boolean {
  return (b[8] === 0 || b[8] === 2) && b[9] === 0 && b[10] === 0x5e && b[11] === 0xfe
}

/** Compares bytes, so spelling does not matter. An IPv4 address embedded in IPv6 is never public (S5). */
export function classifyBytes(address: ArrayLike<number>): AddressClass {
  const bytes = Array.from(address)
  if (bytes.length !== 4 && bytes.length !== 16) return 'invalid'
  const special = table.find(({ range }) => inCidr(bytes, range))
  if (special) return special.name
  if (bytes.length === 4) return 'public'
  // IANA assigns only 2000::/3; discard-only 100::/64, SRv6 5f00::/16 and the rest are outside it.
  if (!inCidr(bytes, globalUnicast)) return 'reserved'
  return isIsatap(bytes) ? 'isatap' : 'public'
}

export function classifyAddress(text: string): AddressClass {
  const bytes = addressBytes(text)
  return bytes ? classifyBytes(bytes) : 'invalid'
}

export const isPublic = (text: string): boolean => classifyAddress(text) === 'public'
