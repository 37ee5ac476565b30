import type { MoveInCount, MoveInKind } from './plan.ts'

/** Counts of a plan, by kind. */
export class Counting {
  readonly #counts: Map<MoveInKind, { comes: number; here: number; left: number }>

  constructor(kinds: readonly MoveInKind[]) {
    this.#counts = new Map(kinds.map((kind) => [kind, { comes: 0, here: 0, left: 0 }]))
  }

  add(kind: MoveInKind, what: keyof MoveInCount, many = 1): void {
    this.#counts.get(kind)![what] += many
  }

  all(): Record<MoveInKind, MoveInCount> {
    // Object.fromEntries loses the key types; the map has an entry for each kind.
    return Object.fromEntries(this.#counts) as Record<MoveInKind, MoveInCount>
  }
}
