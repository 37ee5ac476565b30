import type { Job } from '../platform/jobs/jobs.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'

const keptMs = 30 * 86_400_000
const keptRows = 50_000

/** Alerts and their deliveries are kept for a month, and not more than the newest fifty thousand. */
export const createPrune = ({ db, commit, now }: { db: Db; commit: Commit; now: () => number }): Job => ({
  name: 'notices-prune',
  everyMs: 3_600_000,
  leaderOnly: true,
  async run() {
    const first = async (order: 'asc' | 'desc') =>
      (await db.read.selectFrom('alerts').select(['id', 'at']).orderBy('id', order).limit(1).execute())[0]
    const [oldest, newest] = [await first('asc'), await first('desc')]
    if (!oldest || !newest) return
    const isDue = oldest.at < now() - keptMs || newest.id - oldest.id >= keptRows
    if (!isDue) return
    const waits = await db.read
      .selectFrom('alert_deliveries')
      .select((e) => e.fn.min('alert_id').as('id'))
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    const young = await db.read
      .selectFrom('alerts')
      .select((e) => e.fn.min('id').as('id'))
      .where('at', '>=', now() - keptMs)
      .executeTakeFirst()
    const floor = Math.max(Number(young?.id ?? newest.id + 1), newest.id - keptRows)
    const below = Math.min(floor, Number(waits?.id ?? floor))
    await commit.upkeep(async (tx) => {
      await tx.deleteFrom('alert_deliveries').where('alert_id', '<', below).execute()
      await tx.deleteFrom('alerts').where('id', '<', below).execute()
    })
  },
})
