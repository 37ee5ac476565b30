import { type Charged, chargeOf, plus } from './charge.ts'
import { mostBytes } from './ledger.ts'

/** What one counter moved since it was last stored. `name` is an email or a tag; `kind` keeps equal names apart. */
export interface Delta {
  kind: 'client' | 'inbound' | 'outbound'
  name: string
  up: number
  down: number
  /** What counts against the client's quota, if that is not the bytes themselves. */
  charge?: Charged
  /** The node that counted it. */
  from?: number
  /** The same, if what a client used on which node is kept. */
  node?: number
}

/** The same bytes by where they were counted: an inbound that a node carries, by its tag here, or the node, by its id. */
export type PlaceDelta = Omit<Delta, 'kind' | 'charge' | 'node' | 'from'> & { kind: 'inbound' | 'node' }

/** What two counters of one name moved by. */
export function sum(a: Delta, b: Delta): Delta {
  const { kind, name } = a
  const [up, down] = [Math.min(a.up + b.up, mostBytes), Math.min(a.down + b.down, mostBytes)]
  if (!a.charge && !b.charge) return { kind, name, up, down }
  return { kind, name, up, down, charge: plus(chargeOf(a), chargeOf(b)) }
}

/** One delta for each kind and name: what several counters moved by is added up. */
export function merged(deltas: readonly Delta[]): Delta[] {
  const sums = new Map<string, Delta>()
  for (const delta of deltas) {
    const key = `${delta.kind} ${delta.name}`
    const known = sums.get(key)
    sums.set(key, known ? sum(known, delta) : delta)
  }
  return [...sums.values()]
}
