import { sql } from 'kysely'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'

const day = 86_400_000
/** What an app fetched longer ago says nothing about the apps in use. */
export const appsKeptMs = 30 * day

const orphaned = sql<boolean>`not exists (select 1 from clients c where c.id = client_apps.client_id)`

/** Forgets apps that were not seen for a month, and those of deleted clients. */
export const appsPrune = (db: Db, commit: Commit, now: () => number): Job => ({
  name: 'client-apps-prune',
  everyMs: day / 4,
  leaderOnly: true,
  async run() {
    const before = now() - appsKeptMs
    const gone = await db.read
      .selectFrom('client_apps')
      .select('client_id')
      .where((eb) => eb.or([eb('seen_at', '<', before), orphaned]))
      .limit(1)
      .executeTakeFirst()
    // An empty delete would still commit and wait for the disk.
    if (!gone) return
    await commit.upkeep((tx) =>
      tx
        .deleteFrom('client_apps')
        .where((eb) => eb.or([eb('seen_at', '<', before), orphaned]))
        .execute(),
    )
  },
})
