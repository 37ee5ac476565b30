import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Refusal } from '#domain/refusal.ts'
import type { Schema } from './schema.ts'

// Counters stay below 2^53 by construction (they saturate), so a number holds every bigint we store.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

export async function openPostgres(dsn: string, onError: (error: Error) => void) {
  const common = { connectionString: dsn, types, connectionTimeoutMillis: 10_000, application_name: 'sluice' }
  const limited = { ...common, ...limitsOf(dsn) }
  const readers = new pg.Pool({ ...limited, max: 6 })
  const writers = new pg.Pool({ ...limited, max: 1 })
  // Whole lists go as slowly as their reader takes them: point reads must not wait for their connections.
  const snapshots = new pg.Pool({ ...limited, max: 4 })
  // A step of the schema may rewrite a large table; nobody waits for an answer then.
  const migrations = new pg.Pool({ ...common, max: 1 })
  const pools = [readers, writers, snapshots, migrations]
  // A connection that the server ends is replaced at the next use; without a listener it would end us. The pool
  // listens to idle connections only, so that those at work need one of their own.
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
    /** One connection that sees one moment, for lists that are read step by step. */
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
 * No statement goes on for ever: a lock that somebody else holds must not hold the panel too. The server ends it; where
 * the server itself is silent, we do, a little later. `?statement_timeout=` of the DSN gives another limit.
 */
function limitsOf(dsn: string) {
  const limitMs = wishedLimit(dsn) ?? usualLimitMs
  return {
    query_timeout: limitMs + 2_000,
    // Not as a parameter of the connection: poolers between us and the server refuse those.
    onConnect: async (client: { query(sql: string): Promise<unknown> }) => {
      await client.query(`set statement_timeout = ${limitMs}`)
    },
  }
}

function wishedLimit(dsn: string): number | undefined {
  const limit = /[?&]statement_timeout=(\d{1,9})(?:&|$)/.exec(dsn)?.[1]
  return limit === undefined || Number(limit) === 0 ? undefined : Number(limit)
}

/** A name with several addresses fails with a list and no message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string } // pg and the network throw nothing else
  return message || code || 'no reason given'
}

/** Host and database for a person; never the password. */
function describe(dsn: string): string {
  try {
    const { hostname, port, pathname } = new URL(dsn)
    return `${hostname || 'the local socket'}${port ? `:${port}` : ''}${pathname}`
  } catch {
    return 'the address in SLUICE_DB_DSN'
  }
}
