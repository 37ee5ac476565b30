import { asCount, mostBytes } from '#domain/traffic/ledger.ts'

/** Bytes that a node counted for a name since its counter began. */
export type Sums = Record<'up' | 'down', number>

/** For a client that a node says nothing about. */
export const noSums: Sums = { up: 0, down: 0 }

const moved = (before: number, now: number): number => (now >= before ? now - before : 0)

/**
 * What a report adds, and the baseline after it. Reports carry sums, so a lost, doubled or late one changes nothing in
 * the end. A sum that went back (the node restored a backup, or lies) sets a new baseline and adds nothing (P34).
 */
export function counted(baseline: Sums, reported: Sums): { added: Sums; baseline: Sums } {
  const now = { up: asCount(reported.up), down: asCount(reported.down) }
  return { added: { up: moved(baseline.up, now.up), down: moved(baseline.down, now.down) }, baseline: now }
}

/** One client on several inbounds of a node is counted once (P35): a node repeats its counter on each. */
export const larger = (a: Sums, b: Sums): Sums => ({
  up: Math.max(a.up, b.up),
  down: Math.max(a.down, b.down),
})

/** The least that a node gets at once: smaller slices would be renewed all the time. */
export const leastSlice = 64 * 1024 * 1024

export interface Account {
  /** The client's quota; 0 for none. */
  quota: number
  used: number
  nodeUsed: number
  granted: number
  /** Nodes that the client is on, and this panel if it is here too. */
  places: number
  /** What a byte on this node counts against the quota, in hundredths. The node itself counts bytes. */
  rate?: number
}

function slice(left: number, places: number): number {
  if (places <= 1) return left
  return Math.min(left, Math.max(leastSlice, Math.floor(left / (2 * places))))
}

/**
 * The limit of a client on one node, as a sum of that node: what the node has counted and a slice of what is left. So a
 * node that is cut off gives away no more than its slice. It is changed when half of the slice is used, or when it
 * exceeds what is left; in between it stays, so that a node does not get a call for every byte. 0 means no limit.
 */
export function grantedLimit({ quota, used, nodeUsed, granted, places, rate = 100 }: Account): number {
  if (quota <= 0) return 0
  const charged = Math.max(0, quota - used)
  const left = rate === 0 ? mostBytes : Math.min(mostBytes, Math.floor((charged / rate) * 100))
  const out = granted - nodeUsed
  const fair = slice(left, places)
  // With nothing left, any limit that is used up is right.
  const fits = granted > 0 && out <= left && (fair === 0 || out * 2 >= fair)
  // A limit of 0 would mean no limit: a client with nothing left is disabled as well.
  return fits ? granted : Math.min(mostBytes, Math.max(1, nodeUsed + fair))
}
