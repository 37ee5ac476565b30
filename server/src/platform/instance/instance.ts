import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Db, Reader, Tx, WritableDb } from '../db/open.ts'
import type { Job } from '../jobs/jobs.ts'

/** An instance that was not seen for so long has crashed, or has lost the database. */
const staleMs = 15_000
export const staleSeconds = staleMs / 1_000
const everyMs = 3_000
/** A crashed instance may come back and find its core alive: until then its row protects its readings. */
const keptMs = 30 * 86_400_000

interface Deps {
  db: WritableDb
  id: string
  /** For people: the name of the machine. */
  name: string
  version: string
  now: () => number
}

/** Of the database server: instances on several machines need not agree on the time. */
const serverClock = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

interface Other {
  name: string
  version: string
}

/** A row from the future was written by another clock and counts like one of the past. */
const isFresh = sql<boolean>`abs(seen_at - ${serverClock}) < ${staleMs}`

const runningBeside = (source: Reader | Tx, id: string): Promise<Other | undefined> =>
  source
    .selectFrom('instances')
    .select(['name', 'version'])
    .where('id', '<>', id)
    .where(isFresh)
    .executeTakeFirst()

const secondInstance = ({ name, version }: Other): Refusal =>
  new Refusal('start.second-instance', { name, version, seconds: staleSeconds })

/** The panel that runs on a PostgreSQL, whatever its schema; `id` does not count. */
export async function runningOn(tx: Tx, id = ''): Promise<Other | undefined> {
  const { rows } = await sql`select 1 from information_schema.columns where table_name = 'instances'
    and column_name = 'seen_at' and table_schema = any(current_schemas(false))`.execute(tx)
  return rows.length > 0 ? runningBeside(tx, id) : undefined
}

/** Before the schema is touched: a newer Sluice must not change it under a running one. */
export async function refuseSecond(tx: Tx, engine: Db['engine'], id: string): Promise<void> {
  if (engine === 'sqlite') return // the lock on the data folder has seen to it
  const other = await runningOn(tx, id)
  if (other) throw secondInstance(other)
}

/**
 * This process among those that use the database. Liveness is a row that is refreshed, not a lock of a connection: a
 * pooler in transaction mode keeps no session, and a crash leaves nothing to clean up (ADR 044).
 */
export function createInstance({ db, id, name, version, now }: Deps) {
  const sqlite = db.engine === 'sqlite'
  const clock = (): RawBuilder<number> => (sqlite ? sql<number>`${now()}` : serverClock)
  let startedAt = 0

  async function store(on: Tx | Reader): Promise<void> {
    const at = clock()
    const row = await on
      .insertInto('instances')
      .values({ id, name, version, started_at: at, seen_at: at })
      .onConflict((c) => c.column('id').doUpdateSet({ name, version, started_at: at, seen_at: at }))
      .returning('started_at')
      .executeTakeFirstOrThrow()
    startedAt = row.started_at
  }

  /** Not through the queue of writes: a long write of this panel must not make it look dead. */
  async function beat(): Promise<void> {
    const done = await db.read
      .updateTable('instances')
      .set({ seen_at: serverClock })
      .where('id', '=', id)
      .where('started_at', '=', startedAt)
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) {
      const row = await db.read
        .selectFrom('instances')
        .select('name')
        .where('id', '=', id)
        .where(isFresh)
        .executeTakeFirst()
      if (row)
        throw new Error(
          `Another process (on ${row.name}) runs under the id of this one: its data folder is a copy. Stop one of them, and delete the file instance-id in the copy.`,
        )
      await store(db.read)
    }
    const other = await runningBeside(db.read, id)
    if (other)
      throw new Error(
        `Another Sluice (${other.version} on ${other.name}) was started on this database while this one did not answer. Stop one of them.`,
      )
  }

  const beats: Job = { name: 'instance', everyMs, run: beat }

  return {
    id,
    /** At the start, in one transaction with `also`: of two that start at once one is refused. The same instance is let in at once. */
    enter: (also: (tx: Tx) => Promise<void> = async () => {}): Promise<void> =>
      db.write(async (tx) => {
        const other = sqlite ? undefined : await runningBeside(tx, id)
        if (other) throw secondInstance(other)
        const gone = tx.deleteFrom('instances').where('id', '<>', id)
        await (sqlite ? gone : gone.where(sql<boolean>`seen_at < ${serverClock} - ${keptMs}`)).execute()
        await store(tx)
        await also(tx)
      }),
    /** SQLite needs none: one data folder, one instance. */
    jobs: sqlite ? [] : [beats],
    /**
     * Makes room for another instance at once. Where a core of an earlier life may still run, the row stays: it protects
     * that core's readings.
     */
    async leave({ coreEnded }: { coreEnded: boolean }): Promise<void> {
      await db.write(async (tx) => {
        if (coreEnded)
          await tx.deleteFrom('instances').where('id', '=', id).where('started_at', '=', startedAt).execute()
        else
          await tx
            .updateTable('instances')
            .set({ seen_at: sql<number>`${clock()} - ${staleMs}` })
            .where('id', '=', id)
            .where('started_at', '=', startedAt)
            .execute()
      })
    },
  }
}

export type Instance = ReturnType<typeof createInstance>
