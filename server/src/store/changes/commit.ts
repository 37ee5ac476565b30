import type { Alert } from '#contract/alerts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Log } from '../../platform/log.ts'
import { type Action, appendAudit, noteClients } from '../audit/trail.ts'
import type { Reader, Tx, WritableDb } from '../open.ts'
import type { Change, Listener, MadeChange } from './change.ts'

/** What the audit log stores about a write, and what listeners receive. */
export interface Told {
  /** For the audit log, in the same transaction. */
  action?: Action | readonly Action[] | undefined
  /** For listeners: in the transaction (`inTx`) and after the commit (`after`). */
  change?: Change | readonly Change[] | undefined
  /** What people are told of, recorded in the same transaction. */
  alert?: Alert | readonly Alert[] | undefined
}

/** The result of a write. Without `action` and `change`, no audit row is stored and no listener runs (P29). */
export interface Outcome<T> extends Told {
  result: T
  /** Runs after the commit and before the listeners: for caches that a room keeps of its own tables. */
  committed?: (() => void | Promise<void>) | undefined
}

/**
 * `include` is for a part of a write that may fail alone: called inside the part's savepoint, it stores the part's
 * audit rows immediately, so that they are rolled back with it.
 */
type Work<T> = (tx: Tx, before: Reader, include: (part: Told) => Promise<void>) => Promise<T>
type Upkeep<T> = (tx: Tx, before: Reader) => Promise<T>

/** The only way to write. */
export interface Commit {
  /** One transaction with its audit rows; listeners run after the commit and are awaited. */
  <T>(actor: Actor, work: Work<Outcome<T>>): Promise<T>
  /** The same for a writer with its own queue. It calls `tell` after leaving it, so listeners do not block the queue. */
  toldLater<T>(actor: Actor, work: Work<Outcome<T>>): Promise<{ result: T; tell: () => Promise<void> }>
  /** Maintenance writes without audit rows or listeners: pruning, folding, readings. */
  upkeep<T>(work: Upkeep<T>): Promise<T>
}

/** What rooms hear of a write. They are created after `commit`, so `app` fills these in when they exist. */
export interface CommitHooks {
  listeners: readonly Listener[]
  recordAlerts?: (tx: Tx, alerts: readonly Alert[]) => Promise<void>
}

interface Deps extends Clock {
  db: WritableDb
  log: Log
  hooks?: CommitHooks
  /** Tells the other instances on the database, in the transaction. */
  append?: (tx: Tx, changes: readonly MadeChange[]) => Promise<void>
}

const listOf = <T>(one: T | readonly T[] | undefined): readonly T[] =>
  one === undefined ? [] : Array.isArray(one) ? one : [one as T] // isArray does not narrow a readonly array

/** A failing listener is logged and does not stop the others: the change is already stored. */
export async function tellListeners(
  listeners: readonly Listener[],
  change: MadeChange,
  log: Pick<Log, 'error'>,
): Promise<void> {
  await Promise.all(
    listeners.map(async ({ name, after }) => {
      try {
        await after?.(change)
      } catch (error) {
        log.error({ err: error, listener: name, change: change.kind }, 'a listener failed')
      }
    }),
  )
}

export function createCommit({ db, now, log, append, hooks = { listeners: [] } }: Deps): Commit {
  async function record(tx: Tx, actor: Actor, { action, change, alert }: Told): Promise<MadeChange[]> {
    if (alert) await hooks.recordAlerts?.(tx, listOf(alert))
    for (const one of listOf(action))
      await noteClients(tx, db.engine, await appendAudit(tx, actor, one, now()), one)
    const made = listOf(change).map((one) => ({ ...one, by: actor }))
    for (const one of made) for (const { inTx } of hooks.listeners) await inTx?.(tx, one)
    return made
  }

  async function toldLater<T>(actor: Actor, work: Work<Outcome<T>>) {
    const { outcome, changes } = await db.write(async (tx, before) => {
      const made: MadeChange[] = []
      const include = async (part: Told) => void made.push(...(await record(tx, actor, part)))
      const decided = await work(tx, before, include)
      await include(decided)
      if (made.length > 0) await append?.(tx, made)
      return { outcome: decided, changes: made }
    })
    await outcome.committed?.()
    const tell = () =>
      db.unfenced(async () => {
        for (const change of changes) await tellListeners(hooks.listeners, change, log)
      })
    return { result: outcome.result, tell }
  }

  const commit = async <T>(actor: Actor, work: Work<Outcome<T>>): Promise<T> => {
    const { result, tell } = await toldLater(actor, work)
    await tell()
    return result
  }

  return Object.assign(commit, { toldLater, upkeep: <T>(work: Upkeep<T>) => db.write(work) })
}

/** An action whose effect is elsewhere (the core, a file): only the audit row is stored. */
export const noted = (commit: Commit, actor: Actor, action: Action, alert?: Alert): Promise<void> =>
  commit(actor, async () => ({ result: undefined, action, alert }))
