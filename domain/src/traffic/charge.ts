import { mostBytes } from './ledger.ts'

/** Bytes as they count against quotas, in hundredths of a byte, so that no fraction is lost (ADR 146). */
export interface Charged {
  up: number
  down: number
}

/** The largest multiplier; the smallest is 0, for a server whose bytes are free. */
export const mostMultiplier = 100

/** A multiplier has at most two decimals: as a whole number there is nothing to round. */
export const hundredths = (multiplier: number): number => Math.round(multiplier * 100)

export const isMultiplier = (value: unknown): value is number =>
  typeof value === 'number' &&
  value >= 0 &&
  value <= mostMultiplier &&
  Math.abs(value * 100 - hundredths(value)) < 1e-9

const most = (value: number): number => Math.min(value, mostBytes)

/** `factor` is the multiplier in hundredths. */
export const charged = ({ up, down }: { up: number; down: number }, factor: number): Charged => ({
  up: most(up * factor),
  down: most(down * factor),
})

export const plus = (a: Charged, b: Charged): Charged => ({
  up: most(a.up + b.up),
  down: most(a.down + b.down),
})

/** What counts against quotas: without a charge of its own, the bytes themselves. */
export const chargeOf = ({ up, down, charge }: { up: number; down: number; charge?: Charged }): Charged =>
  charge ?? charged({ up, down }, 100)

/** Whole bytes, and the hundredths that are carried to the next time. */
export const inBytes = (amount: number) => ({ bytes: Math.floor(amount / 100), rest: amount % 100 })
