import { dayMs } from './expiry.ts'
import { hasRenewalLeft, type Renewal } from './renew.ts'

export type ClientStatus = 'active' | 'deactive' | 'depleted' | 'expiring'

export interface Usage {
  /** Milliseconds; 0: never, negative: delayed start, not started yet. */
  expiryTime: number
  /** Bytes; 0: unlimited. */
  quota: number
  used: number
}

interface StatusInput extends Usage {
  enable: boolean
  /** The panel has ended it: also for the quota or the end of its group. */
  ended?: boolean
}

export interface Thresholds {
  expireDiffMs: number
  /** 0: a tenth of the quota. */
  trafficDiffBytes: number
}

/** Warn a week ahead even if no threshold is set. */
const daysWhereUnset = 7

/** Settings are in days and GiB; 0 days means a week, 0 GiB a tenth of each quota. */
export const thresholds = (expireDiffDays: number, trafficDiffGb: number): Thresholds => ({
  expireDiffMs: (expireDiffDays || daysWhereUnset) * dayMs,
  trafficDiffBytes: trafficDiffGb * 1_073_741_824,
})

const timeLeft = (c: Usage, now: number): number => (c.expiryTime > 0 ? c.expiryTime - now : Infinity)
const bytesLeft = (c: Usage): number => (c.quota > 0 ? c.quota - c.used : Infinity)

export const isDepleted = (c: Usage, now: number): boolean => timeLeft(c, now) <= 0 || bytesLeft(c) <= 0

/** What delDepleted deletes: a client with a renewal left is only waiting. */
export const isDeletable = (c: Usage & Renewal & { resetCount: number }, now: number): boolean =>
  isDepleted(c, now) && !hasRenewalLeft(c, c.resetCount)

/** Nine tenths of the quota are used, or as little is left as the setting says. */
export const isNearlySpent = (c: Usage, { trafficDiffBytes }: Thresholds): boolean =>
  trafficDiffBytes > 0 ? bytesLeft(c) <= trafficDiffBytes : bytesLeft(c) * 10 <= c.quota

/** `online` is not part of the status: it comes from the core and is shown separately. */
export function clientStatus(c: StatusInput, t: Thresholds, now: number): ClientStatus {
  if (c.ended || isDepleted(c, now)) return 'depleted' // outranks `enable`: show why it ended, not only that it is off
  if (!c.enable) return 'deactive'
  return timeLeft(c, now) <= t.expireDiffMs || isNearlySpent(c, t) ? 'expiring' : 'active'
}
