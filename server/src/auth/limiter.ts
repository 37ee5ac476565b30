import { addressBytes } from '#domain/net/cidr.ts'

const windowMs = 5 * 60_000
const blockMs = 15 * 60_000
const perName = 5
const perAddress = 30
const mostRecords = 10_000
const overflowSlots = 1_024

interface Tally {
  failures: number[]
  blockedUntil: number
}

/**
 * Decision 14: 5 failures in 5 minutes for an address and username, and a wider limit for the address alone, block
 * for 15 minutes. Memory is bounded: where the table is full of active blocks, newcomers share a fixed set of
 * slots, so that eviction never frees a block (property 58).
 */
export function createLimiter(now: () => number) {
  const tallies = new Map<string, Tally>()
  const overflow = new Map<number, Tally>()
  let nextSweep = 0

  /** A block may stand in either place: a newcomer's slot outlives the crowd that sent it there. */
  const blockedKey = (key: string, t: number): boolean =>
    [tallies.get(key), overflow.get(slotOf(key))].some((tally) => (tally?.blockedUntil ?? 0) > t)

  function tallyFor(key: string, t: number): Tally {
    const known = tallies.get(key)
    if (known) return known
    if (tallies.size >= mostRecords) makeRoom(t)
    const made: Tally = { failures: [], blockedUntil: 0 }
    if (tallies.size < mostRecords) {
      tallies.set(key, made)
      return made
    }
    const slot = slotOf(key)
    const shared = overflow.get(slot) ?? made
    overflow.set(slot, shared)
    return shared
  }

  function makeRoom(t: number) {
    // A full table is swept once a second at most: a flood must not pay for a walk at every try.
    if (t < nextSweep) return
    nextSweep = t + 1_000
    const idle = (tally: Tally) => tally.blockedUntil <= t && (tally.failures.at(-1) ?? 0) <= t - windowMs
    for (const [key, tally] of tallies) if (idle(tally)) tallies.delete(key)
    for (const [slot, tally] of overflow) if (idle(tally)) overflow.delete(slot)
    let surplus = tallies.size - mostRecords * 0.9
    for (const [key, tally] of tallies) {
      if (surplus <= 0) return
      if (tally.blockedUntil > t) continue
      tallies.delete(key)
      surplus--
    }
  }

  return {
    blocked(address: string, username: string): boolean {
      const t = now()
      return keysOf(address, username).some(([key]) => blockedKey(key, t))
    },
    /** The failure that reaches the limit blocks at once, not the try after it. */
    failed(address: string, username: string): void {
      const t = now()
      for (const [key, limit] of keysOf(address, username)) {
        const tally = tallyFor(key, t)
        tally.failures = tally.failures.filter((at) => at > t - windowMs)
        tally.failures.push(t)
        if (tally.failures.length >= limit) tally.blockedUntil = t + blockMs
      }
    },
    /** The failures of this name are forgiven; the address keeps its own, or one known name would open it to guesses at others. */
    succeeded(address: string, username: string): void {
      const [name] = keysOf(address, username)
      if (name) tallies.delete(name[0])
    },
    size: () => tallies.size + overflow.size,
  }
}

export type Limiter = ReturnType<typeof createLimiter>

function keysOf(address: string, username: string): [key: string, limit: number][] {
  const place = placeOf(address)
  return [
    [`${place} ${username.trim().toLowerCase().slice(0, 128)}`, perName],
    [place, perAddress],
  ]
}

/** One IPv6 customer has a whole /64: its addresses count as one. */
export function placeOf(address: string): string {
  const bytes = addressBytes(address)
  return bytes?.length === 16 ? bytes.slice(0, 8).join('.') : address
}

function slotOf(key: string): number {
  let h = 2_166_136_261
  for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 16_777_619)
  return (h >>> 0) % overflowSlots
}
