import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../config.ts'
import type { Log } from '../log.ts'
import type { Later } from '../maybe-async.ts'
import { migrate } from './migrate.ts'
import type { openPostgres } from './postgres.ts'
import type { Schema } from './schema.ts'
import { createSerial } from './serial.ts'
import { openSqlite } from './sqlite.ts'

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
  /** Hot look-ups without the query builder, at once on SQLite; placeholders are `$1`, `$2`. */
  rows<T>(sql: string, parameters: readonly unknown[]): Later<T[]>
  /** The rows of the hottest look-ups as bare lists: half of the cost of a row is the names in it. */
  tuples<T extends readonly unknown[]>(sql: string, parameters: readonly unknown[]): Later<T[]>
  /** Changes with every commit of anybody; only where it costs less than a look-up (SQLite). */
  dataVersion?(): number
  /** Another text after every commit. Those of another panel on the same PostgreSQL are noticed within two seconds. */
  version(): Promise<string>
  /** Where whole tables are read from, away from the point reads. */
  bulk: { kind: 'file'; file: string } | { kind: 'snapshot'; open: () => Promise<Snapshot> }
  /** Names of the schema steps that were applied when it was opened. */
  migrated: string[]
  close(): Promise<void>
}

/** What `openDb` returns. Rooms get a `Db`, which cannot write: they write through `commit`. */
export interface WritableDb extends Db {
  /**
   * One transaction at a time, begun immediate, committed before the promise resolves. Preconditions are read inside.
   * Await nothing but statements on `tx` here: no network, no process, no other write.
   *
   * `before` is for point reads of a transaction that has written nothing yet. On SQLite they skip the writer's
   * thread and see the same rows, because nobody else can commit once this transaction has begun.
   */
  write<T>(work: (tx: Tx, before: Reader) => Promise<T>): Promise<T>
}

/** Several panels on one PostgreSQL take turns by this lock; any number that nobody else uses will do. */
const writerLock = 7_510_983_311

/** `admit` may refuse to go on, before any step of the schema is applied. */
export async function openDb(
  database: Database,
  log: Log,
  now: () => number,
  admit: (tx: Tx, engine: Db['engine']) => Promise<void> = async () => {},
): Promise<WritableDb> {
  const opened =
    database.kind === 'sqlite'
      ? await openSqlite(database.file)
      : await (await import('./postgres.ts')).openPostgres(database.dsn, (error) =>
          log.warn({ err: error }, 'a database connection was lost'),
        )
  const engine = database.kind
  const serial = createSerial()
  let commits = 0

  const writeBy = <T>(writer: Reader, work: (tx: Tx, before: Reader) => Promise<T>): Promise<T> =>
    serial(() =>
      writer
        .transaction()
        .execute(async (tx) => {
          if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${writerLock})`.execute(tx)
          return work(tx, engine === 'postgres' ? tx : opened.reader)
        })
        .finally(() => commits++),
    )
  const write = <T>(work: (tx: Tx, before: Reader) => Promise<T>) => writeBy(opened.writer, work)

  try {
    const migrator = 'migrator' in opened ? opened.migrator : opened.writer
    const migrated = await writeBy(migrator, async (tx) => {
      await admit(tx, engine)
      return migrate(tx, engine, now())
    })
    return {
      engine,
      read: opened.reader,
      // The caller names the row type of its own SQL text; the engine cannot know it.
      rows: <T>(text: string, parameters: readonly unknown[]) => opened.rows(text, parameters) as Later<T[]>,
      tuples: <T extends readonly unknown[]>(text: string, parameters: readonly unknown[]) =>
        opened.tuples(text, parameters) as unknown as Later<T[]>, // as above
      ...('dataVersion' in opened && { dataVersion: opened.dataVersion }),
      write,
      version: async () =>
        'dataVersion' in opened ? String(opened.dataVersion()) : `${commits} ${Math.floor(now() / 2_000)}`,
      bulk:
        database.kind === 'sqlite'
          ? { kind: 'file', file: database.file }
          : { kind: 'snapshot', open: (opened as Awaited<ReturnType<typeof openPostgres>>).snapshot },
      migrated,
      close: () => serial(() => opened.close()),
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}
