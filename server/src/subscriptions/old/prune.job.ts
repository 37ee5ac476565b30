import { sql } from 'kysely'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Commit } from '../../store/changes/commit.ts'
import type { Db } from '../../store/open.ts'

const hour = 3_600_000
const orphaned = sql<boolean>`not exists (select 1 from clients c where c.id = old_identities.client_id)`

/** Forgets how another panel knew clients that were deleted since. Their URLs are dead already. */
export const oldIdentityPrune = (db: Db, commit: Commit): Job => ({
  name: 'old-identity-prune',
  everyMs: 6 * hour,
  leaderOnly: true,
  async run() {
    const one = await db.read
      .selectFrom('old_identities')
      .select('client_id')
      .where(orphaned)
      .limit(1)
      .executeTakeFirst()
    // An empty delete would still commit and wait for the disk.
    if (one) await commit.upkeep((tx) => tx.deleteFrom('old_identities').where(orphaned).execute())
  },
})
