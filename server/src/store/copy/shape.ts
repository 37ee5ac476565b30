import { DatabaseSync } from 'node:sqlite'
import { booleanColumns } from '../boolean-columns.ts'
import { type Migration, statementsOf, stepsTable } from '../migrate.ts'
import type { TableName } from './report.ts'
import { inCopyOrder } from './tables.ts'

export type ColumnKind = 'text' | 'int' | 'real' | 'bool'

export interface Column {
  name: string
  kind: ColumnKind
}

export interface TableShape {
  name: TableName
  columns: Column[]
  /** Its ids are numbered by the database, which never gives one out twice. */
  numbered: boolean
}

/** The tables that these steps make, to copy in this order. Their definitions say it, so a small database is made of them. */
export function shapeOf(steps: readonly Migration[]): TableShape[] {
  const db = new DatabaseSync(':memory:')
  try {
    db.exec(stepsTable)
    for (const step of steps) for (const statement of statementsOf(step, 'sqlite')) db.exec(statement)
    const tables = db
      .prepare("select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .all() as { name: TableName; sql: string }[] // the columns of the statement
    return inCopyOrder(tables).map(({ name, sql }) => ({
      name,
      columns: columnsOf(db, name),
      numbered: /\bautoincrement\b/i.test(sql),
    }))
  } finally {
    db.close()
  }
}

function columnsOf(db: DatabaseSync, table: string): Column[] {
  const rows = db.prepare('select name, type from pragma_table_info(?)').all(table) as {
    name: string
    type: string
  }[] // the columns of the statement
  return rows.map(({ name, type }) => ({ name, kind: kindOf(name, type.toLowerCase()) }))
}

function kindOf(name: string, type: string): ColumnKind {
  if (booleanColumns.has(name)) return 'bool'
  if (type.includes('int')) return 'int'
  return type === 'real' ? 'real' : 'text'
}
