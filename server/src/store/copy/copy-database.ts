import { Refusal } from '#domain/refusal.ts'
import type { Database } from '../../platform/config.ts'
import { whereIs } from '../../platform/db/where.ts'
import type { Tx } from '../open.ts'
import { copyTables } from './copy-tables.ts'
import type { Asked } from './postgres-target.ts'
import type { CopyReport, OnProgress, TableName } from './report.ts'
import type { Source } from './source.ts'
import { openSqliteSource } from './sqlite-source.ts'
import { openSqliteTarget } from './sqlite-target.ts'
import type { Target } from './target.ts'

export interface CopyOptions {
  /** Without it a target that holds rows is refused. */
  replace?: boolean
  /** Tables that stay empty at the target, in addition to those that always do. */
  skip?: readonly TableName[]
  /**
   * PostgreSQL: the tables that a newer version found there. It may have changed them and added others, which go: the
   * copy is from before.
   */
  before?: readonly string[]
  now?: () => number
  onProgress?: OnProgress
  /** PostgreSQL: may refuse, in the transaction of that side and before anything is written. */
  admit?: (tx: Tx, side: 'source' | 'target') => Promise<void>
}

/**
 * Copies every table of one of our databases into another. The source is only read. The target has the old content or
 * the new one, whenever the process is killed: PostgreSQL by one transaction, SQLite by a file that is written beside
 * the target, compared and renamed (ADR 093).
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  options: CopyOptions = {},
): Promise<CopyReport> {
  const {
    replace = false,
    skip = [],
    now = Date.now,
    onProgress = () => {},
    admit = async () => {},
  } = options
  const source = await openSource(from, (tx) => admit(tx, 'source'))
  let target: Target | undefined
  try {
    target = await openTarget(to, { replace, before: options.before, admit: (tx) => admit(tx, 'target') })
    const report = await copyTables(source, target, { skip, now: now(), onProgress })
    if (!source.unchanged()) throw new Refusal('database.source-changed', { where: source.where })
    await target.finish()
    return report
  } catch (error) {
    await target?.giveUp()
    throw explained(error, whereIs(to))
  } finally {
    await source.close()
  }
}

async function openTarget(to: Database, asked: Asked): Promise<Target> {
  if (to.kind === 'sqlite') return openSqliteTarget(to.file, asked.replace)
  return (await import('./postgres-target.ts')).openPostgresTarget(to.dsn, asked)
}

/** SQLite, PostgreSQL and the file system each have a way to say that there is no room. */
const isFull = ({ errcode, code }: { errcode?: number; code?: string }) =>
  errcode === 13 || ['53100', 'ENOSPC', 'EFBIG'].includes(code ?? '')

function explained(error: unknown, where: string): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  if (isFull(error as Error & { errcode?: number; code?: string }))
    // what the databases throw
    return new Refusal('database.disk-full', { where })
  return new Refusal('database.copy-failed', { where, reason: error.message })
}

/** A restore: the content of an SQLite file of ours, of this or an older schema, takes the place of everything in `to`. */
export const replaceAll = (to: Database, file: string, options: CopyOptions = {}): Promise<CopyReport> =>
  copyDatabase({ kind: 'sqlite', file }, to, { ...options, replace: true })

/** Opens a database for reading only. `admit` may refuse one on PostgreSQL, before a table is read. */
export async function openSource(
  database: Database,
  admit: (tx: Tx) => Promise<void> = async () => {},
): Promise<Source> {
  if (database.kind === 'sqlite') return openSqliteSource(database.file)
  // Like the panel itself: without PostgreSQL its driver is not loaded.
  const { openLine } = await import('./postgres-line.ts')
  const { postgresSource } = await import('./postgres-source.ts')
  const line = await openLine(database.dsn)
  try {
    await line.query('begin isolation level repeatable read read only')
    // The line is in the transaction; the type of Kysely's own transactions only adds how to end them.
    await admit(line.kysely as unknown as Tx)
    return postgresSource(line.query, line.where, line.close)
  } catch (error) {
    await line.close()
    throw error
  }
}
