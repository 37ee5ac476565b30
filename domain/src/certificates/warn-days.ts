const day = 86_400_000

/** Days before the end at which people are told: never before the panel itself would have renewed it. */
export const warnDays = (notBefore: number, notAfter: number, wanted: number): number =>
  Math.min(wanted, (notAfter - notBefore) / day / 4)
