import { BoundedMap } from '#domain/bounded-map.ts'

const windowMs = 60_000

/** Counts the calls of each caller within a minute. Returns whether one more may go on. */
export function createRateLimit<Caller>(now: () => number, most: number) {
  const seen = new BoundedMap<Caller, { since: number; count: number }>(10_000)
  return (caller: Caller): boolean => {
    const known = seen.get(caller)
    const current = known && now() - known.since < windowMs ? known : { since: now(), count: 0 }
    current.count += 1
    seen.set(caller, current)
    return current.count <= most
  }
}
