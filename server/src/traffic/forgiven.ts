interface Known {
  /** The stored sum of the client, and its uncounted bytes, at the last tick that saw it. */
  sum: number
  uncounted: number
  /** Bytes of `uncounted` that belong to the time before its counters were reset. */
  forgiven: number
  /** Ticks without a word about it: a slow query answers nothing. */
  missed: number
}

const mostMissed = 6

/**
 * Uncounted bytes that count against a client. The core counts a spliced download only when it ends, so a reset finds
 * bytes of the past that no counter has yet: held against the client, they would end its new quota at once. A reset
 * shows as a stored sum that became smaller since the last tick.
 */
export function createForgiving(sumsOf: (emails: readonly string[]) => Promise<ReadonlyMap<string, number>>) {
  let known = new Map<string, Known>()

  return async (uncounted: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> => {
    const next = new Map<string, Known>()
    for (const [email, one] of known)
      if (!uncounted.has(email) && one.missed < mostMissed)
        next.set(email, { ...one, missed: one.missed + 1 })
    const left = new Map<string, number>()
    const sums: ReadonlyMap<string, number> =
      uncounted.size === 0 ? new Map() : await sumsOf([...uncounted.keys()])
    for (const [email, bytes] of uncounted) {
      const before = known.get(email)
      const sum = sums.get(email) ?? 0
      const past = before === undefined ? 0 : sum < before.sum ? before.uncounted : before.forgiven
      const forgiven = Math.min(bytes, past) // what the core has counted meanwhile is in the ledger
      next.set(email, { sum, uncounted: bytes, forgiven, missed: 0 })
      if (bytes > forgiven) left.set(email, bytes - forgiven)
    }
    known = next
    return left
  }
}
