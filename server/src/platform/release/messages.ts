import type { Coded } from '#contract/coded.ts'
import type { UpdateRun } from './update-run.ts'

/**
 * What a panel and its parent say to each other. The two may be of different versions: a message is never changed, and
 * one that is not known is passed over.
 */
export type FromPanel =
  | { sluice: 'ready' }
  /** The program is in memory, and waits for `begin`. */
  | { sluice: 'loaded' }
  /** The new version is unpacked: let it take over. */
  | { sluice: 'hand-over'; run: UpdateRun }
  /** It was asked to leave and cannot: it goes on. */
  | { sluice: 'stay'; reason: Coded }
  /** Keep this listening socket, which comes with the message, for the next version. */
  | { sluice: 'hold'; name: string }
  /** Close all sockets but these. */
  | { sluice: 'hold-only'; names: readonly string[] }
  /** Answered by `lent`. */
  | { sluice: 'borrow'; id: number; name: string }
  /** `fault` is absent when all is well. */
  | { sluice: 'health'; id: number; core: string; fault?: Coded }

export type FromParent =
  | { sluice: 'health'; id: number }
  /** Stop and exit; the core goes on. Before an update a copy of the database is kept. */
  | { sluice: 'leave'; for: 'update' | 'rollback' }
  /** The version before has left: start. */
  | { sluice: 'begin' }
  /** The socket comes with the message if there is one. */
  | { sluice: 'lent'; id: number }

/** Set for a panel whose parent understands these messages. */
export const supervisedBy = 'SLUICE_SUPERVISED'
/** Set for a panel that must not touch anything before `begin`. */
export const startsLater = 'SLUICE_STARTS_LATER'
/** Set if that parent also keeps listening sockets: an older one would never close what it is sent. */
export const keepsSockets = 'SLUICE_KEEPS_SOCKETS'

const isMessage = (given: unknown): given is { sluice: string } =>
  typeof given === 'object' && given !== null && 'sluice' in given && typeof given.sluice === 'string'

/** Messages of others, such as a debugger's, are none. */
export const fromPanel = (given: unknown): FromPanel | undefined =>
  isMessage(given) ? (given as FromPanel) : undefined // both ends are ours
export const fromParent = (given: unknown): FromParent | undefined =>
  isMessage(given) ? (given as FromParent) : undefined // as above
