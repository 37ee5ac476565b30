import { asCount } from '#domain/traffic/ledger.ts'

/** Bytes that a node counted for a name since its counter began. */
export interface Sums {
  up: number
  down: number
}

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
