/** A connection of a client, as last measured. Bytes per second. */
export interface Demand {
  rate: number
  /** It would take more than it gets. */
  hungry: boolean
}

/** A connection that wants little may grow by this much before the next look. */
const growth = 1.5

/**
 * How much each connection may carry, so that all together stay within the limit. One that wants little keeps what it
 * uses and some room to grow; the hungry ones share the rest equally. Nobody gets less than an equal share if it wants
 * that much.
 */
export function sharedRates(limit: number, connections: readonly Demand[]): number[] {
  if (connections.length === 1) return [limit]
  const fewest = limit / (2 * Math.max(1, connections.length))
  let left = limit
  let waiting = connections.length
  const caps = connections.map(() => 0)
  const calm = [...connections.entries()]
    .filter(([, { hungry }]) => !hungry)
    .toSorted(([, a], [, b]) => a.rate - b.rate)
  for (const [i, { rate }] of calm) {
    const fair = left / waiting
    const given = Math.min(rate, fair)
    left -= given
    waiting -= 1
    // Where all want little, each may grow into what is left.
    caps[i] = rate > fair ? fair : Math.max(growth * given, fewest)
  }
  if (waiting === 0) return caps.map((cap) => Math.min(limit, cap + left / 2))
  return caps.map((cap, i) => (connections[i]?.hungry ? left / waiting : cap))
}

/** What was carried above or below the limit so far, in bytes. */
export interface Balance {
  credit: number
}

/** Bytes that were carried too much are taken back within about this time. */
const settleSeconds = 1

/**
 * The limit for the next moment: what was carried too much is taken back, and what a hungry client missed is given, a
 * little of it. `seconds` have passed with `carried` bytes.
 */
export function balanced(
  limit: number,
  before: Balance,
  { seconds, carried, hungry }: { seconds: number; carried: number; hungry: boolean },
  missed: number,
): Balance & { limit: number } {
  const due = before.credit + limit * seconds - carried
  const most = hungry ? limit * missed : 0
  const credit = Math.max(-2 * limit, Math.min(most, due))
  return { credit, limit: Math.max(0.3 * limit, limit + credit / settleSeconds) }
}

export interface Window {
  clamp: number
  /** Bytes per second: what it should and what it did receive. */
  target: number
  rate: number
  /** The line's round trip in seconds, and the size of a segment. */
  roundTrip: number
  segment: number
}

const fastest = 16 * 1024 * 1024
const gain = 0.6
const least = 0.5
const greatest = 2
/** A window may grow to so many times of what the line holds at the wanted speed. */
const room = 8

/** The window that a connection starts with. */
export const firstClamp = ({ target, roundTrip, segment }: Omit<Window, 'clamp' | 'rate'>): number =>
  Math.round(Math.max(2 * segment, target * Math.max(roundTrip, 0.001)))

/** The next receive window: the sender follows it within a round trip. Never less than two segments. */
export function nextClamp({ clamp, target, rate, roundTrip, segment }: Window): number {
  const ratio = rate > 0 ? target / rate : greatest
  const step = Math.min(greatest, Math.max(least, ratio ** gain))
  const top = Math.min(fastest, Math.max(2 * segment, room * target * Math.max(roundTrip, 0.001)))
  return Math.round(Math.min(top, Math.max(2 * segment, clamp * step)))
}
