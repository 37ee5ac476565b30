import { sql } from 'kysely'
import type { Tx, WritableDb } from '../store/open.ts'
import { serverClock } from '../store/server-clock.ts'

/** A lease that was not renewed for so long is free. */
export const leaseMs = 10_000
const name = 'leader'

/** Where the lease is kept. Its times are those of one clock, the database server's. */
export interface LeaseStore {
  /** Nobody holds the lease, or this instance held it before a crash. */
  isFree(): Promise<boolean>
  /** Takes a free lease and raises its epoch; undefined if somebody was faster. `asked`: right before it is taken. */
  take(asked: () => void): Promise<number | undefined>
  /** Prolongs the lease; false if it has another epoch by now. */
  renew(epoch: number): Promise<boolean>
  /** In the transaction of a leader's work: another instance can take the lease before it or after it, never during it. */
  holds(tx: Tx, epoch: number): Promise<boolean>
  release(epoch: number): Promise<void>
}

/**
 * The lease as a row. Whoever takes it does so in a write transaction, and all write transactions of all instances take
 * turns (ADR 103), so a transaction that found its epoch valid is still valid when it commits. Renewing does not wait in
 * that queue: a long write must not cost the lease.
 */
export function createLeaseStore(db: WritableDb, id: string) {
  const isFree = sql<boolean>`(holder = ${id} or holder = '' or until < ${serverClock})`
  const until = sql<number>`${serverClock} + ${leaseMs}`

  return {
    async isFree() {
      const row = await db.read
        .selectFrom('leases')
        .select(isFree.as('free'))
        .where('name', '=', name)
        .executeTakeFirst()
      return row?.free ?? true
    },
    take: (asked) =>
      db.write(async (tx) => {
        asked()
        const row = await tx
          .insertInto('leases')
          .values({ name, holder: id, epoch: 1, until })
          .onConflict((c) =>
            c
              .column('name')
              .doUpdateSet({ holder: id, epoch: sql<number>`leases.epoch + 1`, until })
              .where(
                sql<boolean>`(leases.holder = ${id} or leases.holder = '' or leases.until < ${serverClock})`,
              ),
          )
          .returning('epoch')
          .executeTakeFirst()
        return row?.epoch
      }),
    async renew(epoch) {
      const done = await db.read
        .updateTable('leases')
        .set({ until })
        .where('name', '=', name)
        .where('holder', '=', id)
        .where('epoch', '=', epoch)
        .executeTakeFirst()
      return done.numUpdatedRows > 0n
    },
    async holds(tx, epoch) {
      const row = await tx
        .selectFrom('leases')
        .select('epoch')
        .where('name', '=', name)
        .where('holder', '=', id)
        .where('epoch', '=', epoch)
        .executeTakeFirst()
      return row !== undefined
    },
    /** Who leads; blank if nobody does. */
    async holder(): Promise<string> {
      const row = await db.read
        .selectFrom('leases')
        .select('holder')
        .where('name', '=', name)
        .where(sql<boolean>`until >= ${serverClock}`)
        .executeTakeFirst()
      return row?.holder ?? ''
    },
    async release(epoch) {
      await db.read
        .updateTable('leases')
        .set({ holder: '', until: 0 })
        .where('name', '=', name)
        .where('holder', '=', id)
        .where('epoch', '=', epoch)
        .execute()
    },
  } satisfies LeaseStore & Record<string, unknown>
}
