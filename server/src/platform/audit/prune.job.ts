import type { Commit } from '../changes/commit.ts'
import type { Db } from '../db/open.ts'
import type { Job } from '../jobs/jobs.ts'

const keptRows = 100_000

/** Keeps the newest audit rows. */
export const auditPrune = (db: Db, commit: Commit): Job => ({
  name: 'audit-prune',
  everyMs: 3_600_000,
  leaderOnly: true,
  async run() {
    const newest = await db.read
      .selectFrom('audit')
      .select((e) => e.fn.max('id').as('id'))
      .executeTakeFirst()
    const floor = Number(newest?.id ?? 0) - keptRows
    const old = await db.read
      .selectFrom('audit')
      .select('id')
      .where('id', '<=', floor)
      .limit(1)
      .executeTakeFirst()
    if (old) await commit.upkeep((tx) => tx.deleteFrom('audit').where('id', '<=', floor).execute())
  },
})
