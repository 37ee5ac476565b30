import type { Database } from '../config.ts'

/** Host and database for messages, without the password. */
export function describe(dsn: string, otherwise = 'the address in SLUICE_DB_DSN'): string {
  try {
    const { hostname, port, pathname } = new URL(dsn)
    return `${hostname || 'the local socket'}${port ? `:${port}` : ''}${pathname}`
  } catch {
    return otherwise
  }
}

export const whereIs = (database: Database): string =>
  database.kind === 'sqlite' ? database.file : describe(database.dsn)
