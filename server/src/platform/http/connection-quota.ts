import { addressBytes } from '#domain/net/address.ts'

/** An open connection, as far as its place is concerned. */
export interface Held {
  /** No request runs on it. */
  isIdle(): boolean
  /** Somebody with a credential uses it. */
  isKnown(): boolean
  end(): void
}

/** A TLS connection costs about 40 KB. Many people may share one address, and few of them connect at the same moment. */
const most = { total: 3_000, perAddress: 256 }

/** An IPv6 customer has a /64 at least. */
function placeOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  const bytes = plain.includes(':') ? addressBytes(plain) : undefined
  return bytes ? `${bytes.slice(0, 8).join('.')}/64` : plain
}

/**
 * How many connections are open, in total and for each address. Where there is no room, the connection that has been
 * open longest without anything to do makes some; those of known callers stay. All ports share one quota.
 */
export function createQuota({ total, perAddress } = most) {
  const all = new Set<Held>()
  const places = new Map<string, Set<Held>>()
  const placeBy = new Map<Held, string>()

  function forget(held: Held): void {
    all.delete(held)
    const place = placeBy.get(held) ?? ''
    const there = places.get(place)
    there?.delete(held)
    if (there?.size === 0) places.delete(place)
    placeBy.delete(held)
  }

  function makeRoom(among: ReadonlySet<Held>, limit: number): boolean {
    if (among.size < limit) return true
    for (const held of among) {
      if (!held.isIdle() || held.isKnown()) continue
      forget(held)
      held.end()
      return true
    }
    return false
  }

  function put(held: Held, place: string): void {
    const there = places.get(place) ?? new Set()
    there.add(held)
    places.set(place, there)
    placeBy.set(held, place)
    all.add(held)
  }

  return {
    /** False if there is no room for it. */
    enter(held: Held, address: string): boolean {
      const place = placeOf(address)
      if (!makeRoom(places.get(place) ?? new Set(), perAddress) || !makeRoom(all, total)) return false
      put(held, place)
      return true
    },
    /** A proxy brings somebody else on the same connection. False if that address has no room. */
    move(held: Held, address: string): boolean {
      const place = placeOf(address)
      if (placeBy.get(held) === place || !placeBy.has(held)) return true
      if (!makeRoom(places.get(place) ?? new Set(), perAddress)) return false
      forget(held)
      put(held, place)
      return true
    },
    leave: forget,
    size: () => all.size,
  }
}

export type Quota = ReturnType<typeof createQuota>
