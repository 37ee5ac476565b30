import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Clock } from '../platform/clock.ts'
import { type AppliedStep, pendingSteps } from '../store/migrate.ts'
import type { Db, Reader, Tx, WritableDb } from '../store/open.ts'
import { serverClock } from '../store/server-clock.ts'

/** An instance that was not seen for so long has crashed, or has lost the database. */
const staleMs = 15_000
export const staleSeconds = staleMs / 1_000
const everyMs = 3_000
/** A crashed instance may come back and find its core alive: until then its row protects its readings. */
const keptMs = 30 * 86_400_000

interface Deps extends Clock {
  db: WritableDb
  id: string
  /** For people: the name of the machine. */
  name: string
  version: string
  monotonic?: () => number
}

export interface Other {
  id: string
  name: string
  version: string
  startedAt: number
}

/** A row from the future was written by another clock and counts like one of the past. */
const isFresh = sql<boolean>`abs(seen_at - ${serverClock}) < ${staleMs}`

async function runningBeside(source: Reader | Tx, id: string): Promise<Other[]> {
  const rows = await source
    .selectFrom('instances')
    .select(['id', 'name', 'version', 'started_at'])
    .where('id', '<>', id)
    .where(isFresh)
    .orderBy('id')
    .execute()
  return rows.map(({ started_at, ...row }) => ({ ...row, startedAt: started_at }))
}

/** The panel that runs on a PostgreSQL, whatever its schema; `id` does not count. */
export async function runningOn(tx: Tx, id = ''): Promise<Other | undefined> {
  const { rows } = await sql`select 1 from information_schema.columns where table_name = 'instances'
    and column_name = 'seen_at' and table_schema = any(current_schemas(false))`.execute(tx)
  return rows.length > 0 ? (await runningBeside(tx, id))[0] : undefined
}

const namesOf = ({ name, version }: Other) => ({ name, version, seconds: staleSeconds })

/** For what needs the database alone: a restore, an import. */
export async function refuseBeside(tx: Tx, engine: Db['engine'], id: string): Promise<void> {
  if (engine === 'sqlite') return // the lock on the data folder has seen to it
  const other = await runningOn(tx, id)
  if (other) throw new Refusal('start.second-instance', namesOf(other))
}

/** Several panels may run on a PostgreSQL, but a newer one must not change the tables under the others. */
export async function refuseNewSchema(tx: Tx, engine: Db['engine'], id: string): Promise<void> {
  if (engine === 'sqlite') return
  const other = await runningOn(tx, id)
  if (!other) return
  const { rows } = await sql<AppliedStep>`select * from schema_migrations`.execute(tx)
  if (pendingSteps(rows).length > 0) throw new Refusal('start.schema-in-use', namesOf(other))
}

/**
 * This process among those that use the database. Liveness is a row that is refreshed, not a lock of a connection: a
 * pooler in transaction mode keeps no session, and a crash leaves nothing to clean up (ADR 103).
 */
export function createInstance(deps: Deps) {
  const { db, id, name, version, now, monotonic = () => performance.now() } = deps
  const sqlite = db.engine === 'sqlite'
  const clock = (): RawBuilder<number> => (sqlite ? sql<number>`${now()}` : serverClock)
  let startedAt = 0
  let beatenAt = Number.NEGATIVE_INFINITY
  let others: readonly Other[] = []
  let awayMs = 0

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
  async function refresh(): Promise<void> {
    const { rows } = await sql<{ away: number }>`update instances as i set seen_at = ${serverClock}
      from instances as before where before.id = i.id and i.id = ${id} and i.started_at = ${startedAt}
      returning i.seen_at - before.seen_at as away`.execute(db.read)
    if (rows[0]) {
      awayMs = Math.max(awayMs, rows[0].away)
      return
    }
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
    awayMs = Number.POSITIVE_INFINITY
    await store(db.read)
  }

  return {
    id,
    name,
    version,
    startedAt: () => startedAt,
    /** The other instances that run, as of the last beat. */
    others: () => others,
    /** The same, as of now. */
    beside: () => runningBeside(db.read, id),
    /** At the start, in one transaction with `also`. */
    async enter(also: (tx: Tx) => Promise<void> = async () => {}): Promise<void> {
      await db.write(async (tx) => {
        const gone = tx.deleteFrom('instances').where('id', '<>', id)
        await (sqlite ? gone : gone.where(sql<boolean>`seen_at < ${serverClock} - ${keptMs}`)).execute()
        await store(tx)
        await also(tx)
        if (!sqlite) others = await runningBeside(tx, id)
      })
      beatenAt = monotonic()
    },
    /** The longest time, by the server's clock, for which the others did not see this instance since the last call. */
    away(): number {
      const ms = awayMs
      awayMs = 0
      return ms
    },
    /** Says that this instance lives, and looks who else does; at most every three seconds. */
    async beat(): Promise<void> {
      const at = monotonic()
      if (at - beatenAt < everyMs) return
      await refresh()
      others = await runningBeside(db.read, id)
      beatenAt = at
    },
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
