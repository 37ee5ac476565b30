import { Refusal } from '#domain/refusal.ts'

export const dayMs = 86_400_000

export const isDelayedStart = (expiryTime: number): boolean => expiryTime < 0

/** Positive: a timestamp; 0: never; negative: whole days from first use. */
export function checkExpiry(expiryTime: number, field = 'expiryTime'): number {
  if (!Number.isSafeInteger(expiryTime)) throw new Refusal('client.expiry-not-whole', {}, field)
  if (expiryTime < 0 && expiryTime % dayMs !== 0) throw new Refusal('client.expiry-not-whole-days', {}, field)
  return expiryTime
}

/** First use turns a delayed start into a timestamp; other values are unchanged. */
export const startedExpiry = (expiryTime: number, firstUse: number): number =>
  isDelayedStart(expiryTime) ? firstUse - expiryTime : expiryTime

/**
 * Merges a node's report: a delay that started on a node has started, and never becomes a delay again,
 * whichever node reports last (P39).
 */
export function settledExpiry(known: number, reported: number): number {
  if (!isDelayedStart(known)) return known
  return reported > 0 ? reported : known
}

/** Auto-renew: adds whole periods until the expiry is in the future. */
export function renewedExpiry(expiryTime: number, resetDays: number, now: number): number {
  if (expiryTime <= 0 || resetDays <= 0 || expiryTime > now) return expiryTime
  const period = resetDays * dayMs
  return expiryTime + period * (Math.floor((now - expiryTime) / period) + 1)
}
