import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { BoundedMap } from '#domain/bounded-map.ts'

export interface Outcome {
  rows: Record<string, unknown>[]
  changes: number
  insertId: number
}

interface Column {
  name: string
  /** Stored as 0 or 1. */
  isBoolean: boolean
}

interface Prepared {
  statement: StatementSync
  /** The result columns; empty for a statement without rows. */
  columns: Column[]
}

/** Parameters for many runs of a statement, flattened: crosses threads three times faster than nested arrays. */
export interface Batch {
  width: number
  values: unknown[]
}

const cacheSize = 300

/** Runs once: keeping the statements of all migrations after a first start would take megabytes. */
const changesSchema = /^\s*(create|alter|drop)\b/i

/** Runs statements on one connection, preparing each once. Shared by the reader and the writer thread. */
export function createStatements(db: DatabaseSync, booleanColumns: ReadonlySet<string>) {
  let prepared = new BoundedMap<string, Prepared>(cacheSize)

  function prepare(sql: string): Prepared {
    const statement = db.prepare(sql)
    // Objects that SQLite's binding makes are slow dictionaries: rows come as arrays and are named here.
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }) => ({ name, isBoolean: booleanColumns.has(name) }))
    return { statement, columns }
  }

  /** What was prepared before a change of the schema may have other columns after it. */
  function entryOf(sql: string): Prepared {
    if (!changesSchema.test(sql)) return prepared.of(sql, prepare)
    prepared = new BoundedMap(cacheSize)
    return prepare(sql)
  }

  /** With a batch instead of parameters the statement runs once per row: many runs in one message. */
  return function run(sql: string, parameters: readonly unknown[]): Outcome {
    const entry = entryOf(sql)
    const [first] = parameters
    return isBatch(first) ? many(entry, first) : once(entry, parameters.map(toSqlite))
  }

  function many(entry: Prepared, { width, values }: Batch): Outcome {
    const all: Outcome = { rows: [], changes: 0, insertId: 0 }
    const row: SQLInputValue[] = new Array(width)
    for (let at = 0; at < values.length; at += width) {
      for (let i = 0; i < width; i++) row[i] = toSqlite(values[at + i])
      const { rows, changes } = once(entry, row)
      all.rows.push(...rows)
      all.changes += changes
    }
    return all
  }

  function once({ statement, columns }: Prepared, values: readonly SQLInputValue[]): Outcome {
    if (columns.length === 0) {
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) }
    }
    const found = statement.all(...values) as unknown as SQLOutputValue[][] // as asked for in `prepare`
    const rows = found.map((values) => {
      const row: Record<string, unknown> = {}
      for (let i = 0; i < columns.length; i++) {
        const { name, isBoolean } = columns[i] as Column
        row[name] = isBoolean ? values[i] === 1 : values[i]
      }
      return row
    })
    return { rows, changes: rows.length, insertId: 0 }
  }
}

/** No other parameter is an object: the schema types allow numbers, texts, booleans and null. */
const isBatch = (value: unknown): value is Batch => typeof value === 'object' && value !== null

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === undefined ? null : (value as SQLInputValue) // the schema types allow numbers, texts and null
}

const renumber = (sql: string): string => sql.replace(/\$(\d+)/g, '?$1')
const texts = new BoundedMap<string, string>(1_000)

/** SQLite numbers placeholders `?1`; our SQL uses `$1`, as PostgreSQL does. */
export const numbered = (sql: string): string => texts.of(sql, renumber)
