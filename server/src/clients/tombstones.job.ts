import type { Job } from '../platform/jobs/jobs.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'

const day = 86_400_000
/** A node's report arrives within a month or never; until then a deleted name stays deleted for nodes. */
const keptMs = 30 * day

export const tombstonePrune = (db: Db, commit: Commit, now: () => number): Job => ({
  name: 'tombstone-prune',
  everyMs: day / 4,
  leaderOnly: true,
  atStart: true,
  async run() {
    const before = now() - keptMs
    const old = await db.read
      .selectFrom('client_tombstones')
      .select('email_key')
      .where('deleted_at', '<', before)
      .limit(1)
      .executeTakeFirst()
    // An empty delete would still commit and wait for the disk.
    if (!old) return
    await commit.upkeep((tx) => tx.deleteFrom('client_tombstones').where('deleted_at', '<', before).execute())
  },
})
