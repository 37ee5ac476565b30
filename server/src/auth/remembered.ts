import type { Db } from '../platform/db/open.ts'
import { andThen, type Later } from '../platform/maybe-async.ts'

const most = 1_000

/**
 * Look-ups that hold until anybody commits anything, in this process or another: SQLite tells that for a third of a
 * look-up's price, so a credential change still counts at once (Authentication 3). PostgreSQL is asked every time.
 */
export function createRemembered<T>(db: Pick<Db, 'dataVersion'>) {
  const known = new Map<string, T>()
  let since: number | undefined

  return function remembered(key: string, find: () => Later<T | null>): Later<T | null> {
    if (!db.dataVersion) return find()
    // Before the look-up: what is committed between the two empties this at the next call.
    const version = db.dataVersion()
    if (version !== since) known.clear()
    since = version
    const hit = known.get(key)
    if (hit !== undefined) return hit
    return andThen(find(), (found) => {
      if (found !== null && known.size < most) known.set(key, found)
      return found
    })
  }
}
