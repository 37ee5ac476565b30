const day = 86_400_000

/** Days before the expiry at which people are warned: never before the panel itself would have renewed it. */
export const warnDays = (notBefore: number, notAfter: number, wanted: number): number =>
  Math.min(wanted, (notAfter - notBefore) / day / 4)
