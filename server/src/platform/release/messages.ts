import type { Coded } from '#contract/coded.ts'
import type { UpdateRun } from './update-run.ts'

/**
 * What a panel and its parent say to each other. The two may be of different versions: a message is never changed, and
 * one that is not known is passed over.
 */
export type FromPanel =
  | { sluice: 'ready' }
  /** The new version is unpacked: let it take over. */
  | { sluice: 'hand-over'; run: UpdateRun }
  /** It was asked to leave and cannot: it goes on. */
  | { sluice: 'stay'; reason: Coded }
  /** `fault` is absent when all is well. */
  | { sluice: 'health'; id: number; core: string; fault?: Coded }

export type FromParent =
  | { sluice: 'health'; id: number }
  /** Stop and exit; the core goes on. Before an update the database is kept if the new version changes its tables. */
  | { sluice: 'leave'; for: 'update' | 'rollback' }

/** Set for a panel whose parent understands these messages. */
export const supervisedBy = 'SLUICE_SUPERVISED'

const isMessage = (given: unknown): given is { sluice: string } =>
  typeof given === 'object' && given !== null && 'sluice' in given && typeof given.sluice === 'string'

/** Messages of others, such as a debugger's, are none. */
export const fromPanel = (given: unknown): FromPanel | undefined =>
  isMessage(given) ? (given as FromPanel) : undefined // both ends are ours
export const fromParent = (given: unknown): FromParent | undefined =>
  isMessage(given) ? (given as FromParent) : undefined // as above
