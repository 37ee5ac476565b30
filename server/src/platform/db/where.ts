import type { Database } from '../config.ts'

/** Host and database for messages, without the password. */
export function describe(dsn: string): string {
  try {
    const { hostname, port, pathname } = new URL(dsn)
    return `${hostname || 'the local socket'}${port ? `:${port}` : ''}${pathname}`
  } catch {
    return 'the address in SLUICE_DB_DSN'
  }
}

export const whereIs = (database: Database): string =>
  database.kind === 'sqlite' ? database.file : describe(database.dsn)
