const megabit = 1_000_000

/** Fast lines in whole megabits, slow ones with one or two digits more. */
const rounded = (megabits: number): number => {
  const digits = megabits >= 100 ? 1 : megabits >= 1 ? 10 : 100
  return Math.round(megabits * digits) / digits
}

/** A speed of `bytes` per second against a limit in bits per second, both in megabits as a person reads them. */
export function megabitsNow(bytes: number, limit: number): { now: number; limit: number; share: number } {
  const bits = bytes * 8
  return {
    now: rounded(bits / megabit),
    limit: Number((limit / megabit).toFixed(3)),
    // A reading is a few seconds wide: one that is a little above its limit is at its limit, not over it.
    share: limit > 0 ? Math.min(0.99, bits / limit) : 0,
  }
}
