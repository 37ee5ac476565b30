import { sql } from 'kysely'
import type { OldIdentity, OldSubscriptions } from '#domain/move-in/arrival.ts'
import { oldNameKey } from '#domain/move-in/marzban/old-token.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Commit } from '../../store/changes/commit.ts'
import type { Db, Reader, Tx } from '../../store/open.ts'
import { setsFor } from '../../store/sets.ts'

/** A client of this panel and how the other panel knew it. */
export interface KnownClient {
  clientId: number
  subId: string
  identity: OldIdentity
}

export interface ArrivingOldUrls {
  sources: readonly OldSubscriptions[]
  clients: readonly KnownClient[]
}

const columns = {
  source_id: 'int',
  client_id: 'int',
  old_id: 'int',
  name: 'text',
  name_key: 'text',
  sub_id: 'text',
  created_at: 'int',
  revoked_at: 'int',
} as const

/** The newer import says what holds, but a revocation is never taken back. */
const onConflict = sql`on conflict (source_id, client_id) do update set old_id = excluded.old_id, name = excluded.name,
  name_key = excluded.name_key, sub_id = excluded.sub_id, created_at = excluded.created_at,
  revoked_at = case when excluded.revoked_at > old_identities.revoked_at then excluded.revoked_at
    else old_identities.revoked_at end
  where (old_identities.old_id, old_identities.name, old_identities.sub_id, old_identities.created_at)
      <> (excluded.old_id, excluded.name, excluded.sub_id, excluded.created_at)
    or excluded.revoked_at > old_identities.revoked_at
  returning client_id`

async function sourceOf(tx: Tx, { kind, secret, path }: OldSubscriptions) {
  const made = await tx
    .insertInto('old_subscriptions')
    .values({ kind, secret, path })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return { id: made.id, isNew: true }
  const known = await tx
    .selectFrom('old_subscriptions')
    .select('id')
    .where((e) => e.and({ kind, secret, path }))
    .executeTakeFirstOrThrow()
  return { id: known.id, isNew: false }
}

/** A second import only to name another path brings no clients: they are known below the first path. */
const alsoBelow = (tx: Tx, id: number, { kind, secret }: OldSubscriptions) =>
  sql`insert into old_identities (source_id, client_id, old_id, name, name_key, sub_id, created_at, revoked_at)
    select ${sql.lit(id)}, i.client_id, max(i.old_id), max(i.name), max(i.name_key), max(i.sub_id), max(i.created_at),
      max(i.revoked_at)
    from old_identities i join old_subscriptions s on s.id = i.source_id
    where s.kind = ${kind} and s.secret = ${secret} and s.id <> ${sql.lit(id)} group by i.client_id`.execute(
    tx,
  )

/**
 * Stores what old subscription URLs are verified with, in the caller's transaction. True if anything changed: then the
 * write tells the change `old-subscriptions-changed`. The same again changes nothing.
 */
export function createStoreOldSubscriptions(engine: Db['engine']) {
  const { insert } = setsFor(engine)
  return async function storeOldSubscriptions(tx: Tx, arriving: ArrivingOldUrls): Promise<boolean> {
    let changed = false
    for (const source of arriving.sources) {
      const { id, isNew } = await sourceOf(tx, source)
      if (isNew) await alsoBelow(tx, id, source)
      const rows = arriving.clients.map(({ clientId, subId, identity }) => ({
        source_id: id,
        client_id: clientId,
        old_id: identity.id,
        name: identity.name,
        name_key: oldNameKey(source.kind, identity.name),
        sub_id: subId,
        created_at: identity.createdAt,
        revoked_at: identity.revokedAt,
      }))
      const written = await insert(tx, 'old_identities', rows, columns, onConflict)
      changed ||= isNew || written.length > 0
    }
    return changed
  }
}

/** For a plan that compares what arrives with what is here. */
export async function readOldSubscriptions(reader: Reader | Tx): Promise<OldSubscriptions[]> {
  const rows = await reader.selectFrom('old_subscriptions').selectAll().orderBy('id').execute()
  // `kind` was written by `storeOldSubscriptions`.
  return rows.map(({ kind, secret, path }) => ({ kind: kind as OldSubscriptions['kind'], secret, path }))
}

const orphaned = sql<boolean>`not exists (select 1 from clients c where c.id = old_identities.client_id)`

/** Forgets how another panel knew clients that were deleted since. Their URLs are dead already. */
export const oldIdentityPrune = (db: Db, commit: Commit): Job => ({
  name: 'old-identity-prune',
  everyMs: 21_600_000,
  leaderOnly: true,
  async run() {
    const one = db.read.selectFrom('old_identities').select('client_id').where(orphaned).limit(1)
    // An empty delete would still commit and wait for the disk.
    if (await one.executeTakeFirst())
      await commit.upkeep((tx) => tx.deleteFrom('old_identities').where(orphaned).execute())
  },
})
