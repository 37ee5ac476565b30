/** How a client renews automatically when it expires. */
export interface Renewal {
  /** Days per renewal; 0: none. */
  reset: number
  /** Day of the month to renew on, instead of a number of days; 0: none. */
  resetDay: number
  /** Number of renewals; 0: unlimited. */
  resetMax: number
}

/** A client with a renewal left is never ended for good, whether its quota or its time ran out. */
export const hasRenewalLeft = (c: Renewal, resetCount: number): boolean =>
  (c.reset > 0 || c.resetDay > 0) && (c.resetMax === 0 || resetCount < c.resetMax)
