import { addressBytes } from '#domain/net/cidr.ts'

export interface Network {
  /** Names the network and its width. */
  key: string
  /** This many failures in five minutes block all of it. */
  limit: number
}

/** Who rents one machine may have a whole /48: wider networks count too, with more patience the more people share them. */
const widths = {
  4: [
    { bits: 32, limit: 30 },
    { bits: 24, limit: 90 },
  ],
  16: [
    { bits: 64, limit: 30 },
    { bits: 56, limit: 60 },
    { bits: 48, limit: 120 },
  ],
} as const

/** The networks that an address belongs to, the narrowest first. */
export function networksOf(address: string): readonly Network[] {
  const bytes = plainBytes(address)
  if (!bytes) return [{ key: address.slice(0, 64), limit: 30 }]
  return widths[bytes.length === 4 ? 4 : 16].map(({ bits, limit }) => ({
    key: `${bytes.slice(0, bits / 8).join('.')}/${bits}`,
    limit,
  }))
}

/** One caller: an IPv4 address, or the /64 that every IPv6 customer has at least. */
export const placeOf = (address: string): string => networksOf(address)[0]?.key ?? ''

/** The widest network that is counted. */
export const regionOf = (address: string): string => networksOf(address).at(-1)?.key ?? ''

/** `::ffff:192.0.2.1` is 192.0.2.1. */
function plainBytes(address: string): readonly number[] | undefined {
  const bytes = addressBytes(address)
  const isMapped = bytes?.length === 16 && bytes.every((byte, i) => i > 11 || byte === (i > 9 ? 0xff : 0))
  return isMapped ? bytes.slice(12) : bytes
}
