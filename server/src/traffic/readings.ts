import { sql } from 'kysely'
import { createLastReadings, type Reading } from '#domain/traffic/ledger.ts'
import type { Db, Reader, Tx } from '../store/open.ts'
import { chunked, jsonRows, setsFor } from '../store/sets.ts'

/** Readings without a source (older schema) go to the first instance that opens the database. */
export async function takeOverReadings(tx: Tx, source: string): Promise<void> {
  await tx.updateTable('traffic_readings').set({ source }).where('source', '=', '').execute()
}

/**
 * The last reading of each counter of each source, stored in the same transaction as the bytes (R30). `sources` are the
 * ones read by this instance.
 */
export function createReadings(db: Db, sources: readonly string[]) {
  const sqlite = db.engine === 'sqlite'
  const { among } = setsFor(db.engine)

  const ofProcess = (from: Reader | Tx, source: string, startId: string) =>
    from.selectFrom('traffic_readings').where('source', '=', source).where('start_id', '=', startId)

  /** The core still counts under `from`; a row of another core process restarts at zero. */
  const inThatProcess = sql`on conflict (source, kind, name) do update
    set credit_to = excluded.credit_to, start_id = excluded.start_id,
      up = case when traffic_readings.start_id = excluded.start_id then traffic_readings.up else 0 end,
      down = case when traffic_readings.start_id = excluded.start_id then traffic_readings.down else 0 end`
  const creditRunning = (source: string, startId: string, from: string, to: string) =>
    sql`insert into traffic_readings (source, kind, name, start_id, credit_to)
      values (${source}, 'client', ${from}, ${startId}, ${to}) ${inThatProcess}`

  /** The cores of other instances: the processes that were read last. */
  const creditOthers = (from: string, to: string) =>
    sql`insert into traffic_readings (source, kind, name, start_id, credit_to)
      select i.id, 'client', ${from}::text, r.start_id, ${to}::text from instances i,
        lateral (select start_id from traffic_readings where source = i.id limit 1) as r
      where not ${among('i.id', sources)} ${inThatProcess}`

  /** No core is known yet: the one that was read last may still run and be adopted. */
  const creditLast = (source: string, from: string, to: string) =>
    sql`insert into traffic_readings (source, kind, name, start_id, credit_to)
      select source, 'client', ${from}, start_id, ${to} from traffic_readings where source = ${source} limit 1
      on conflict (source, kind, name) do update set credit_to = excluded.credit_to`

  return {
    /** `clients`: the core's names with a reading. */
    async load(from: Reader | Tx, source: string, startId: string) {
      const rows = await ofProcess(from, source, startId)
        .select(['kind', 'name', 'up', 'down', 'credit_to'])
        .execute()
      const renamed = rows.filter((r) => r.credit_to !== '')
      const book = {
        startId,
        last: createLastReadings(rows as Reading[]), // no other kind is ever written
        /** Old name to current name of renamed clients: the core keeps counting under the old one. */
        creditTo: new Map(renamed.map((r) => [r.name, r.credit_to])),
      }
      return { book, clients: rows.filter((r) => r.kind === 'client').map((r) => r.name) }
    },

    /** Renamed clients, old name to current name. */
    async credits(tx: Tx, source: string, startId: string): Promise<Map<string, string>> {
      const rows = await ofProcess(tx, source, startId)
        .select(['name', 'credit_to'])
        .where('credit_to', '<>', '')
        .execute()
      return new Map(rows.map((r) => [r.name, r.credit_to]))
    },

    async save(tx: Tx, source: string, startId: string, readings: readonly Reading[]): Promise<void> {
      for (const part of chunked(readings)) {
        const rows = await jsonRows(part, (r) => [r.kind, r.name, r.up, r.down])
        const values = sqlite
          ? sql`select ${source}, value ->> 0, value ->> 1, ${startId}, value ->> 2, value ->> 3
              from json_each(${rows}) where true`
          : sql`select ${source}::text, e ->> 0, e ->> 1, ${startId}::text, (e ->> 2)::bigint, (e ->> 3)::bigint
              from jsonb_array_elements(${rows}::jsonb) as e`
        await sql`insert into traffic_readings (source, kind, name, start_id, up, down) ${values}
          on conflict (source, kind, name) do update
            set start_id = excluded.start_id, up = excluded.up, down = excluded.down`.execute(tx)
      }
    },

    /** Deletes readings of other core processes and of instances that left: they mean nothing any more. */
    async forgetGone(tx: Tx, source: string, startId: string): Promise<void> {
      await tx
        .deleteFrom('traffic_readings')
        .where('source', '=', source)
        .where('start_id', '<>', startId)
        .execute()
      await tx
        .deleteFrom('traffic_readings')
        .where((e) => e.not(among('source', sources)))
        .where((e) => e('source', 'not in', e.selectFrom('instances').select('id')))
        .execute()
    },

    /** `startIds`: the running core process of each source, if any. */
    async renamed(
      tx: Tx,
      startIds: ReadonlyMap<string, string | undefined>,
      from: string,
      to: string,
    ): Promise<void> {
      await tx
        .updateTable('traffic_readings')
        .set({ credit_to: to })
        .where('kind', '=', 'client')
        .where('credit_to', '=', from)
        .execute()
      for (const [source, startId] of startIds) {
        const credit = startId ? creditRunning(source, startId, from, to) : creditLast(source, from, to)
        await credit.execute(tx)
      }
      if (!sqlite) await creditOthers(from, to).execute(tx)
    },

    /** These names belong to a client again: their bytes are credited to it. */
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
/** The last readings of one core process. */
export type Book = Awaited<ReturnType<Readings['load']>>['book']
