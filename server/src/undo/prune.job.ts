import { sql } from 'kysely'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'
import type { UndoStore } from './store.ts'

/** So many characters are kept in all, newest acts first: a program that resets everybody every hour fills no disk. */
const most = 512 * 1024 * 1024

/** Forgets what the audit log no longer shows. */
export const undoPrune = (db: Db, commit: Commit, store: Pick<UndoStore, 'forget'>): Job => ({
  name: 'undo-prune',
  everyMs: 3_600_000,
  leaderOnly: true,
  async run() {
    const oldest = sql<{ id: number | null }>`select max(id) as id from undo_acts
      where id < (select min(undo_id) from audit where undo_id > 0)`
    const large = sql<{ id: number | null }>`select max(id) as id from
      (select id, sum(size) over (order by id desc) as total from undo_acts) as a where total > ${most}`
    const found = [await oldest.execute(db.read), await large.execute(db.read)]
    const upTo = Math.max(...found.map(({ rows }) => Number(rows[0]?.id ?? 0)))
    if (upTo > 0) await commit.upkeep((tx) => store.forget(tx, upTo))
  },
})
