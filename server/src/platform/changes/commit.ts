import { type Action, appendAudit } from '../audit/trail.ts'
import type { Reader, Tx, WritableDb } from '../db/open.ts'
import type { Actor } from '../http/caller.ts'
import type { Log } from '../log.ts'
import type { Change, Listener, MadeChange } from './change.ts'

/** What the audit log stores of a write, and what listeners hear of it. */
export interface Told {
  /** For the audit log, in the same transaction. */
  action?: Action | readonly Action[] | undefined
  /** For everybody who listens: in the transaction (`inTx`), and after the commit (`after`). */
  change?: Change | readonly Change[] | undefined
}

/**
 * What a write decided. A write that changed nothing leaves out `action` and `change`: then no audit row is stored
 * and nobody is told.
 */
export interface Outcome<T> extends Told {
  result: T
  /** Runs after the commit and before anybody is told: for what a room remembers of its own tables. */
  committed?: (() => void | Promise<void>) | undefined
}

/**
 * `include` is for a part of a write that may fail alone: called inside the savepoint of that part, it stores the
 * part's audit rows at once, so that they are rolled back with it.
 */
type Work<T> = (tx: Tx, before: Reader, include: (part: Told) => Promise<void>) => Promise<T>
type Upkeep<T> = (tx: Tx, before: Reader) => Promise<T>

/** The only way to write. */
export interface Commit {
  /** One transaction with its audit rows; its changes are told after the commit, and awaited. */
  <T>(actor: Actor, work: Work<Outcome<T>>): Promise<T>
  /**
   * The same for a writer that works through a queue of its own. It calls `tell` after it has left the queue, so that
   * listeners do not hold the queue up.
   */
  toldLater<T>(actor: Actor, work: Work<Outcome<T>>): Promise<{ result: T; tell: () => Promise<void> }>
  /** Writes that nobody decided and nobody has to hear of: pruning, folding, readings. */
  upkeep<T>(work: Upkeep<T>): Promise<T>
}

interface Deps {
  db: WritableDb
  now: () => number
  log: Log
  listeners: () => readonly Listener[]
}

const listOf = <T>(one: T | readonly T[] | undefined): readonly T[] =>
  one === undefined ? [] : Array.isArray(one) ? one : [one as T] // isArray does not narrow a readonly list

export function createCommit({ db, now, log, listeners }: Deps): Commit {
  /** A listener that fails is reported and stops nobody else: the change is already stored. */
  async function tellListeners(change: MadeChange): Promise<void> {
    await Promise.all(
      listeners().map(async ({ name, after }) => {
        try {
          await after?.(change)
        } catch (error) {
          log.error({ err: error, listener: name, change: change.kind }, 'a listener failed')
        }
      }),
    )
  }

  async function record(tx: Tx, actor: Actor, { action, change }: Told): Promise<MadeChange[]> {
    for (const one of listOf(action)) await appendAudit(tx, actor, one, now())
    const made = listOf(change).map((one) => ({ ...one, by: actor }))
    for (const one of made) for (const { inTx } of listeners()) await inTx?.(tx, one)
    return made
  }

  async function toldLater<T>(actor: Actor, work: Work<Outcome<T>>) {
    const { outcome, changes } = await db.write(async (tx, before) => {
      const made: MadeChange[] = []
      const include = async (part: Told) => void made.push(...(await record(tx, actor, part)))
      const decided = await work(tx, before, include)
      await include(decided)
      return { outcome: decided, changes: made }
    })
    await outcome.committed?.()
    const tell = async () => {
      for (const change of changes) await tellListeners(change)
    }
    return { result: outcome.result, tell }
  }

  const commit = async <T>(actor: Actor, work: Work<Outcome<T>>): Promise<T> => {
    const { result, tell } = await toldLater(actor, work)
    await tell()
    return result
  }

  return Object.assign(commit, { toldLater, upkeep: <T>(work: Upkeep<T>) => db.write(work) })
}

/** An action whose effect is elsewhere (the core, a file) and that only the audit log stores. */
export const noted = (commit: Commit, actor: Actor, action: Action): Promise<void> =>
  commit(actor, async () => ({ result: undefined, action }))
