import type { OldSubscriptions } from '#domain/move-in/arrival.ts'
import { andThen, type MaybeAsync } from '../../platform/maybe-async.ts'
import type { Change } from '../../store/changes/change.ts'
import type { Db } from '../../store/open.ts'

/** Another panel whose subscription URLs are answered. */
export interface OldSource extends OldSubscriptions {
  id: number
}

const sourcesSql = 'select id, kind, secret, path from old_subscriptions order by id'

/** Another panel on the same PostgreSQL cannot notify us; on SQLite there is no other panel. */
const postgresAgeMs = 2_000

/** The few rows are kept in memory: a panel without any answers as if they did not exist. */
export function createOldSources({ db, now }: { db: Db; now: () => number }) {
  let current: readonly OldSource[] | undefined
  let readAt = 0
  let changes = 0
  let loading: MaybeAsync<readonly OldSource[]> | undefined

  function read(): MaybeAsync<readonly OldSource[]> {
    const [at, began] = [changes, now()]
    return andThen(db.rows<OldSource>(sourcesSql, []), (rows) => {
      // If something changed during the read, the result may miss it: use it for this caller only.
      if (at === changes) [current, readAt] = [rows, began]
      return rows
    })
  }

  return {
    /** Synchronous if cached, and on SQLite. */
    get(): MaybeAsync<readonly OldSource[]> {
      if (current && (db.engine === 'sqlite' || now() - readAt < postgresAgeMs)) return current
      if (loading) return loading
      const rows = read()
      if (!(rows instanceof Promise)) return rows
      const shared = rows.finally(() => {
        if (loading === shared) loading = undefined
      })
      loading = shared
      return shared
    },
    onChange({ kind }: Pick<Change, 'kind'>) {
      if (kind !== 'old-subscriptions-changed') return
      changes++
      current = undefined
      loading = undefined // it began before the change: the next caller starts a new read
    },
  }
}

export type OldSources = ReturnType<typeof createOldSources>
