import { setImmediate as turn } from 'node:timers/promises'
import {
  type Compilable,
  type CompiledQuery,
  type QueryResult,
  type RawBuilder,
  type ReferenceExpression,
  sql,
} from 'kysely'
import type { Batch } from '../platform/db/statements.ts'
import type { Db, Reader, Tx } from './open.ts'
import type { Schema } from './schema.ts'

export type ColumnKind = 'text' | 'int' | 'bool'
export type Columns<Row> = { [K in keyof Row]: ColumnKind }
type Table = keyof Schema & string

const postgresTypes: Record<ColumnKind, string> = { text: 'text', int: 'bigint', bool: 'boolean' }
/** Rows per JSON parameter, so that no value becomes too large for either engine. */
const rowsPerStatement = 5_000

/** Rows per message to the writer thread, so that packing them never blocks the event loop for long. */
const rowsPerMessage = 500

/**
 * Runs an SQLite statement once per row, with the named columns as parameters. The next rows are packed while the
 * writer thread works on the previous ones, and the event loop gets a turn in between.
 */
async function batch<Row extends object, R>(
  tx: Tx,
  statement: RawBuilder<unknown>,
  rows: readonly Row[],
  names: readonly string[],
): Promise<R[]> {
  const compiled = statement.compile(tx)
  const sent: Promise<QueryResult<R>>[] = []
  for (const part of chunked(rows, rowsPerMessage)) {
    if (sent.length > 0) await turn()
    const all: Batch = { width: names.length, values: [] }
    for (const row of part) for (const name of names) all.values.push(row[name as keyof Row])
    // R is the row type of the statement
    const done = tx.executeQuery<R>({ ...compiled, parameters: [all] } as CompiledQuery<R>)
    done.catch(() => {}) // thrown below, once all are sent
    sent.push(done)
  }
  return (await Promise.all(sent)).flatMap(({ rows }) => rows)
}

/** Many rows in one go: PostgreSQL takes them as one JSON value, SQLite as a batch. */
export function setsFor(engine: Db['engine']) {
  const sqlite = engine === 'sqlite'

  /** `column in (values)` with one parameter for any number of values. */
  function among(
    column: ReferenceExpression<Schema, never> | string,
    values: readonly (string | number)[],
  ): RawBuilder<boolean> {
    if (values.length === 0) return sql<boolean>`1 = 0` // PostgreSQL cannot infer the type of an empty list
    const ref = sql.ref(String(column))
    if (sqlite) return sql<boolean>`${ref} in (select value from json_each(${JSON.stringify(values)}))`
    // As an array: the planner sees the number of values and uses an index for a few.
    const type = sql.raw(typeof values[0] === 'number' ? 'bigint[]' : 'text[]')
    return sql<boolean>`${ref} = any(${values}::${type})`
  }

  /**
   * A query whose only parameter is a list for `among`. Built once: building it for every call takes longer than
   * running it for a few rows.
   */
  function prepared<Row, Value extends string | number>(
    build: (db: Reader | Tx, values: readonly Value[]) => Compilable<Row>,
  ) {
    let built: CompiledQuery<Row> | undefined
    return async function run(db: Reader | Tx, values: readonly Value[]): Promise<Row[]> {
      if (values.length === 0) return []
      built ??= build(db, values).compile()
      if (built.parameters.length !== 1) throw new Error(`only a list can vary here: ${built.sql}`)
      const parameters = [sqlite ? JSON.stringify(values) : values]
      return (await db.executeQuery<Row>({ ...built, parameters })).rows
    }
  }

  /** The rows as a table with the given columns, to select from. */
  function unfold<Row extends object>(rows: readonly Row[], columns: Columns<Row>): RawBuilder<unknown> {
    const names = Object.keys(columns)
    if (sqlite) {
      const fields = names.map((n) => `value->>'${n}' as "${n}"`).join(', ')
      return sql`(select ${sql.raw(fields)} from json_each(${JSON.stringify(rows)}))`
    }
    const fields = names.map((n) => `"${n}" ${postgresTypes[columns[n as keyof Row]]}`).join(', ')
    return sql`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(${sql.raw(fields)}))`
  }

  const list = (names: readonly string[]) => sql.raw(names.map((n) => `"${n}"`).join(', '))
  const blanks = (names: readonly string[]) => sql.raw(names.map(() => '?').join(', '))

  async function insert<Row extends object, R>(
    tx: Tx,
    table: Table,
    rows: readonly Row[],
    columns: Columns<Row>,
    tail: RawBuilder<unknown> = sql``,
  ): Promise<R[]> {
    const names = Object.keys(columns)
    const into = sql`insert into ${sql.table(table)} (${list(names)})`
    if (sqlite) return batch<Row, R>(tx, sql`${into} values (${blanks(names)}) ${tail}`, rows, names)
    const out: R[] = []
    for (const part of chunked(rows)) {
      const statement = sql<R>`${into} select ${list(names)} from ${unfold(part, columns)} as v ${tail}`
      out.push(...(await statement.execute(tx)).rows)
    }
    return out
  }

  /** Updates the columns of the rows whose `key` column matches. */
  async function update<Row extends object>(
    tx: Tx,
    table: Table,
    rows: readonly Row[],
    columns: Columns<Row>,
    key: keyof Row & string,
  ): Promise<void> {
    const names = Object.keys(columns).filter((n) => n !== key)
    if (sqlite) {
      const sets = sql.raw(names.map((n) => `"${n}" = ?`).join(', '))
      const one = sql`update ${sql.table(table)} set ${sets} where ${sql.ref(key)} = ${sql.raw('?')}`
      await batch(tx, one, rows, [...names, key])
      return
    }
    const sets = sql.raw(names.map((n) => `"${n}" = v."${n}"`).join(', '))
    for (const part of chunked(rows)) {
      await sql`update ${sql.table(table)} set ${sets} from ${unfold(part, columns)} as v where ${sql.ref(`${table}.${key}`)} = ${sql.ref(`v.${key}`)}`.execute(
        tx,
      )
    }
  }

  /** Row ids that were never used, for rows that others refer to before they are written. */
  async function nextIds(tx: Tx, table: Table, count: number): Promise<number[]> {
    if (!sqlite) {
      const ids = sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id
        from generate_series(1, ${count}::int)`
      return (await ids.execute(tx)).rows.map((r) => r.id)
    }
    const last = sql<{
      id: number
    }>`select max(coalesce((select seq from sqlite_sequence where name = ${table}), 0),
      coalesce((select max(id) from ${sql.table(table)}), 0)) as id`
    const first = ((await last.execute(tx)).rows[0]?.id ?? 0) + 1
    return Array.from({ length: count }, (_, i) => first + i)
  }

  /** Independent statements, in this order: SQLite's writer already has the next one queued. */
  async function inOrder(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
    if (!sqlite) {
      for (const step of steps) await step()
      return
    }
    // Waits for all of them before throwing the first failure: none may run after the rollback.
    const ends = await Promise.allSettled(steps.map((step) => step()))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  return { among, prepared, insert, update, unfold, nextIds, inOrder }
}

export type Sets = ReturnType<typeof setsFor>

export function* chunked<T>(rows: readonly T[], size = rowsPerStatement): Generator<readonly T[]> {
  for (let i = 0; i < rows.length; i += size)
    yield i === 0 && rows.length <= size ? rows : rows.slice(i, i + size)
}

/** Iterates over many items and yields in between: ten thousand in one go would block the event loop. */
export async function eachInTurn<T>(
  rows: readonly T[],
  visit: (row: T) => void,
  size = 1_000,
): Promise<void> {
  for (const part of chunked(rows, size)) {
    for (const row of part) visit(row)
    if (part !== rows) await turn()
  }
}

/** Rows as one JSON text, built in portions so as not to block the event loop. */
export async function jsonRows<T>(rows: readonly T[], pack: (row: T) => unknown): Promise<string> {
  const parts: string[] = []
  for (const part of chunked(rows, rowsPerMessage)) {
    parts.push(JSON.stringify(part.map(pack)).slice(1, -1))
    if (part !== rows) await turn()
  }
  return `[${parts.join(',')}]`
}

/** Reads rows for many keys, some at a time. */
export async function readInChunks<T, R>(
  all: readonly T[],
  read: (part: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const rows: R[] = []
  for (const part of chunked(all)) for (const row of await read(part)) rows.push(row)
  return rows
}
