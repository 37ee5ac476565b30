import { addressBytes } from '#domain/net/address.ts'

export interface Network {
  /** The network and its prefix length. */
  key: string
  /** This many failures in five minutes block the whole network. */
  limit: number
}

/** One customer may own a /48, so wider networks are counted too, with limits that grow with the number of people. */
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

/** The networks that contain an address, narrowest first. */
export function networksOf(address: string): readonly Network[] {
  const bytes = plainBytes(address)
  if (!bytes) return [{ key: address.slice(0, 64), limit: 30 }]
  return widths[bytes.length === 4 ? 4 : 16].map(({ bits, limit }) => ({
    key: `${bytes.slice(0, bits / 8).join('.')}/${bits}`,
    limit,
  }))
}

/** One caller: an IPv4 address, or a /64, the smallest network an IPv6 customer gets. */
export const placeOf = (address: string): string => networksOf(address)[0]?.key ?? ''

/** The widest network that is counted. */
export const regionOf = (address: string): string => networksOf(address).at(-1)?.key ?? ''

/** `::ffff:192.0.2.1` is 192.0.2.1. */
function plainBytes(address: string): readonly number[] | undefined {
  const bytes = addressBytes(address)
  const isMapped = bytes?.length === 16 && bytes.every((byte, i) => i > 11 || byte === (i > 9 ? 0xff : 0))
  return isMapped ? bytes.slice(12) : bytes
}
