import type { EntryStage } from '#contract/entries-api.ts'
import type { RotationProgress } from '#contract/rotation-api.ts'
import { certainFails } from '#domain/entries/state.ts'
import { bareHost } from '#domain/links/routes-to-inbound.ts'
import type { Values } from './values.ts'

export const dayMs = 86_400_000
/** A client that was not seen for longer does not hold up a rotation. */
export const activeMs = 30 * dayMs
/** A value that was blocked is not used again for so long. */
export const blockedMs = 30 * dayMs

export const isReached = ({ active, fetched }: RotationProgress, percent: number): boolean =>
  fetched * 100 >= percent * active

/** When the schedule wants the next one; 0: never. */
export const plannedAt = (everyDays: number, since: number): number =>
  everyDays === 0 ? 0 : since + everyDays * dayMs

/** What one eye saw last of one entry. */
export interface Seen {
  eye: string
  address: string
  port: number
  state: 'good' | 'failed'
  stage: EntryStage | ''
  fails: number
  lastOkAt: number
  checkedAt: number
}

/** A refused login and a client's core that does not start are faults of the inbound, which another value does not mend. */
const faults: ReadonlySet<string> = new Set(['login', 'core'])

/**
 * It worked before, and failed twice in a row. A port that is closed as seen from this server is blocked only if its core
 * listens there.
 */
const isBlocked = ({ eye, state, stage, fails, lastOkAt }: Seen, isListening: boolean): boolean =>
  state === 'failed' &&
  fails >= certainFails &&
  lastOkAt > 0 &&
  !faults.has(stage) &&
  (isListening || eye !== '' || stage !== 'port')

/** Whether one eye gets through none of the entries. */
export function isBlockedForAnEye(entries: readonly Seen[], isListening: boolean): boolean {
  const eyes = [...new Set(entries.map(({ eye }) => eye))]
  return eyes.some((eye) => entries.every((entry) => entry.eye !== eye || isBlocked(entry, isListening)))
}

/** The entries that a rotation retires; those of another name or short id are not in links any more. */
export const isOldEntry =
  ({ port, address }: Values) =>
  (entry: Pick<Seen, 'address' | 'port'>): boolean =>
    (port !== undefined && entry.port !== port) ||
    (address !== undefined && entry.address !== bareHost(address.shareAddr))

/** Whether nobody gets through the old entries while somebody gets through a new one: nobody loses anything. */
export function isOldBlocked(entries: readonly Seen[], isOld: (entry: Seen) => boolean): boolean {
  const old = entries.filter(isOld)
  const isNewGood = entries.some((entry) => !isOld(entry) && entry.state === 'good')
  return old.length > 0 && old.every((entry) => isBlocked(entry, true)) && isNewGood
}
