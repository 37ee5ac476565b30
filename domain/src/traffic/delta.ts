/** What one counter moved since it was last stored. `name` is an email or a tag; `kind` keeps equal names apart. */
export interface Delta {
  kind: 'client' | 'inbound' | 'outbound'
  name: string
  up: number
  down: number
}

/** The same bytes by where they were counted: an inbound that a node carries, by its tag here, or the node, by its id. */
export type PlaceDelta = Omit<Delta, 'kind'> & { kind: 'inbound' | 'node' }

/** One delta for each kind and name: what several counters moved by is added up. */
export function merged(deltas: readonly Delta[]): Delta[] {
  const sums = new Map<string, Delta>()
  for (const delta of deltas) {
    const key = `${delta.kind} ${delta.name}`
    const sum = sums.get(key)
    if (sum) {
      sum.up = Math.min(sum.up + delta.up, Number.MAX_SAFE_INTEGER)
      sum.down = Math.min(sum.down + delta.down, Number.MAX_SAFE_INTEGER)
    } else sums.set(key, { ...delta })
  }
  return [...sums.values()]
}
