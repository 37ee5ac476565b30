import type { Undone } from '#contract/undo-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ClientChange } from '../platform/changes/change.ts'
import type { Commit } from '../platform/changes/commit.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Actor } from '../platform/http/caller.ts'
import { undoPrune } from './prune.job.ts'
import { createUndoStore } from './store.ts'

type Left = Undone['left']

/** What the clients room made of the images of an act. */
export interface Restored {
  emails: string[]
  changes: ClientChange[]
  left: Left
}

/**
 * Puts back what can be put back, or nothing if something has changed since and `partly` is false. Throws where nothing
 * can be put back.
 */
export type Restore = (
  tx: Tx,
  act: { images: readonly unknown[]; groups: readonly { name: string }[] },
  partly: boolean,
) => Promise<Restored>

interface Deps {
  db: Db
  now: () => number
  commit: Commit
}

const named = 3

/** Acts on many clients can be undone as one act, for as long as the audit log shows them (ADR 125). */
export function createUndo({ db, now, commit }: Deps) {
  const store = createUndoStore(db, now)

  function refuseChanged(left: Left, restorable: number): never {
    const names = left.slice(0, named).map(({ email }) => email)
    const who = left.length > named ? `${names.join(', ')}, …` : names.join(', ')
    if (restorable === 0) throw new Refusal('undo.all-changed', { who })
    throw new Refusal('undo.changed', { count: left.length, who, others: restorable })
  }

  return {
    keep: store.keep,
    prune: undoPrune(db, commit, store),
    service: (restore: Restore) => ({
      async undo(id: number, partly: boolean, actor: Actor): Promise<Undone> {
        return commit(actor, async (tx) => {
          const act = isRowId(id) ? await store.find(tx, id) : undefined
          if (!act) throw new Refusal('undo.missing', { id })
          if (act.undoneAt > 0) throw new Refusal('undo.done')
          const images = await store.images(tx, id)
          const { emails, changes, left } = await restore(tx, { images, groups: act.groups }, partly)
          if (left.length > 0 && (!partly || emails.length === 0)) refuseChanged(left, emails.length)
          await store.done(tx, id)
          return {
            result: { restored: emails.length, left },
            action: {
              action: 'clients.undo',
              objectKind: 'clients',
              object: emails.length === 1 ? (emails[0] ?? '') : `${emails.length} clients`,
              after: {
                of: act.action,
                emails: emails.slice(0, 100),
                ...(emails.length > 100 && { more: emails.length - 100 }),
              },
            },
            change: { kind: 'clients-changed', clients: changes },
          }
        })
      },
    }),
  }
}

export type Undo = ReturnType<typeof createUndo>
export type UndoService = ReturnType<Undo['service']>
