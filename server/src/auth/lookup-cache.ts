import { andThen, type MaybeAsync } from '../platform/maybe-async.ts'
import type { Db } from '../store/open.ts'

const most = 1_000

/**
 * Lookups cached until the next commit, by this process or another, so a credential change takes effect immediately
 * (R15). PostgreSQL is queried every time.
 */
export function createLookupCache<T>({ dataVersion }: Pick<Db, 'dataVersion'>) {
  const known = new Map<string, T>()
  let since: number | undefined

  return function cached(key: string, find: () => MaybeAsync<T | null>): MaybeAsync<T | null> {
    if (!dataVersion) return find()
    // Read before the lookup: a commit between the two empties the cache in the next turn.
    const version = dataVersion()
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
