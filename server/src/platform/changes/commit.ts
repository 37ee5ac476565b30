import { type Action, appendAudit } from '../audit/trail.ts'
import type { Reader, Tx, WritableDb } from '../db/open.ts'
import type { Actor } from '../http/caller.ts'
import type { Log } from '../log.ts'
import type { Change, Listener, MadeChange } from './change.ts'

/**
 * What a write decided. A write that changed nothing leaves out `action` and `change`: then no audit row is stored
 * and nobody is told.
 */
export interface Outcome<T> {
  result: T
  /** For the audit log, in the same transaction. */
  action?: Action | readonly Action[] | undefined
  /** For everybody who listens: in the transaction (`inTx`), and after the commit (`after`). */
  change?: Change | readonly Change[] | undefined
}

type Work<T> = (tx: Tx, before: Reader) => Promise<T>

/** The only way to write. */
export interface Commit {
  /** One transaction with its audit rows; its changes are told after the commit, and awaited. */
  <T>(actor: Actor, work: Work<Outcome<T>>): Promise<T>
  /** Writes that nobody decided and nobody has to hear of: pruning, folding, readings. */
  upkeep<T>(work: Work<T>): Promise<T>
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
  async function tell(change: MadeChange): Promise<void> {
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

  const commit = async <T>(actor: Actor, work: Work<Outcome<T>>): Promise<T> => {
    const { result, changes } = await db.write(async (tx, before) => {
      const outcome = await work(tx, before)
      const made = listOf(outcome.change).map((change) => ({ ...change, by: actor }))
      for (const action of listOf(outcome.action)) await appendAudit(tx, actor, action, now())
      for (const change of made) for (const { inTx } of listeners()) await inTx?.(tx, change)
      return { result: outcome.result, changes: made }
    })
    for (const change of changes) await tell(change)
    return result
  }

  return Object.assign(commit, { upkeep: <T>(work: Work<T>) => db.write(work) })
}

/** An action whose effect is elsewhere (the core, a file) and that only the audit log stores. */
export const noted = (commit: Commit, actor: Actor, action: Action): Promise<void> =>
  commit(actor, async () => ({ result: undefined, action }))
