import type { StoredFields } from '#contract/clients/fields.ts'
import type { Ending, Slowed } from '#contract/limits.ts'
import { isDepleted, type Usage } from './status.ts'

export type Switchable = Pick<
  StoredFields,
  'enable' | 'disabledByPanel' | 'slowed' | 'expiryTime' | 'totalGB'
>

/** What happens at the end, and what ends a client besides its own quota and expiry. */
export interface EndRule {
  /** Including the settings of its group and plan. */
  whenEnded: Ending
  /** Quota, expiry and usage of all members of its group together. */
  shared?: Usage | undefined
}

/** Its own quota or time is over, or that of its group. */
export const hasEnded = (
  c: Pick<Switchable, 'expiryTime' | 'totalGB'>,
  used: number,
  now: number,
  { shared }: Pick<EndRule, 'shared'>,
): boolean =>
  isDepleted({ expiryTime: c.expiryTime, quota: c.totalGB, used }, now) ||
  (shared !== undefined && isDepleted(shared, now))

/** Why a client that is switched on stays off; undefined if it does not. */
export function whyEnded(
  client: Pick<Switchable, 'expiryTime' | 'totalGB'>,
  used: number,
  now: number,
  { shared }: Pick<EndRule, 'shared'>,
): 'client.expired' | 'client.out-of-data' | 'client.group-ended' | undefined {
  const { expiryTime, totalGB: quota } = client
  if (isDepleted({ expiryTime, quota: 0, used }, now)) return 'client.expired'
  if (isDepleted({ expiryTime: 0, quota, used }, now)) return 'client.out-of-data'
  return shared !== undefined && isDepleted(shared, now) ? 'client.group-ended' : undefined
}

/**
 * `enable` in a whole record: `false` on a client that the panel disabled is an echo and does not make it the
 * operator's choice (R23). `true` on such a client takes effect once quota and expiry allow.
 */
export function applyEnable<C extends Switchable>(client: C, sent: boolean | undefined): C {
  if (sent === undefined || client.disabledByPanel) return client
  return { ...client, enable: sent }
}

const unslowed = (slowed: Slowed): Slowed => (slowed === 'ended' ? '' : slowed)

/**
 * Brings back a client that the panel disabled or slowed down once quota and expiry allow; an operator's disable stays.
 * One that is still depleted changes between the two if its ending was changed.
 */
export function settleEnable<C extends Switchable>(client: C, used: number, now: number, rule: EndRule): C {
  const isSlow = client.slowed === 'ended'
  if (!client.disabledByPanel && !isSlow) return client
  const isOn = client.enable || client.disabledByPanel
  if (!hasEnded(client, used, now, rule))
    return { ...client, enable: isOn, disabledByPanel: false, slowed: unslowed(client.slowed) }
  if (rule.whenEnded === 'slow')
    return client.disabledByPanel
      ? { ...client, enable: true, disabledByPanel: false, slowed: 'ended' }
      : client
  return isSlow ? { ...client, enable: false, disabledByPanel: isOn, slowed: '' } : client
}

/** An explicit operator action (bulkEnable, bulkDisable) is not an echo, so it overrides the panel's state. */
export function switchedBy<C extends Switchable>(
  client: C,
  enable: boolean,
  used: number,
  now: number,
  rule: EndRule,
): C {
  if (!enable) return { ...client, enable: false, disabledByPanel: false }
  return autoEnded({ ...client, enable: true, disabledByPanel: false }, used, now, rule)
}

/**
 * Periodic check: an enabled client that has expired or used up its quota is disabled, with the panel marked as the
 * cause, or slowed down.
 */
export function autoEnded<C extends Switchable>(client: C, used: number, now: number, rule: EndRule): C {
  if (!client.enable || !hasEnded(client, used, now, rule)) return client
  if (rule.whenEnded === 'slow') return client.slowed === 'ended' ? client : { ...client, slowed: 'ended' }
  return { ...client, enable: false, disabledByPanel: true, slowed: unslowed(client.slowed) }
}
