import { addressBytes } from '#domain/net/address.ts'
import { fingerprint } from './random.ts'

const windowMs = 5 * 60_000
const blockMs = 15 * 60_000
const perName = 5

/**
 * A block needs five checked passwords, and two are checked at a time, so 15 minutes cannot produce this many. Further
 * blocks go into the tallies, where they last as long as there is space.
 */
const defaults = { mostBlocks: 100_000, mostTallies: 20_000 }

/**
 * Five failures in five minutes for a username from one network, or more for the wider networks around it, block for 15
 * minutes (R14). Memory is bounded and eviction never lifts an active block (P58): a full table affects only the
 * networks that filled it, and an address without failures is never blocked for failures outside its networks.
 */
export function createLimiter(now: () => number, { mostBlocks, mostTallies } = defaults) {
  /** End time by key, earliest first: all blocks have the same duration. */
  const blocks = new Map<string, number>()
  /** Failure times by key, most recent failure last. */
  const tallies = new Map<string, number[]>()

  const recent = (key: string, t: number): number[] =>
    (tallies.get(key) ?? []).filter((at) => at > t - windowMs)

  function forgetOld(t: number) {
    for (const [key, until] of blocks) {
      if (until > t) break
      blocks.delete(key)
    }
    for (const [key, failures] of tallies) {
      if ((failures.at(-1) ?? 0) > t - windowMs && tallies.size <= mostTallies) break
      tallies.delete(key)
    }
  }

  function fail({ key, limit }: Limit, t: number) {
    const failures = [...recent(key, t), t]
    tallies.delete(key)
    if (failures.length >= limit && (blocks.has(key) || blocks.size < mostBlocks)) {
      blocks.delete(key)
      blocks.set(key, t + blockMs)
    } else tallies.set(key, failures.slice(-limit))
  }

  return {
    blocked(address: string, username: string): boolean {
      const t = now()
      return limitsOf(address, username).some(
        ({ key, limit }) => (blocks.get(key) ?? 0) > t || recent(key, t).length >= limit,
      )
    },
    /** The failure that reaches the limit blocks immediately, not the attempt after it. */
    failed(address: string, username: string): void {
      const t = now()
      for (const limit of limitsOf(address, username)) fail(limit, t)
      forgetOld(t)
    },
    /** Clears this username's failures. Its networks keep theirs: one known account must not allow guesses at others. */
    succeeded(address: string, username: string): void {
      const [name] = limitsOf(address, username)
      if (name) tallies.delete(name.key)
    },
    size: () => blocks.size + tallies.size,
  }
}

export type Limiter = ReturnType<typeof createLimiter>

interface Limit {
  /** A network with its prefix length, or a hash. */
  key: string
  /** This many failures in five minutes block. */
  limit: number
}

/** Keys are hashes, so long input takes no extra memory. */
function limitsOf(address: string, username: string): Limit[] {
  const name = username.trim().toLowerCase().slice(0, 128)
  const networks = networksOf(address)
  const limits = [{ key: `${networks[0]?.key} ${name}`, limit: perName }, ...networks]
  return limits.map(({ key, limit }) => ({ key: fingerprint(key).slice(0, 24), limit }))
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
export function networksOf(address: string): readonly Limit[] {
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
