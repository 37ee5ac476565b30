import { networksOf } from './networks.ts'
import { fingerprint } from './random.ts'

const windowMs = 5 * 60_000
const blockMs = 15 * 60_000
const perName = 5

/**
 * A block needs five judged passwords, and two are judged at a time: a quarter of an hour has no room for this many.
 * Beyond them a new block stands among the tallies, where it lasts as long as there is room.
 */
const defaults = { mostBlocks: 100_000, mostTallies: 20_000 }

/**
 * Five failures in five minutes for a user name from one place, and wider limits for the networks around it, block for
 * 15 minutes. Memory is bounded, and nobody pays for a full table but those who filled it: a block holds until its
 * time is over, and an address that has not failed is never blocked for another one's failures outside its networks.
 */
export function createLimiter(now: () => number, { mostBlocks, mostTallies } = defaults) {
  /** Until when, the earliest end first: all blocks last equally long. */
  const blocks = new Map<string, number>()
  /** The times of the failures, those that failed last at the end. */
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
    /** The failure that reaches the limit blocks at once, not the try after it. */
    failed(address: string, username: string): void {
      const t = now()
      for (const limit of limitsOf(address, username)) fail(limit, t)
      forgetOld(t)
    },
    /** The failures of this name are forgiven; the networks keep theirs, or one known name would open them to guesses at others. */
    succeeded(address: string, username: string): void {
      const [name] = limitsOf(address, username)
      if (name) tallies.delete(name.key)
    },
    size: () => blocks.size + tallies.size,
  }
}

export type Limiter = ReturnType<typeof createLimiter>

interface Limit {
  key: string
  limit: number
}

/** Keys are hashes: what a caller types takes no more memory than any other. */
function limitsOf(address: string, username: string): Limit[] {
  const name = username.trim().toLowerCase().slice(0, 128)
  const networks = networksOf(address)
  const limits = [{ key: `${networks[0]?.key} ${name}`, limit: perName }, ...networks]
  return limits.map(({ key, limit }) => ({ key: fingerprint(key).slice(0, 24), limit }))
}
