import { parse } from '#domain/settings/stored.ts'
import { countedIn } from '../backup/facts.ts'
import type { Prepare } from '../backup/restore/prepare.ts'
import { createCommit, noted } from '../platform/changes/commit.ts'
import { openDb } from '../platform/db/open.ts'
import type { Log } from '../platform/log.ts'

/** A database file that is about to be restored has no panel: it is opened, brought up to date and closed here. */
export const createPrepare =
  (log: Log, now: () => number): Prepare =>
  async (file, note) => {
    const db = await openDb({ kind: 'sqlite', file }, log, now)
    try {
      const counted = await countedIn(db)
      const rows = await db.read.selectFrom('settings').select(['key', 'value']).orderBy('id').execute()
      if (note) {
        const { actor, action } = note(counted)
        await noted(createCommit({ db, now, log, listeners: () => [] }), actor, action)
      }
      return { counted, migrated: db.migrated, settings: parse(rows).settings }
    } finally {
      await db.close()
    }
  }
