import { type Charged, chargeOf, plus } from './charge.ts'

/** What one counter moved since it was last stored. `name` is an email or a tag; `kind` keeps equal names apart. */
export interface Delta {
  kind: 'client' | 'inbound' | 'outbound'
  name: string
  up: number
  down: number
  /** What counts against the client's quota, if that is not the bytes themselves. */
  charge?: Charged
  /** The node that counted it, if what a client used on which node is kept. */
  node?: number
}

/** The same bytes by where they were counted: an inbound that a node carries, by its tag here, or the node, by its id. */
export type PlaceDelta = Omit<Delta, 'kind' | 'charge' | 'node'> & { kind: 'inbound' | 'node' }

/** Bytes of a client on one inbound, counted apart. */
export interface InboundDelta {
  /** The client. */
  name: string
  inbound: number
  up: number
  down: number
}

/** One delta for each kind and name: what several counters moved by is added up. */
export function merged(deltas: readonly Delta[]): Delta[] {
  const sums = new Map<string, Delta>()
  for (const delta of deltas) {
    const key = `${delta.kind} ${delta.name}`
    const sum = sums.get(key)
    if (sum) {
      if (sum.charge || delta.charge) sum.charge = plus(chargeOf(sum), chargeOf(delta))
      sum.up = Math.min(sum.up + delta.up, Number.MAX_SAFE_INTEGER)
      sum.down = Math.min(sum.down + delta.down, Number.MAX_SAFE_INTEGER)
    } else {
      const { node: _, ...own } = delta
      sums.set(key, own)
    }
  }
  return [...sums.values()]
}
