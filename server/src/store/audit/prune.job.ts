import type { Job } from '../../platform/jobs/jobs.ts'
import type { Commit } from '../changes/commit.ts'
import type { Db } from '../open.ts'

const keptRows = 100_000
/** An act on all of 100,000 clients has as many. */
const keptAboutClients = 1_000_000

/** Keeps the newest audit rows, and the links to their clients. */
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
    const beyond = await db.read
      .selectFrom('audit_clients')
      .select('audit_id')
      .orderBy('audit_id', 'desc')
      .offset(keptAboutClients)
      .limit(1)
      .executeTakeFirst()
    const about = Math.max(floor, beyond?.audit_id ?? 0)
    const oldAbout = await db.read
      .selectFrom('audit_clients')
      .select('audit_id')
      .where('audit_id', '<=', about)
      .limit(1)
      .executeTakeFirst()
    if (oldAbout)
      await commit.upkeep((tx) => tx.deleteFrom('audit_clients').where('audit_id', '<=', about).execute())
    if (old) await commit.upkeep((tx) => tx.deleteFrom('audit').where('id', '<=', floor).execute())
  },
})
