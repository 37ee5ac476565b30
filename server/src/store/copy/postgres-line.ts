import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Refusal } from '#domain/refusal.ts'
import { reasonOf } from '../../platform/db/postgres.ts'
import { describe } from '../../platform/db/where.ts'
import type { Schema } from '../schema.ts'

/** What the driver's connection can do beyond its types: the two messages that end a COPY. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** `copy … from stdin` with everything that it shall get. */
class CopyIn extends pg.Query {
  readonly #data: Buffer
  constructor(text: string, data: Buffer, done: (error: Error | undefined) => void) {
    super({ text }, undefined, done)
    this.#data = data
  }
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#data)
    connection.endCopyFrom()
  }
}

/**
 * One connection for a long transaction: no limit on a statement, because a table may take minutes, but one on waiting
 * for a lock that somebody else holds.
 */
export async function openLine(dsn: string) {
  const client = new pg.Client({
    connectionString: dsn,
    connectionTimeoutMillis: 10_000,
    application_name: 'sluice migrate-db',
  })
  let lost: Error | undefined
  // Without a listener a connection that the server closes would end the process.
  client.on('error', (error) => {
    lost ??= error
  })
  const query = async (sql: string, parameters: readonly unknown[] = []) =>
    (await client.query(sql, [...parameters])).rows as Record<string, unknown>[] // columns of the caller's SQL
  try {
    await client.connect()
    await query('set statement_timeout = 0')
    await query('set idle_in_transaction_session_timeout = 0')
    await query("set lock_timeout = '15s'")
  } catch (error) {
    await client.end().catch(() => {})
    throw new Refusal('cli.postgres-no-answer', { server: describe(dsn), reason: reasonOf(error) })
  }
  const connection = { query: client.query.bind(client), release: () => {} }
  return {
    where: describe(dsn),
    query,
    /** The same connection for the query builder: it is inside whatever transaction the connection is in. */
    kysely: new Kysely<Schema>({
      // Only these two members of a pool and a client are used.
      dialect: new PostgresDialect({
        pool: { connect: async () => connection, end: async () => {} } as never,
      }),
    }),
    copyIn: (text: string, data: Buffer): Promise<void> =>
      new Promise((resolve, reject) => {
        if (lost) return reject(lost)
        client.query(new CopyIn(text, data, (error) => (error ? reject(error) : resolve())))
      }),
    close: () => client.end().catch(() => {}),
  }
}

export type Line = Awaited<ReturnType<typeof openLine>>
