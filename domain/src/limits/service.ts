import { earliestEnd } from '#domain/clients/expiry.ts'
import type { Usage } from '#domain/clients/status.ts'

/** What the clients of a group have and use together. */
export interface SharedUsage extends Usage {
  group: string
}

/** What ends a client's service first. */
export interface Service {
  /** Bytes that count against `total`: its own, or those of everybody in its group. */
  used: number
  /** Bytes; 0: unlimited. */
  total: number
  /** As `expiryTime` of a client. */
  expiryTime: number
  /** The group whose quota `total` is; blank: its own, or none. */
  sharedBy: string
}

const left = ({ quota, used }: Usage): number => (quota > 0 ? quota - used : Infinity)

/**
 * The quota and expiry that a client is shown: its own or those of its group, whichever end it first. A client has
 * ended by these values exactly when `hasEnded` is true.
 */
export function serviceOf(own: Usage, shared: SharedUsage | undefined): Service {
  const mine = { used: own.used, total: own.quota, expiryTime: own.expiryTime, sharedBy: '' }
  if (!shared) return mine
  const expiryTime = earliestEnd([own.expiryTime, shared.expiryTime])
  return left(shared) < left(own)
    ? { used: shared.used, total: shared.quota, expiryTime, sharedBy: shared.group }
    : { ...mine, expiryTime }
}

/**
 * Upload and download as apps add them up. What others of the group used has no direction here, and counts as
 * download.
 */
export function directions(up: number, used: number): { up: number; down: number } {
  const own = Math.min(up, used)
  return { up: own, down: used - own }
}
