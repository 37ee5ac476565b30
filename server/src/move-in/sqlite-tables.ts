import { DatabaseSync } from 'node:sqlite'
import type { SourceRow, SourceTable, SourceTables, SourceValue } from '#domain/move-in/source-tables.ts'
import { Refusal } from '#domain/refusal.ts'

/** Tables whose rows are read; the others are counted. */
type IsRead = (table: string) => boolean

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const isSafe = (n: bigint): boolean =>
  n <= BigInt(Number.MAX_SAFE_INTEGER) && n >= BigInt(Number.MIN_SAFE_INTEGER)

/** Opened for writing because SQLite applies the log or the journal beside it; this is our copy. */
function openCopy(path: string): DatabaseSync {
  const db = new DatabaseSync(path)
  // The schema was written by another program: it may define nothing that runs.
  db.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma busy_timeout = 2000')
  return db
}

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

function rowsOf(db: DatabaseSync, table: string): SourceRow[] {
  const read = (order: string) => {
    const statement = db.prepare(`select * from ${quoted(table)}${order}`)
    statement.setReadBigInts(true)
    const rows: SourceRow[] = []
    for (const row of statement.iterate()) rows.push(plainRow(row as Record<string, unknown>))
    return rows
  }
  const hasRowid = (() => {
    try {
      db.prepare(`select rowid from ${quoted(table)} limit 1`)
      return true
    } catch {
      return false
    }
  })()
  return read(hasRowid ? ' order by rowid' : '')
}

function tableOf(db: DatabaseSync, name: string, isRead: IsRead): SourceTable {
  const columns = db
    .prepare('select name from pragma_table_info(?)')
    .all(name)
    .map((c) => String(c.name))
  if (isRead(name)) {
    const rows = rowsOf(db, name)
    return { columns, rows, rowCount: rows.length }
  }
  const [count] = Object.values(db.prepare(`select count(*) from ${quoted(name)}`).get() ?? {})
  return { columns, rows: [], rowCount: Number(count ?? 0) }
}

/** Every ordinary table of a copied database. Damage of any kind is one sentence. */
export function readSqlite(path: string, isRead: IsRead): SourceTables {
  let db: DatabaseSync | undefined
  try {
    db = openCopy(path)
    refuseDamaged(db)
    const names = db
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'
          and sql not like 'create virtual %' order by name`,
      )
      .all()
      .map((row) => String(row.name))
    const tables = new Map<string, SourceTable>()
    for (const name of names) tables.set(name, tableOf(db, name, isRead))
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
