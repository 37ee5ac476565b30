/** How a client renews itself when its time has ended. */
export interface Renewal {
  /** Days of a renewal; 0: none. */
  reset: number
  /** Day of the month of a renewal, instead of a number of days; 0: none. */
  resetDay: number
  /** How many times it is renewed; 0: always. */
  resetMax: number
}

/** One that has a renewal left is never ended for good, whether its quota or its time ended it. */
export const hasRenewalLeft = (c: Renewal, resetCount: number): boolean =>
  (c.reset > 0 || c.resetDay > 0) && (c.resetMax === 0 || resetCount < c.resetMax)
