import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Refusal } from '#domain/refusal.ts'
import type { Schema } from './schema.ts'
import { describe } from './where.ts'

// Counters saturate below 2^53, so a number holds every bigint we store (P37).
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

export async function openPostgres(dsn: string, onError: (error: Error) => void) {
  const common = { connectionString: dsn, types, connectionTimeoutMillis: 10_000, application_name: 'sluice' }
  const limited = { ...common, ...limitsOf(dsn) }
  const readers = new pg.Pool({ ...limited, max: 6 })
  const writers = new pg.Pool({ ...limited, max: 1 })
  // A list is read at its consumer's speed: point reads must not wait for these connections.
  const snapshots = new pg.Pool({ ...limited, max: 4 })
  // A migration may rewrite a large table, so it has no statement timeout.
  const migrations = new pg.Pool({ ...common, max: 1 })
  const pools = [readers, writers, snapshots, migrations]
  // A connection that the server closes is replaced on next use; without an error listener it would crash the process.
  // The pool listens only to idle connections, so active ones need their own listener.
  for (const pool of pools) {
    pool.on('error', onError)
    pool.on('connect', (client) => client.on('error', onError))
  }
  try {
    await readers.query('select 1')
  } catch (error) {
    await Promise.allSettled(pools.map((pool) => pool.end()))
    throw new Refusal('start.postgres-no-answer', { server: describe(dsn), reason: reasonOf(error) })
  }
  const names = new Map<string, string>()
  function nameOf(sql: string): string {
    const name = names.get(sql) ?? `sluice_${names.size}`
    names.set(sql, name)
    return name
  }
  return {
    reader: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: readers }) }),
    writer: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: writers }) }),
    migrator: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: migrations }) }),
    async rows(sql: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]> {
      return (await readers.query({ name: nameOf(sql), text: sql, values: [...parameters] })).rows
    },
    async tuples(sql: string, parameters: readonly unknown[]): Promise<unknown[][]> {
      const query: pg.QueryArrayConfig = {
        name: nameOf(sql),
        text: sql,
        values: [...parameters],
        rowMode: 'array',
      }
      return (await readers.query(query)).rows
    },
    /** One connection with one snapshot, for lists that are read in steps. */
    async snapshot() {
      const client = await snapshots.connect()
      try {
        await client.query('begin isolation level repeatable read read only')
      } catch (error) {
        client.release(true)
        throw error
      }
      return {
        query: async (sql: string, parameters: readonly unknown[]) =>
          (await client.query(sql, [...parameters])).rows as Record<string, unknown>[],
        async close() {
          const isSound = await client.query('rollback').then(
            () => true,
            () => false,
          )
          client.release(!isSound)
        },
      }
    },
    async close() {
      await Promise.allSettled(pools.map((pool) => pool.end()))
    },
  }
}

const usualLimitMs = 30_000

/**
 * Every statement has a timeout: a lock held by another program must not block the panel. The server enforces it; if
 * the server does not respond, we do, a little later. `?statement_timeout=` in the DSN sets another limit.
 */
function limitsOf(dsn: string) {
  const limitMs = wishedLimit(dsn) ?? usualLimitMs
  return {
    query_timeout: limitMs + 2_000,
    // Not as a connection parameter: poolers refuse those.
    onConnect: async (client: { query(sql: string): Promise<unknown> }) => {
      await client.query(`set statement_timeout = ${limitMs}`)
    },
  }
}

function wishedLimit(dsn: string): number | undefined {
  const limit = /[?&]statement_timeout=(\d{1,9})(?:&|$)/.exec(dsn)?.[1]
  return limit === undefined || Number(limit) === 0 ? undefined : Number(limit)
}

/** A host with several addresses fails with a list of errors and no message of its own. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string } // pg and the network throw only such errors
  return message || code || 'no reason given'
}
