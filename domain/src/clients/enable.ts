import { isDepleted } from './status.ts'

/** The fields that decide whether a client is enabled. */
export interface Switchable {
  enable: boolean
  disabledByPanel: boolean
  expiryTime: number
  totalGB: number
}

const depleted = (c: Switchable, used: number, now: number): boolean =>
  isDepleted({ expiryTime: c.expiryTime, quota: c.totalGB, used }, now)

/**
 * `enable` in a whole record: `false` on a client that the panel disabled is an echo and does not make it the
 * operator's choice (R23). `true` on such a client takes effect once quota and expiry allow.
 */
export function applyEnable<C extends Switchable>(client: C, sent: boolean | undefined): C {
  if (sent === undefined || client.disabledByPanel) return client
  return { ...client, enable: sent }
}

/** Re-enables a client that the panel disabled once quota and expiry allow; an operator's disable stays. */
export function settleEnable<C extends Switchable>(client: C, used: number, now: number): C {
  if (!client.disabledByPanel || depleted(client, used, now)) return client
  return { ...client, enable: true, disabledByPanel: false }
}

/** An explicit operator action (bulkEnable, bulkDisable) is not an echo, so it overrides the panel's state. */
export function switchedBy<C extends Switchable>(client: C, enable: boolean, used: number, now: number): C {
  if (!enable) return { ...client, enable: false, disabledByPanel: false }
  const ended = depleted(client, used, now)
  return { ...client, enable: !ended, disabledByPanel: ended }
}

/** Periodic check: disables an enabled client that has expired or used up its quota, and marks the panel as the cause. */
export function autoDisabled<C extends Switchable>(client: C, used: number, now: number): C {
  if (!client.enable || !depleted(client, used, now)) return client
  return { ...client, enable: false, disabledByPanel: true }
}
