import type { UndoableAct } from '#contract/acts.ts'
import type { Undone } from '#contract/undo-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Clock } from '../platform/clock.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Change, ClientChange } from '../store/changes/change.ts'
import type { Commit, Outcome } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import { type Act, createUndoStore, undoPrune } from './store.ts'

type Left = Undone['left']
type LeftInbounds = NonNullable<Undone['leftInbounds']>

export interface UndoChoice {
  /** Undo the rest where something has changed since. */
  partly: boolean
  /** Delete clients that the act created. */
  mayDelete: boolean
}

/**
 * Puts back what can be put back; writes nothing if the choice forbids it: something has changed since, or clients would be
 * deleted.
 */
export type Restore = (
  tx: Tx,
  act: { images: readonly unknown[]; groups: readonly { name: string }[] },
  choice: UndoChoice,
) => Promise<{
  emails: string[]
  /** How many of them the undo deletes: clients that the act created. */
  deletes: number
  changes: ClientChange[]
  left: Left
}>

/** What a reset of inbounds took away is added again; an inbound that was reset since is left. */
export type PutBack = (
  tx: Tx,
  images: readonly never[],
) => Promise<{
  named: readonly { id: number; tag: string; name: string }[]
  left: LeftInbounds
  change: Change
}>

interface Deps extends Clock {
  db: Db
  commit: Commit
}

const mostNamed = 3
const someOf = (names: readonly string[]): string =>
  [...names.slice(0, mostNamed), ...(names.length > mostNamed ? ['…'] : [])].join(', ')
const mostStored = 100
const leftNames = (names: readonly string[]) => names.length > 0 && { left: names.slice(0, mostStored) }
const inboundActs: ReadonlySet<string> = new Set<UndoableAct>([
  'inbound.resetTraffic',
  'inbounds.resetAllTraffics',
])

/** Owns `undo_acts` and `undo_parts`. Acts on many clients can be undone as one act, for as long as the audit log shows them (ADR 125); resets of inbounds too. */
export function createUndo({ db, now, commit }: Deps) {
  const store = createUndoStore(db, now)

  function refuseChanged(left: Left, restorable: number): never {
    const who = someOf(left.map(({ email }) => email))
    if (restorable === 0) throw new Refusal('undo.all-changed', { who })
    throw new Refusal('undo.changed', { count: left.length, who, others: restorable })
  }

  function refuseDeletion(left: Left, count: number): never {
    if (left.length === 0) throw new Refusal('undo.deletes', { count })
    const who = someOf(left.map(({ email }) => email))
    throw new Refusal('undo.deletes-others', { count, left: left.length, who })
  }

  async function undoClients(
    tx: Tx,
    act: Act,
    choice: UndoChoice,
    restore: Restore,
  ): Promise<Outcome<Undone>> {
    const images = await store.images(tx, act.id)
    const { emails, deletes, changes, left } = await restore(tx, { images, groups: act.groups }, choice)
    const isIncomplete = left.length > 0 && (!choice.partly || emails.length === 0)
    if (deletes > 0 && (isIncomplete || !choice.mayDelete)) refuseDeletion(left, deletes)
    if (isIncomplete) refuseChanged(left, emails.length)
    const object = emails.length === 1 ? (emails[0] ?? '') : `${emails.length} clients`
    const more = emails.length > mostStored && { more: emails.length - mostStored }
    const clients = emails.map((email) => ({ email, what: '' }))
    const without = leftNames(left.map(({ email }) => email))
    const after = { of: act.action, emails: emails.slice(0, mostStored), ...more, ...without }
    return {
      result: { restored: emails.length, left },
      action: { action: 'clients.undo', objectKind: 'clients', object, after, clients },
      change: { kind: 'clients-changed', clients: changes },
    }
  }

  async function undoInbounds(tx: Tx, act: Act, partly: boolean, putBack: PutBack): Promise<Outcome<Undone>> {
    const { named, left, change } = await putBack(tx, await store.images(tx, act.id))
    const [first] = named
    if (!first) throw new Refusal('undo.inbounds-changed')
    const changed = left.map(({ name }) => name)
    if (left.length > 0 && !partly)
      throw new Refusal('undo.some-inbounds-changed', { who: someOf(changed), others: named.length })
    const names = named.slice(0, mostStored).map(({ name }) => name)
    const object = named.length === 1 ? `${first.id} ${first.tag}` : `${named.length} inbounds`
    const objectKind = named.length === 1 ? 'inbound' : 'inbounds'
    const after = { of: act.action, names, ...leftNames(changed) }
    return {
      result: { restored: named.length, left: [], ...(left.length > 0 && { leftInbounds: left }) },
      action: { action: 'inbounds.undo', objectKind, object, after },
      change,
    }
  }

  return {
    keep: store.keep,
    prune: undoPrune(db, commit, store),
    service: (restore: Restore, putBack: PutBack) => ({
      undo: (id: number, choice: UndoChoice, actor: Actor): Promise<Undone> =>
        commit(actor, async (tx) => {
          const act = isRowId(id) ? await store.find(tx, id) : undefined
          if (!act) throw new Refusal('undo.missing', { id })
          if (act.undoneAt > 0) throw new Refusal('undo.done')
          const undone = await (inboundActs.has(act.action)
            ? undoInbounds(tx, act, choice.partly, putBack)
            : undoClients(tx, act, choice, restore))
          await store.done(tx, id)
          return undone
        }),
    }),
  }
}

export type Undo = ReturnType<typeof createUndo>
export type UndoService = ReturnType<Undo['service']>
