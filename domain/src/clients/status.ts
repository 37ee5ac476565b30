import { dayMs } from './expiry.ts'
import { hasRenewalLeft, type Renewal } from './renewal.ts'

export type ClientStatus = 'active' | 'deactive' | 'depleted' | 'expiring'

export interface Usage {
  /** Milliseconds; 0 never, negative: delayed start, not running yet. */
  expiryTime: number
  /** Bytes; 0 unlimited. */
  quota: number
  used: number
}

export interface StatusInput extends Usage {
  enable: boolean
}

export interface Thresholds {
  expireDiffMs: number
  trafficDiffBytes: number
}

/** Somebody has to be asked in time, also where nobody set a time. */
const daysWhereUnset = 7

/** The settings count in days and in gibibytes; 0 days stand for a week, 0 gibibytes for no warning. */
export const thresholds = (expireDiffDays: number, trafficDiffGb: number): Thresholds => ({
  expireDiffMs: (expireDiffDays || daysWhereUnset) * dayMs,
  trafficDiffBytes: trafficDiffGb * 1_073_741_824,
})

const timeLeft = (c: Usage, now: number): number => (c.expiryTime > 0 ? c.expiryTime - now : Infinity)
const bytesLeft = (c: Usage): number => (c.quota > 0 ? c.quota - c.used : Infinity)

/** Quota exhausted or expiry passed. */
export const isDepleted = (c: Usage, now: number): boolean => timeLeft(c, now) <= 0 || bytesLeft(c) <= 0

/** What delDepleted deletes: one that has a renewal left is only waiting. */
export const isDeletable = (c: Usage & Renewal & { resetCount: number }, now: number): boolean =>
  isDepleted(c, now) && !hasRenewalLeft(c, c.resetCount)

/** `online` is no status of the record: it comes from the core's list and stands beside this one. */
export function clientStatus(c: StatusInput, t: Thresholds, now: number): ClientStatus {
  if (isDepleted(c, now)) return 'depleted' // outranks enable: Ended, not merely off
  if (!c.enable) return 'deactive'
  return timeLeft(c, now) <= t.expireDiffMs || bytesLeft(c) <= t.trafficDiffBytes ? 'expiring' : 'active'
}
