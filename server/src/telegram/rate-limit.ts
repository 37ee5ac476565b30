import { BoundedMap } from '#domain/bounded-map.ts'

const windowMs = 60_000
const mostInWindow = 20

/** People who are no administrators are answered a few times a minute, so that nobody can keep the bot busy. */
export function createRateLimit(now: () => number) {
  const seen = new BoundedMap<number, { since: number; count: number }>(10_000)
  return (person: number): boolean => {
    const known = seen.get(person)
    const current = known && now() - known.since < windowMs ? known : { since: now(), count: 0 }
    current.count += 1
    seen.set(person, current)
    return current.count <= mostInWindow
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>
