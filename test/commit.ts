import type { Listener } from '#server/platform/changes/change.ts'
import { createCommit } from '#server/platform/changes/commit.ts'
import type { WritableDb } from '#server/platform/db/open.ts'
import { silentLog } from '#server/platform/log.ts'

/** The write path of a room that a test puts together itself; nobody listens unless the test says so. */
export const commitOn = (db: WritableDb, listeners: readonly Listener[] = []) =>
  createCommit({ db, now: Date.now, log: silentLog, listeners: () => listeners })
