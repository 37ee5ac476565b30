import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  dsn: string
  /** Drops the database and disconnects everybody. */
  drop(): Promise<void>
}

export async function connected<T>(dsn: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: dsn })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function serverDsn(): string {
  const server = process.env.SLUICE_TEST_PG_DSN
  if (!server) throw new Error('SLUICE_TEST_PG_DSN is not set: run `npm test`, or name a server in it.')
  return server
}

/**
 * A new database on the server that `npm test` started (or that SLUICE_TEST_PG_DSN names): empty, or a copy of the
 * template, whose name it begins with.
 */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const server = serverDsn()
  const name = `${template ?? 'sluice_test'}_${randomBytes(8).toString('hex')}`
  const dsn = new URL(server)
  dsn.pathname = `/${name}`
  const run = (sql: string) => connected(server, (client) => client.query(sql))
  await run(`CREATE DATABASE ${name} TEMPLATE ${template ?? 'template0'} ENCODING 'UTF8'`)
  return {
    dsn: dsn.href,
    async drop() {
      await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** Drops all databases whose name begins with that of the template: it and its copies. */
export async function dropWithCopies(template: string): Promise<void> {
  await connected(serverDsn(), async (client) => {
    const { rows } = await client.query('SELECT datname AS name FROM pg_database')
    for (const { name } of rows)
      if (name.startsWith(template)) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
}
