import type { Database } from '../../../config.ts'
import type { Tx } from '../open.ts'
import type { CopyReport, OnProgress, TableName } from './report.ts'

export interface CopyOptions {
  /** Without it a target that holds rows is refused. */
  replace?: boolean
  /** Tables that stay empty at the target, in addition to those that always do. */
  skip?: readonly TableName[]
  now?: () => number
  onProgress?: OnProgress
  /** PostgreSQL: may refuse, in the transaction that writes the target and before anything is written. */
  admit?: (tx: Tx) => Promise<void>
}

/**
 * Copies every table of one of our databases into another. The source is only read. The target has the old content or
 * the new one, whenever the process is killed: PostgreSQL by one transaction, SQLite by a file that is written beside
 * the target, compared and renamed (ADR 093).
 */
export async function copyDatabase(
  _from: Database,
  _to: Database,
  _options: CopyOptions = {},
): Promise<CopyReport> {
  throw new Error('not built yet')
}

/** A restore: the content of an SQLite file of ours, of this or an older schema, takes the place of everything in `to`. */
export const replaceAll = (to: Database, file: string, options: CopyOptions = {}): Promise<CopyReport> =>
  copyDatabase({ kind: 'sqlite', file }, to, { ...options, replace: true })
