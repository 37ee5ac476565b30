import { isDepleted } from './status.ts'

/** The part of a client that decides whether it is in service. */
export interface Switchable {
  enable: boolean
  disabledByPanel: boolean
  expiryTime: number
  totalGB: number
}

const depleted = (c: Switchable, used: number, now: number): boolean =>
  isDepleted({ expiryTime: c.expiryTime, quota: c.totalGB, used }, now)

/**
 * `enable` as it arrives in a whole record: `false` on a client that the panel disabled is an echo and does not
 * make it the operator's doing (R23). `true` on such a client waits for quota and expiry.
 */
export function applyEnable<C extends Switchable>(client: C, sent: boolean | undefined): C {
  if (sent === undefined || client.disabledByPanel) return client
  return { ...client, enable: sent }
}

/** A client that the panel disabled is back as soon as quota and expiry allow; an operator's stays off. */
export function settleEnable<C extends Switchable>(client: C, used: number, now: number): C {
  if (!client.disabledByPanel || depleted(client, used, now)) return client
  return { ...client, enable: true, disabledByPanel: false }
}

/** An operator's explicit word (bulkEnable, bulkDisable): not an echo, so it overrides the panel's. */
export function switchedBy<C extends Switchable>(client: C, enable: boolean, used: number, now: number): C {
  if (!enable) return { ...client, enable: false, disabledByPanel: false }
  const ended = depleted(client, used, now)
  return { ...client, enable: !ended, disabledByPanel: ended }
}

/** The periodic check: an enabled client whose quota or time has ended is taken out of service by the panel. */
export function autoDisabled<C extends Switchable>(client: C, used: number, now: number): C {
  if (!client.enable || !depleted(client, used, now)) return client
  return { ...client, enable: false, disabledByPanel: true }
}
