import { addressBytes } from '#domain/net/cidr.ts'

const windowMs = 5 * 60_000
const blockMs = 15 * 60_000
const perName = 5
const perAddress = 30
const mostRecords = 10_000
const overflowSlots = 1_024

interface Record {
  failures: number[]
  blockedUntil: number
}

/**
 * Decision 14: 5 failures in 5 minutes for an address and username, and a wider limit for the address alone, block
 * for 15 minutes. Memory is bounded: where the table is full of active blocks, newcomers share a fixed set of
 * slots, so that eviction never frees a block (property 58).
 */
export function createLimiter(now: () => number) {
  const records = new Map<string, Record>()

  const idle = (r: Record, t: number) => r.blockedUntil <= t && (r.failures.at(-1) ?? 0) <= t - windowMs

  function recordFor(key: string): Record {
    const known = records.get(key)
    if (known) return known
    if (records.size >= mostRecords) makeRoom()
    const slot = records.size >= mostRecords ? `overflow ${slotOf(key)}` : key
    const made = records.get(slot) ?? { failures: [], blockedUntil: 0 }
    records.set(slot, made)
    return made
  }

  function makeRoom() {
    const t = now()
    for (const [key, r] of records) if (idle(r, t)) records.delete(key)
    if (records.size < mostRecords) return
    for (const [key, r] of records) {
      if (r.blockedUntil > t || key.startsWith('overflow')) continue
      records.delete(key)
      return
    }
  }

  const keysOf = (address: string, username: string): [string, number][] => {
    const place = placeOf(address)
    return [
      [`${place} ${username.trim().toLowerCase().slice(0, 128)}`, perName],
      [place, perAddress],
    ]
  }

  return {
    /** Counts an attempt before it is judged, so that parallel guesses cannot slip through; false: blocked. */
    begin(address: string, username: string): boolean {
      const t = now()
      const all = keysOf(address, username).map(([key, limit]) => ({ record: recordFor(key), limit }))
      if (all.some(({ record }) => record.blockedUntil > t)) return false
      for (const { record, limit } of all) {
        record.failures = record.failures.filter((at) => at > t - windowMs)
        record.failures.push(t)
        if (record.failures.length > limit) record.blockedUntil = t + blockMs
      }
      return all.every(({ record }) => record.blockedUntil <= t)
    },
    /** The attempt was right: it and the failures before it are forgiven. */
    succeed(address: string, username: string) {
      const [[name], [place]] = keysOf(address, username) as [[string, number], [string, number]]
      records.delete(name)
      const wide = records.get(place)
      if (wide) wide.failures.pop()
    },
    /** The failure that reaches the limit blocks at once, not the try after it. */
    fail(address: string, username: string) {
      const t = now()
      for (const [key, limit] of keysOf(address, username)) {
        const record = recordFor(key)
        if (record.failures.length >= limit && record.blockedUntil <= t) record.blockedUntil = t + blockMs
      }
    },
    size: () => records.size,
  }
}

/** One IPv6 customer has a whole /64: its addresses count as one. */
function placeOf(address: string): string {
  const bytes = addressBytes(address)
  return bytes?.length === 16 ? bytes.slice(0, 8).join('.') : address
}

function slotOf(key: string): number {
  let h = 2_166_136_261
  for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 16_777_619)
  return (h >>> 0) % overflowSlots
}
