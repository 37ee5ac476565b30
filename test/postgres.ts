import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  dsn: string
  /** Drops the database and disconnects everybody. */
  drop(): Promise<void>
}

async function query(dsn: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: dsn })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/**
 * A new database on the server that `npm test` started (or that SLUICE_TEST_PG_DSN names): empty, or a copy of the
 * template.
 */
export async function createTestDatabase(
  server = process.env.SLUICE_TEST_PG_DSN,
  template = 'template0',
): Promise<TestDatabase> {
  if (!server) throw new Error('SLUICE_TEST_PG_DSN is not set: run `npm test`, or name a server in it.')
  const name = `sluice_test_${randomBytes(8).toString('hex')}`
  const dsn = new URL(server)
  dsn.pathname = `/${name}`
  await query(server, `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`)
  return { dsn: dsn.href, drop: () => query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}
