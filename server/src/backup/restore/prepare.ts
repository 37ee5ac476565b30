import { parse } from '#domain/settings/stored.ts'
import { keepOnlySession, type SessionRow } from '../../auth/sessions.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Log } from '../../platform/log.ts'
import type { Action } from '../../store/audit/trail.ts'
import { createCommit } from '../../store/changes/commit.ts'
import { openDb } from '../../store/open.ts'
import { countedIn } from '../facts.ts'

type Counted = Awaited<ReturnType<typeof countedIn>>

/** What is written into a database before it is restored. */
export interface Note {
  actor: Actor
  action: Action
  /** The session that stays, if there is one; all others end. `as they are` is for a state of a moment ago. */
  sessions: 'as they are' | SessionRow | undefined
}

/**
 * Brings a database file that nobody uses up to date, writes the note into it if there is one, and says what it holds and
 * which schema steps were applied.
 */
export const createPrepare =
  (log: Log, now: () => number) => async (file: string, note?: (counted: Counted) => Note) => {
    const db = await openDb({ kind: 'sqlite', file }, log, now)
    try {
      const counted = await countedIn(db)
      const rows = await db.read.selectFrom('settings').select(['key', 'value']).orderBy('id').execute()
      if (note) {
        const { actor, action, sessions } = note(counted)
        const commit = createCommit({ db, now, log })
        await commit(actor, async (tx) => {
          if (sessions !== 'as they are') await keepOnlySession(tx, sessions, actor.name)
          return { result: undefined, action }
        })
      }
      return { counted, migrated: db.migrated, settings: parse(rows).settings }
    } finally {
      await db.close()
    }
  }

export type Prepare = ReturnType<typeof createPrepare>
export type Prepared = Awaited<ReturnType<Prepare>>
