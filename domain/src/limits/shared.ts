import { isDepleted, type Usage } from '#domain/clients/status.ts'
import { arrivalMs, type Moment } from '#domain/traffic/depletion.ts'

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
