import { parse } from '#domain/settings/stored.ts'
import { keepOnlySession } from '../../auth/sessions.ts'
import type { Log } from '../../platform/log.ts'
import { createCommit } from '../../store/changes/commit.ts'
import { openDb } from '../../store/open.ts'
import { countedIn } from '../facts.ts'
import type { Prepare } from './prepare.ts'

/** A database file that is about to be restored has no panel: it is opened, brought up to date and closed here. */
export const createPrepare =
  (log: Log, now: () => number): Prepare =>
  async (file, note) => {
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
