import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database } from '../platform/config.ts'
import type { openPostgres } from '../platform/db/postgres.ts'
import { createSerial } from '../platform/db/serial.ts'
import { openSqlite } from '../platform/db/sqlite.ts'
import type { Log } from '../platform/log.ts'
import type { MaybeAsync } from '../platform/maybe-async.ts'
import { copyBeforeMigrating } from './before-migrating.ts'
import { booleanColumns } from './boolean-columns.ts'
import { createFences, type Fences } from './fence.ts'
import { type Migration, migrate, migrations } from './migrate.ts'
import type { Schema } from './schema.ts'

export type Tx = Transaction<Schema>
export type Reader = Kysely<Schema>

export interface Snapshot {
  query(sql: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export interface Db {
  engine: 'sqlite' | 'postgres'
  /** Point reads. Sees every commit that a write has acknowledged. */
  read: Reader
  /** Hot lookups without the query builder, synchronous on SQLite; placeholders are `$1`, `$2`. */
  rows<T>(sql: string, parameters: readonly unknown[]): MaybeAsync<T[]>
  /** Rows of the hottest lookups as arrays: column names are half of a row's cost. */
  tuples<T extends readonly unknown[]>(sql: string, parameters: readonly unknown[]): MaybeAsync<T[]>
  /** Changes with every commit of any connection, read once in a turn; only on SQLite, where it costs less than a lookup. */
  dataVersion?(): number
  /** Changes after every commit. Commits of another panel on the same PostgreSQL are noticed within two seconds. */
  version(): Promise<string>
  /** Where whole tables are read from, separate from point reads. */
  bulk: { kind: 'file'; file: string } | { kind: 'snapshot'; open: () => Promise<Snapshot> }
  /** PostgreSQL only: a pooler stands before the server. */
  isPooled?(): boolean
  /** Names of the migrations that were applied on opening. */
  migrated: string[]
  close(): Promise<void>
}

/** What `openDb` returns. Rooms get a `Db`, which cannot write: they write through `commit`. */
export interface WritableDb extends Db, Pick<Fences, 'fenced' | 'unfenced'> {
  /**
   * One transaction at a time, begun immediate, committed before the promise resolves. Preconditions are read inside.
   * Await only statements on `tx` here: no network, no process, no other write (P11). `before` is for point reads of a
   * transaction that has not written yet. On SQLite they skip the writer thread and see the same rows, because nothing
   * else can commit once this transaction has begun.
   */
  write<T>(work: (tx: Tx, before: Reader) => Promise<T>): Promise<T>
  /** PostgreSQL only: asked at the start of every write transaction, in the same message that begins it. */
  beforeEachWrite(look: Look): void
}

/** A question that a write transaction begins with: all earlier ones have committed by then, of any process. */
export interface Look {
  /** One statement without parameters. */
  question(): RawBuilder<unknown>
  answered(rows: readonly unknown[]): void
}

/**
 * Several panels on one PostgreSQL take turns with this lock, which ends with its transaction; any unused number will
 * do (ADR 103).
 */
export const writerLock = 7_510_983_311

/**
 * A panel that stops in the middle of a transaction, because its machine sleeps, must not hold up the others: the server
 * ends the transaction.
 */
const mostIdleMs = 8_000

/**
 * `admit` may refuse to go on, before any step of the schema is applied. A file whose schema changes is copied first,
 * and the copy takes its place if that fails: the caller holds the lock of its folder.
 */
export async function openDb(
  database: Database,
  log: Log,
  now: () => number,
  admit: (tx: Tx, engine: Db['engine']) => Promise<void> = async () => {},
  steps: readonly Migration[] = migrations,
): Promise<WritableDb> {
  const opened =
    database.kind === 'sqlite'
      ? await openSqlite<Schema>(database.file, booleanColumns)
      : await (await import('../platform/db/postgres.ts')).openPostgres<Schema>(database.dsn, (error) =>
          log.warn({ err: error }, 'lost a database connection'),
        )
  const engine = database.kind
  const serial = createSerial()
  const fences = createFences()
  let commits = 0
  let look: Look | undefined
  const turn = (limitMs: number) =>
    sql.raw(`set local statement_timeout = ${limitMs}; set local idle_in_transaction_session_timeout = ${mostIdleMs};
      select pg_advisory_xact_lock(${writerLock});`)
  async function begin(tx: Tx, limitMs: number): Promise<void> {
    if (!look) return void (await turn(limitMs).execute(tx))
    const { rows } = await sql`${turn(limitMs)} ${look.question()}`.execute(tx)
    look.answered(rows)
  }

  const writeBy = <T>(
    writer: Reader,
    limitMs: number,
    work: (tx: Tx, before: Reader) => Promise<T>,
  ): Promise<T> =>
    serial(() =>
      writer
        .transaction()
        .execute(async (tx) => {
          if (engine === 'postgres') await begin(tx, limitMs)
          return work(tx, engine === 'postgres' ? tx : opened.reader)
        })
        .finally(() => commits++),
    )
  const usualMs = 'limitMs' in opened ? opened.limitMs : 0
  const write = <T>(work: (tx: Tx, before: Reader) => Promise<T>) => {
    const fence = fences.current()
    return writeBy(opened.writer, usualMs, async (tx, before) => {
      await fence?.(tx)
      return work(tx, before)
    })
  }

  let kept: Awaited<ReturnType<typeof copyBeforeMigrating>>
  try {
    if (database.kind === 'sqlite') kept = await copyBeforeMigrating(database.file, steps)
    const migrator = 'migrator' in opened ? opened.migrator : opened.writer
    const migrated = await writeBy(migrator, 0, async (tx) => {
      await admit(tx, engine)
      return migrate(tx, engine, now(), steps)
    })
    if ('endMigration' in opened) opened.endMigration()
    kept?.drop()
    return {
      engine,
      read: opened.reader,
      // The caller names the row type of its SQL; the engine cannot know it.
      rows: <T>(text: string, parameters: readonly unknown[]) =>
        opened.rows(text, parameters) as MaybeAsync<T[]>,
      tuples: <T extends readonly unknown[]>(text: string, parameters: readonly unknown[]) =>
        opened.tuples(text, parameters) as unknown as MaybeAsync<T[]>, // as above
      ...('dataVersion' in opened && { dataVersion: opened.dataVersion }),
      ...('isPooled' in opened && { isPooled: opened.isPooled }),
      write,
      fenced: fences.fenced,
      unfenced: fences.unfenced,
      beforeEachWrite(given) {
        look = given
      },
      version: async () =>
        'dataVersion' in opened ? String(opened.dataVersion()) : `${commits} ${Math.floor(now() / 2_000)}`,
      bulk:
        database.kind === 'sqlite'
          ? { kind: 'file', file: database.file }
          : { kind: 'snapshot', open: (opened as Awaited<ReturnType<typeof openPostgres<Schema>>>).snapshot },
      migrated,
      close: () => serial(() => opened.close()),
    }
  } catch (error) {
    await opened.close()
    kept?.restore()
    throw error
  }
}
