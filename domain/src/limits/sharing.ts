/** A connection of a client, as last measured. Bytes per second. */
interface Demand {
  rate: number
  /** It would take more than it gets. */
  hungry: boolean
}

/** A connection that wants little may grow by this much before the next measurement. */
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
interface Balance {
  credit: number
}

/** Bytes that were carried too much are taken back within about this time. */
const settleSeconds = 1
/** Seconds of the limit that may be taken back: a burst of the past must not slow a client down for long. */
const owed = 0.5

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
  const credit = Math.max(-owed * limit, Math.min(most, due))
  return { credit, limit: Math.max(0.3 * limit, limit + credit / settleSeconds) }
}

/** What a connection needs to receive at a speed: see `windowFor`. */
interface Line {
  /** Bytes per second. */
  target: number
  /** The line's round trip in seconds. */
  roundTrip: number
  /** The smallest step of the receive window, and the size of a segment, in bytes. */
  grain: number
  segment: number
}

const largestWindow = 16 * 1024 * 1024
/** Some lines take longer than their best round trip, and some senders do not fill a window. */
const least = 0.25
const most = 4
const gain = 0.5
/** A moment without bytes says little: windows grow slowly and shrink fast. */
const wider = 1.2
const narrower = 0.5

/**
 * How much wider than "speed times round trip" the windows of a client must be, so that it receives what it should.
 * `rate` is what came under windows for `wanted`.
 */
export function nextWidth(width: number, { wanted, rate }: { wanted: number; rate: number }): number {
  const ratio = rate > 0 ? wanted / rate : wider
  const step = Math.min(wider, Math.max(narrower, ratio ** gain))
  return Math.min(most, Math.max(least, width * step))
}

/**
 * The receive window for a speed. The kernel rounds it up to a whole number of grains; what that gives or takes is
 * carried over to the next window. Two segments are the least: the other side answers every second one at once.
 */
export function windowFor(
  { target, roundTrip, grain, segment }: Line,
  width: number,
  carry: number,
): { window: number; carry: number } {
  const exact = Math.min(largestWindow, width * target * Math.max(roundTrip, 0.001)) + carry
  const window = Math.max(Math.ceil((2 * segment) / grain), Math.round(exact / grain)) * grain
  return { window, carry: Math.max(-grain, Math.min(grain, exact - window)) }
}
