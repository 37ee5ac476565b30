import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CompiledQuery, type RawBuilder, type ReferenceExpression, sql } from 'kysely'
import type { Db, Tx } from './open.ts'
import type { Schema } from './schema.ts'

type ColumnKind = 'text' | 'int' | 'bool'
export type Columns<Row> = { [K in keyof Row]: ColumnKind }
type Table = keyof Schema & string

const postgresTypes: Record<ColumnKind, string> = { text: 'text', int: 'bigint', bool: 'boolean' }
/** One JSON parameter holds many rows; beyond this it is cut so that neither engine chokes on a value. */
const rowsPerStatement = 5_000

/** Rows of a batch in one message to the writer's thread, so that packing them never holds the event loop for long. */
const rowsPerMessage = 500

/** Runs a statement of SQLite once for each row, the named columns being its parameters. */
async function batch<Row extends object, R>(
  tx: Tx,
  statement: RawBuilder<unknown>,
  rows: readonly Row[],
  names: readonly string[],
): Promise<R[]> {
  const compiled = statement.compile(tx)
  const out: R[] = []
  for (const part of chunked(rows, rowsPerMessage)) {
    const parameters = part.map((row) => names.map((n) => row[n as keyof Row]))
    out.push(...(await tx.executeQuery<R>({ ...compiled, parameters } as CompiledQuery<R>)).rows) // R is what the statement returns
  }
  return out
}

/** Many rows at once, whatever their number: PostgreSQL takes them as one JSON value, SQLite as a batch. */
export function setsFor(engine: Db['engine']) {
  const sqlite = engine === 'sqlite'

  /** `column in (values)` with one parameter, whatever their number. */
  function among(
    column: ReferenceExpression<Schema, never> | string,
    values: readonly (string | number)[],
  ): RawBuilder<boolean> {
    if (values.length === 0) return sql<boolean>`1 = 0` // an empty list tells PostgreSQL no type
    const ref = sql.ref(String(column))
    if (sqlite) return sql<boolean>`${ref} in (select value from json_each(${JSON.stringify(values)}))`
    // As an array: the planner sees how many there are, and walks an index for a few of them.
    const type = sql.raw(typeof values[0] === 'number' ? 'bigint[]' : 'text[]')
    return sql<boolean>`${ref} = any(${values}::${type})`
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

  /** Sets the columns of the rows whose `key` column equals theirs. */
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

  return { among, insert, update, unfold }
}

export type Sets = ReturnType<typeof setsFor>

export function* chunked<T>(rows: readonly T[], size = rowsPerStatement): Generator<readonly T[]> {
  for (let i = 0; i < rows.length; i += size)
    yield i === 0 && rows.length <= size ? rows : rows.slice(i, i + size)
}

/** Rows as one JSON text, packed in portions so that many hold nobody up. */
export async function jsonRows<T>(rows: readonly T[], pack: (row: T) => unknown): Promise<string> {
  const parts: string[] = []
  for (const part of chunked(rows, rowsPerMessage)) {
    parts.push(JSON.stringify(part.map(pack)).slice(1, -1))
    if (part !== rows) await nextTurn()
  }
  return `[${parts.join(',')}]`
}
