import { sql } from 'kysely'
import type { Tx } from '../store/open.ts'
import { chunked, type Sets } from '../store/sets.ts'

/** Names of deleted clients: a late report of a node does not bring one of them back (P46). */
export const createTombstones = (sets: Sets) => ({
  async bury(tx: Tx, keys: readonly string[], now: number): Promise<void> {
    const rows = keys.map((email_key) => ({ email_key, deleted_at: now }))
    const kinds = { email_key: 'text', deleted_at: 'int' } as const
    const again = sql`on conflict (email_key) do update set deleted_at = excluded.deleted_at`
    await sets.insert(tx, 'client_tombstones', rows, kinds, again)
  },

  /** Creating the client again removes its tombstone. Returns whether there was any. */
  async raise(tx: Tx, keys: readonly string[]): Promise<boolean> {
    let found = false
    for (const part of chunked(keys)) {
      const { numDeletedRows } = await tx
        .deleteFrom('client_tombstones')
        .where(sets.among('email_key', part))
        .executeTakeFirstOrThrow()
      found ||= numDeletedRows > 0n
    }
    return found
  },
})
