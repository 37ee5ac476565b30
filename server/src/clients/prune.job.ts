import { sql } from 'kysely'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'

const day = 86_400_000
/** A node's report arrives within a month or never, and apps that fetched longer ago are not in use. */
const keptMs = 30 * day

/** Until then a deleted name stays deleted for nodes. */
export const tombstonePrune = (db: Db, commit: Commit, now: () => number): Job => ({
  name: 'tombstone-prune',
  everyMs: day / 4,
  leaderOnly: true,
  atStart: true,
  async run() {
    const isOld = sql<boolean>`deleted_at < ${now() - keptMs}`
    const old = db.read.selectFrom('client_tombstones').select('email_key').where(isOld)
    // An empty delete would still commit and wait for the disk.
    if (!(await old.limit(1).executeTakeFirst())) return
    await commit.upkeep((tx) => tx.deleteFrom('client_tombstones').where(isOld).execute())
  },
})

/** Forgets apps that were not seen for a month, and those of deleted clients. */
export const appsPrune = (db: Db, commit: Commit, now: () => number): Job => ({
  name: 'client-apps-prune',
  everyMs: day / 4,
  leaderOnly: true,
  async run() {
    const isOld = sql<boolean>`(seen_at < ${now() - keptMs}
      or not exists (select 1 from clients c where c.id = client_apps.client_id))`
    const old = db.read.selectFrom('client_apps').select('client_id').where(isOld)
    if (!(await old.limit(1).executeTakeFirst())) return
    await commit.upkeep((tx) => tx.deleteFrom('client_apps').where(isOld).execute())
  },
})
