import { sql } from 'kysely'
import { type LastReadings, lastReadings, type Reading } from '#domain/traffic/ledger.ts'
import type { Db, Reader, Tx } from '../platform/db/open.ts'
import { jsonRows, setsFor } from '../platform/db/sets.ts'

/** What is known about the counters of one core process. */
export interface Book {
  startId: string
  last: LastReadings
  /** Maps a counter to the client to credit: after a rename the core keeps counting under the old name. */
  creditTo: Map<string, string>
}

/** The last reading of each counter, stored in the same transaction as the bytes (R30). */
export function createReadings(db: Db) {
  const sqlite = db.engine === 'sqlite'
  const { among } = setsFor(db.engine)

  return {
    async load(source: Reader | Tx, startId: string): Promise<Book> {
      const rows = await source
        .selectFrom('traffic_readings')
        .select(['kind', 'name', 'up', 'down', 'credit_to'])
        .where('start_id', '=', startId)
        .execute()
      const renamed = rows.filter((r) => r.credit_to !== '')
      return {
        startId,
        last: lastReadings(rows as Reading[]), // no other kind is ever written
        creditTo: new Map(renamed.map((r) => [r.name, r.credit_to])),
      }
    },

    async save(tx: Tx, startId: string, readings: readonly Reading[]): Promise<void> {
      if (readings.length === 0) return
      const rows = await jsonRows(readings, (r) => [r.kind, r.name, r.up, r.down])
      const source = sqlite
        ? sql`select value ->> 0, value ->> 1, ${startId}, value ->> 2, value ->> 3 from json_each(${rows}) where true`
        : sql`select e ->> 0, e ->> 1, ${startId}::text, (e ->> 2)::bigint, (e ->> 3)::bigint
            from jsonb_array_elements(${rows}::jsonb) as e`
      await sql`insert into traffic_readings (kind, name, start_id, up, down) ${source}
        on conflict (kind, name) do update
          set start_id = excluded.start_id, up = excluded.up, down = excluded.down`.execute(tx)
    },

    /** Deletes readings of other core processes: they mean nothing any more. */
    async forgetOthers(tx: Tx, startId: string): Promise<void> {
      await tx.deleteFrom('traffic_readings').where('start_id', '<>', startId).execute()
    },

    async renamed(tx: Tx, startId: string, from: string, to: string): Promise<void> {
      await tx
        .updateTable('traffic_readings')
        .set({ credit_to: to })
        .where('kind', '=', 'client')
        .where('credit_to', '=', from)
        .execute()
      await sql`insert into traffic_readings (kind, name, start_id, credit_to) values ('client', ${from}, ${startId}, ${to})
        on conflict (kind, name) do update set credit_to = excluded.credit_to, start_id = excluded.start_id,
          up = case when traffic_readings.start_id = excluded.start_id then traffic_readings.up else 0 end,
          down = case when traffic_readings.start_id = excluded.start_id then traffic_readings.down else 0 end`.execute(
        tx,
      )
    },

    /** A client that takes over a name is counted under it. */
    async taken(tx: Tx, emails: readonly string[]): Promise<boolean> {
      const done = await tx
        .updateTable('traffic_readings')
        .set({ credit_to: '' })
        .where('kind', '=', 'client')
        .where('credit_to', '<>', '')
        .where(among('name', emails))
        .executeTakeFirst()
      return done.numUpdatedRows > 0n
    },
  }
}

export type Readings = ReturnType<typeof createReadings>
