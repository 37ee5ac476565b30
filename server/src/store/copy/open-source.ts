import type { Database } from '../../platform/config.ts'
import type { Tx } from '../open.ts'
import type { Source } from './source.ts'
import { openSqliteSource } from './sqlite-source.ts'

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
