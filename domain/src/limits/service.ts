import { isDepleted, type Usage } from '#domain/clients/status.ts'
import { arrivalMs, type Moment } from '#domain/traffic/depletion.ts'

/** What the clients of a group have and use together. */
export interface SharedUsage extends Usage {
  group: string
}

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

/** A group with a quota or an end, as it is stored. */
export interface SharedState {
  totalGB: number
  expiryTime: number
  /** What the members' counters sum up to. */
  used: number
  /** When it was ended for bytes that were not counted yet; 0: it was not. */
  cutAt: number
  /** What the last tick did to the members. */
  ended: boolean
}

/**
 * The usage that decides about every member. A group that was ended for uncounted bytes is used up until they are
 * counted, so that an edit does not let a member back in for a moment.
 */
export const sharedUsage = ({ totalGB, expiryTime, used, cutAt }: Omit<SharedState, 'ended'>): Usage => ({
  quota: totalGB,
  expiryTime,
  used: cutAt > 0 ? Math.max(used, totalGB) : used,
})

/** The state of a group after a tick, by the same rule as a client's own quota and end. */
export function afterGroupTick(
  before: SharedState,
  uncounted: number,
  { now, held }: Pick<Moment, 'now' | 'held'>,
): Pick<SharedState, 'ended' | 'cutAt'> {
  const { totalGB: quota, expiryTime, used, cutAt, ended } = before
  const judged = held ? Number.NEGATIVE_INFINITY : now
  if (isDepleted({ quota, expiryTime, used }, judged)) return { ended: true, cutAt: 0 }
  if (held && ended) return { ended, cutAt } // the clock cannot be trusted: nothing expires, and nothing begins again
  if (isDepleted({ quota, expiryTime, used: used + uncounted }, judged))
    return { ended: true, cutAt: cutAt || now }
  if (cutAt > 0 && (uncounted > 0 || now - cutAt < arrivalMs)) return { ended: true, cutAt }
  return { ended: false, cutAt: 0 }
}

/** The earliest of several. A delayed start (negative) counts only if none has a date. */
export function earliestEnd(ends: readonly number[]): number {
  const dates = ends.filter((end) => end > 0)
  if (dates.length > 0) return Math.min(...dates)
  const delays = ends.filter((end) => end < 0)
  return delays.length > 0 ? Math.max(...delays) : 0
}
