import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SourceRow, SourceTable, SourceTables, SourceValue } from '#domain/move-in/source-tables.ts'
import { Refusal } from '#domain/refusal.ts'
import { computedTable, distrustSchema, plainTables } from '../platform/db/passive-schema.ts'

/** Tables whose rows are read; the others are counted. */
type IsRead = (table: string) => boolean

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const isSafe = (n: bigint): boolean =>
  n <= BigInt(Number.MAX_SAFE_INTEGER) && n >= BigInt(Number.MIN_SAFE_INTEGER)

function refuseDamaged(db: DatabaseSync): void {
  const first = Object.values(db.prepare('pragma quick_check(1)').get() ?? {})[0]
  if (first !== 'ok') throw new Refusal('source.damaged', { reason: String(first).slice(0, 200) })
}

function plainRow(row: Record<string, unknown>): SourceRow {
  for (const key in row) {
    const value = row[key]
    if (typeof value === 'bigint' && isSafe(value)) row[key] = Number(value)
  }
  return row as Record<string, SourceValue> // node:sqlite returns no other values
}

/**
 * What may be read, in bytes: a column that rows do not have yet is read as its default, which may be long, so a small
 * file can say much more than it holds.
 */
const budgetOf = (path: string): number => 32 * 1024 * 1024 + 8 * statSync(path).size
const cellBytes = 16

function createBudget(most: number) {
  let left = most
  return (row: SourceRow): void => {
    for (const key in row) {
      const value = row[key]
      left -= cellBytes + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 0)
    }
    if (left < 0) throw new Refusal('source.too-much')
  }
}

type Spend = ReturnType<typeof createBudget>

function rowsOf(db: DatabaseSync, table: string, spend: Spend): SourceRow[] {
  const order = hasRowid(db, table) ? ' order by rowid' : ''
  const statement = db.prepare(`select * from ${quoted(table)}${order}`)
  statement.setReadBigInts(true)
  const rows: SourceRow[] = []
  for (const found of statement.iterate()) {
    const row = plainRow(found as Record<string, unknown>)
    spend(row)
    rows.push(row)
  }
  return rows
}

function hasRowid(db: DatabaseSync, table: string): boolean {
  try {
    db.prepare(`select rowid from ${quoted(table)} limit 1`)
    return true
  } catch {
    return false
  }
}

function tableOf(db: DatabaseSync, name: string, isRead: IsRead, spend: Spend): SourceTable {
  const columns = db
    .prepare('select name from pragma_table_info(?)')
    .all(name)
    .map((c) => String(c.name))
  if (isRead(name)) {
    const rows = rowsOf(db, name, spend)
    return { columns, rows, rowCount: rows.length }
  }
  const [count] = Object.values(db.prepare(`select count(*) from ${quoted(name)}`).get() ?? {})
  return { columns, rows: [], rowCount: Number(count ?? 0) }
}

/** Every ordinary table of a copied database. Damage of any kind is one sentence. */
export function readSqlite(path: string, isRead: IsRead): SourceTables {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path) // for writing: SQLite applies the log or the journal beside it; this is our copy
    db.exec(distrustSchema)
    const names = plainTables(db)
    const computed = computedTable(db, names)
    if (computed !== undefined)
      throw new Refusal('source.computed-columns', { table: computed.slice(0, 100) })
    refuseDamaged(db)
    const spend = createBudget(budgetOf(path))
    const tables = new Map<string, SourceTable>()
    for (const name of names) tables.set(name, tableOf(db, name, isRead, spend))
    return tables
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { message, errcode } = error as Error & { errcode?: number } // node:sqlite throws nothing else
    if (errcode === 5 || errcode === 261) throw new Refusal('source.busy')
    throw new Refusal('source.damaged', { reason: message.slice(0, 200) })
  } finally {
    db?.close()
  }
}
