import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import { ownerOnly } from './lock.ts'
import { createSqliteWriter } from './sqlite-writer.ts'
import { createStatements, numbered, type Outcome } from './statements.ts'

type Run = (sql: string, parameters: readonly unknown[]) => Outcome | Promise<Outcome>

/** A Kysely dialect for anything that runs a statement: the reader on this thread or the writer thread. */
function dialectOver(run: Run): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, changes, insertId } = await run(query.sql, query.parameters)
      return { rows: rows as R[], numAffectedRows: BigInt(changes), insertId: BigInt(insertId) }
    },
    // biome-ignore lint/correctness/useYield: whole-table reads go through bulk-reads
    async *streamQuery() {
      throw new Error('streaming goes through the list reader')
    },
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => void (await run('begin immediate', [])),
    commitTransaction: async () => void (await run('commit', [])),
    rollbackTransaction: async () => {
      try {
        await run('rollback', [])
      } catch {
        // SQLite has already rolled back (disk full): the original error is thrown
      }
    },
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

export const kyselyOver = <S>(run: Run): Kysely<S> => new Kysely<S>({ dialect: dialectOver(run) })

/** WAL readers beside a writer were unsafe before 3.51.3 (a lost-update bug in checkpoints). */
const oldestSqlite = [3, 51, 3]

/** `S` names the tables. */
export async function openSqlite<S>(file: string, booleanColumns: ReadonlySet<string>) {
  checkVersion(process.versions.sqlite ?? '0')
  checkFile(file)
  const writer = createSqliteWriter({ file, booleanColumns })
  await writer.run('pragma journal_mode', []).catch((error: Error) => {
    throw new Refusal('start.database-not-writable', { file, reason: error.message })
  })
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('pragma busy_timeout=10000; pragma cache_size=-8000; pragma temp_store=memory')
  const isEmpty = reader.prepare('select 1 from sqlite_schema').get() === undefined
  const first = isEmpty ? new DatabaseSync(file) : undefined
  first?.exec(
    'pragma synchronous=full; pragma busy_timeout=10000; pragma foreign_keys=off; pragma cache_size=-200',
  )
  const endMigration = () => {
    if (first?.isOpen) first.close()
  }
  const runRead = createStatements(reader, booleanColumns)
  const dataVersion = reader.prepare('pragma data_version')
  dataVersion.setReturnArrays(true)
  return {
    reader: kyselyOver<S>(runRead),
    writer: kyselyOver<S>(writer.run),
    /**
     * Makes the schema in a file without tables, which takes a moment, on this thread: what is freed here is used by the rest
     * of the start, and the allocator of the writer thread would keep 2 MB of it for good.
     */
    ...(first && { migrator: kyselyOver<S>(createStatements(first, booleanColumns)) }),
    endMigration,
    /** Hot lookups: `$1` SQL shared with PostgreSQL, prepared once, no query builder. */
    rows: (sql: string, parameters: readonly unknown[]) => runRead(numbered(sql), parameters).rows,
    tuples: createTuples(reader),
    /** Changes with every commit of another connection; the reader itself never commits. */
    dataVersion: oncePerTurn(() => (dataVersion.get() as unknown as [number])[0]), // the statement returns arrays
    async close() {
      endMigration()
      // The last connection to close checkpoints the WAL, and a read-only one cannot.
      reader.close()
      await writer.close()
    },
  }
}

/** Rows as arrays; booleans stay 0 and 1, because arrays have no column names. */
function createTuples(reader: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  return (sql: string, parameters: readonly unknown[]): unknown[][] => {
    let statement = prepared.get(sql)
    if (!statement) {
      statement = reader.prepare(numbered(sql))
      statement.setReturnArrays(true)
      prepared.set(sql, statement)
    }
    // The statement returns arrays; parameters are texts and numbers.
    return statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][]
  }
}

function checkVersion(version: string) {
  const have = version.split('.').map(Number)
  for (const [i, wanted] of oldestSqlite.entries()) {
    const part = have[i] ?? 0
    if (part > wanted) return
    if (part < wanted) {
      throw new Refusal('start.sqlite-too-old', { version, oldest: oldestSqlite.join('.') })
    }
  }
}

/** Finds a damaged file before anything is written to it. */
function checkFile(file: string) {
  let first: unknown
  try {
    ownerOnly(file)
    const db = new DatabaseSync(file)
    try {
      db.exec('pragma busy_timeout=10000')
      first = Object.values(db.prepare('pragma quick_check(1)').get() ?? {})[0]
    } finally {
      db.close()
    }
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number } // node:sqlite throws nothing else
    if (errcode === 26 || errcode === 11) throw new Refusal('start.database-damaged', { file })
    throw new Refusal('start.database-not-openable', { file, reason: message })
  }
  if (first !== 'ok') throw new Refusal('start.database-damaged', { file })
}

/**
 * A value that is read at most once in each turn of the event loop. All requests that a turn answers arrived before it
 * began, so none of them can have seen a later value.
 */
export function oncePerTurn<T>(read: () => T): () => T {
  let known: { value: T } | undefined
  return () => {
    if (!known) {
      known = { value: read() }
      setImmediate(() => {
        known = undefined
      })
    }
    return known.value
  }
}
