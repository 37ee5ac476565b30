import type { ClientFields } from '#contract/client.ts'
import type { BulkRenew } from '#contract/client-bodies.ts'
import { checkExpiry, dayMs } from './expiry.ts'
import { checkCount } from './field-rules.ts'

type Terms = Pick<BulkRenew, 'days' | 'setBytes'>

export function checkTerms({ days, setBytes }: Terms): void {
  checkCount(days, 'days', 100_000)
  if (setBytes !== undefined) checkCount(setBytes, 'setBytes')
}

/** When a renewed client expires. Remaining time is kept. */
export function expiryAfterRenewal({ days, setBytes }: Terms, expiryTime: number, now: number): number {
  if (setBytes === undefined && (expiryTime <= 0 || days === 0)) return expiryTime
  return days === 0 ? 0 : Math.max(now, expiryTime) + days * dayMs
}

export function renewedClient<C extends Pick<ClientFields, 'totalGB' | 'expiryTime'>>(
  client: C,
  terms: Terms,
  now: number,
): C {
  const expiryTime = checkExpiry(expiryAfterRenewal(terms, client.expiryTime, now), 'days')
  return { ...client, totalGB: terms.setBytes ?? client.totalGB, expiryTime }
}

export type Renewal = Pick<ClientFields, 'reset' | 'resetDay' | 'resetMax'>

/** A client with a renewal left is never ended for good, whether its quota or its time ran out. */
export const hasRenewalLeft = (c: Renewal, resetCount: number): boolean =>
  (c.reset > 0 || c.resetDay > 0) && (c.resetMax === 0 || resetCount < c.resetMax)
