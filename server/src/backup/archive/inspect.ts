import { DatabaseSync } from 'node:sqlite'
import { Refusal } from '#domain/refusal.ts'
import { computedTable, distrustSchema, plainTables } from '../../platform/db/passive-schema.ts'
import { type AppliedStep, migrations, pendingSteps } from '../../store/migrate.ts'
import { searchedText } from '../../store/rows/client.ts'
import type { Counts } from './manifest.ts'

/**
 * Checks that a file is a sound database of ours, and returns what it says about itself before it is migrated. It is
 * opened for writing, because one that was copied from a running panel may have to leave write-ahead mode: pass a copy.
 */
export function inspectDatabase(file: string) {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file)
    db.exec(`${distrustSchema}; pragma journal_mode = delete`)
    const names = plainTables(db)
    if (!names.includes('schema_migrations')) throw notOurs(new Set(names))
    // Before anything is read: some of it would run then, and the rest with the panel's next write.
    if (isActive(db, names)) throw new Refusal('backup.foreign-database')
    refuseDamaged(db)
    return inspected(db)
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { errcode, code } = error as { errcode?: number; code?: string } // what node:sqlite throws
    if (errcode === 13) throw Object.assign(error as Error, { code: 'ENOSPC' })
    throw code === 'ERR_SQLITE_ERROR' ? new Refusal('backup.database-damaged') : error
  } finally {
    db?.close()
  }
}

export type Inspected = ReturnType<typeof inspectDatabase>

/** An index of ours computes nothing but sums and comparisons; an old one makes the text of a search. */
function isComputed(index: string): boolean {
  const rest = index
    .replace(/^create (?:unique )?index \S+ on \S+ \(/i, '')
    .replace(searchedText(), '')
    .replace(/\b(?:where|and|or)\s*\(/gi, '')
  return /\w\s*\(|\|\||\b(?:like|glob|regexp|match|case)\b/i.test(rest)
}

/** Triggers, views, virtual tables, checks, computed columns, computed keys: ours has none. */
function isActive(db: DatabaseSync, tables: readonly string[]): boolean {
  if (computedTable(db, tables) !== undefined) return true
  const known = new Set(tables)
  for (const row of db.prepare('select type, name, sql from sqlite_schema').iterate()) {
    const [type, name, sql] = [String(row.type), String(row.name), String(row.sql ?? '')]
    if (sql === '' || sql === 'CREATE TABLE sqlite_sequence(name,seq)') continue // made by SQLite itself
    if (type === 'table' ? !known.has(name) || /\bcheck\b/i.test(sql) : type !== 'index') return true
    if (type === 'index' && isComputed(sql)) return true
  }
  return false
}

const notOurs = (names: ReadonlySet<string>): Refusal =>
  ['inbounds', 'settings', 'users'].every((name) => names.has(name))
    ? new Refusal('backup.other-panel')
    : new Refusal('backup.foreign-database')

function refuseDamaged(db: DatabaseSync): void {
  const verdict = Object.values(db.prepare('pragma integrity_check(1)').get() ?? {})[0]
  if (verdict !== 'ok') throw new Refusal('backup.database-damaged')
}

function inspected(db: DatabaseSync) {
  const applied = db.prepare('select * from schema_migrations order by name').all()
  const steps = applied.map(({ name, version }) => ({ name: String(name), version: String(version ?? '') }))
  refuseNewer(steps)
  if (!steps.some(({ name }) => name === migrations[0]?.name)) throw new Refusal('backup.foreign-database')
  const counts = db
    .prepare(
      `select (select count(*) from inbounds) as inbounds, (select count(*) from clients) as clients,
        (select count(*) from users) as users`,
    )
    .get()
  return {
    counts: counts as unknown as Counts, // three counts, as selected
    /** Names of the applied schema steps, oldest first. */
    steps: steps.map(({ name }) => name),
    /** Of the panel that used it last; blank if it does not say. */
    panelVersion: lastVersion(db) || (steps.at(-1)?.version ?? ''),
  }
}

function refuseNewer(steps: readonly AppliedStep[]): void {
  try {
    pendingSteps(steps)
  } catch (error) {
    const { version, step } = error instanceof Refusal ? error.params : {}
    if (typeof version === 'string') throw new Refusal('backup.newer', { version })
    throw typeof step === 'string' ? new Refusal('backup.newer-step', { step }) : error
  }
}

/** Of the panel that ran on it last. A portable copy does not have that row. */
function lastVersion(db: DatabaseSync): string {
  try {
    const row = db.prepare('select version from instances order by seen_at desc limit 1').get()
    return String(row?.version ?? '')
  } catch {
    return '' // before instances had rows
  }
}
