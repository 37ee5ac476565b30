import { randomBytes } from 'node:crypto'
import { BoundedMap } from '#domain/bounded-map.ts'
import { addressBytes } from '#domain/net/address.ts'

const slots = 16_384
/** Unknown ids that an address may request at once, and how many more per second. */
const atOnce = 60
const perSecond = 1 / 3
const rememberedIds = 2_048

/**
 * Limits how fast ids can be guessed: an address that requested too many unknown ids is refused until its allowance
 * recovers. An app that keeps requesting its deleted id is not guessing. Memory is fixed: addresses share slots by a
 * keyed hash, so nobody can choose whose slot to fill.
 */
export function createUnknownIdLimiter(now: () => number) {
  const spent = new Float64Array(slots)
  const since = new Float64Array(slots)
  const key = randomBytes(4).readUInt32LE()
  const recent = new BoundedMap<string, true>(rememberedIds)

  function debt(slot: number): number {
    const t = now()
    const paid = Math.max(0, t - (since[slot] ?? 0)) * (perSecond / 1000)
    since[slot] = t
    spent[slot] = Math.max(0, (spent[slot] ?? 0) - paid)
    return spent[slot]
  }

  return {
    /** Only an address that has missed before is examined: everybody else costs one array read. */
    blocked(address: string): boolean {
      const slot = slotOf(address, key)
      return (spent[slot] ?? 0) > 0 && debt(slot) >= atOnce
    },
    missed(address: string, id: string): void {
      if (recent.has(id)) return
      recent.set(id, true)
      const slot = slotOf(address, key)
      spent[slot] = debt(slot) + 1
    },
    /** Seconds until one more guess is allowed. */
    retryAfter: Math.ceil(1 / perSecond),
  }
}

export type UnknownIdLimiter = ReturnType<typeof createUnknownIdLimiter>

/** An IPv6 customer has a whole /64: its addresses count as one. */
function slotOf(address: string, key: number): number {
  const bytes = address.includes(':') ? addressBytes(address) : null
  const place = bytes?.length === 16 ? bytes.slice(0, 8).join('.') : address
  let h = 2_166_136_261 ^ key
  for (let i = 0; i < place.length; i++) h = Math.imul(h ^ place.charCodeAt(i), 16_777_619)
  return (h ^ (h >>> 15)) & (slots - 1)
}
