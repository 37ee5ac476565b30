import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { booleanColumns } from './schema.ts'

export interface Outcome {
  rows: Record<string, unknown>[]
  changes: number
  insertId: number
}

interface Prepared {
  statement: StatementSync
  /** Result columns to turn from 0/1 into booleans; empty for a statement without rows. */
  booleans: string[]
  returnsRows: boolean
}

const cacheSize = 300

/** Runs statements on one connection, preparing each text once. Shared by the reader and the writer's thread. */
export function createStatements(db: DatabaseSync) {
  const prepared = new Map<string, Prepared>()

  function prepare(sql: string): Prepared {
    const known = prepared.get(sql)
    if (known) return known
    const statement = db.prepare(sql)
    const columns = statement.columns().map((c) => c.name)
    const entry = {
      statement,
      booleans: columns.filter((c) => booleanColumns.has(c)),
      returnsRows: columns.length > 0,
    }
    // Batch statements have few texts; a flood of odd ones must not grow the cache for ever.
    if (prepared.size >= cacheSize) prepared.delete(prepared.keys().next().value as string)
    prepared.set(sql, entry)
    return entry
  }

  /** Parameters that are lists themselves run the statement once with each: a batch in one message. */
  return function run(sql: string, parameters: readonly unknown[]): Outcome {
    if (!Array.isArray(parameters[0])) return once(prepare(sql), parameters)
    const entry = prepare(sql)
    const all: Outcome = { rows: [], changes: 0, insertId: 0 }
    for (const list of parameters as readonly unknown[][]) {
      const { rows, changes } = once(entry, list)
      all.rows.push(...rows)
      all.changes += changes
    }
    return all
  }

  function once({ statement, booleans, returnsRows }: Prepared, parameters: readonly unknown[]): Outcome {
    const values = parameters.map(toSqlite)
    if (!returnsRows) {
      const { changes, lastInsertRowid } = statement.run(...values)
      return { rows: [], changes: Number(changes), insertId: Number(lastInsertRowid) }
    }
    const rows = statement.all(...values) as Record<string, unknown>[]
    for (const row of rows) for (const column of booleans) row[column] = row[column] === 1
    return { rows, changes: rows.length, insertId: 0 }
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === undefined ? null : (value as SQLInputValue) // the schema types allow numbers, texts and null
}
