import { silentLog } from '#server/platform/log.ts'
import type { Listener } from '#server/store/changes/change.ts'
import { createCommit } from '#server/store/changes/commit.ts'
import type { WritableDb } from '#server/store/open.ts'

/** The write path of a room that a test puts together itself; nobody listens unless the test says so. */
export const commitOn = (db: WritableDb, listeners: readonly Listener[] = []) =>
  createCommit({ db, now: Date.now, log: silentLog, hooks: { listeners } })
