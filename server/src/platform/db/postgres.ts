import { hash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Refusal } from '#domain/refusal.ts'
import { describe } from './where.ts'

// Counters saturate below 2^53, so a number holds every bigint we store (P37).
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/** How a statement that was prepared on another connection is refused: no such name, or the name exists. */
const namesLost = new Set(['26000', '42P05'])

/**
 * A pooler in transaction mode may run every transaction on another connection of the server. So nothing is kept in a
 * session: limits are set inside transactions, and statements have names only as long as the server knows them. `S` names
 * the tables.
 */
export async function openPostgres<S>(dsn: string, onError: (error: Error) => void) {
  const limitMs = wishedLimit(dsn) ?? usualLimitMs
  const common = {
    connectionString: withoutLimit(dsn),
    types,
    connectionTimeoutMillis: 10_000,
    application_name: 'sluice',
  }
  const { pooled } = await firstContact(dsn, common, limitMs)
  // The server enforces the limit; if the server does not respond, we do, a little later.
  const limited = {
    ...common,
    query_timeout: limitMs + 2_000,
    ...(!pooled && { statement_timeout: limitMs }),
  }
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
  let named = !pooled
  /** Made of the text: a connection that several panels share never has another statement under the same name. */
  const names = new Map<string, string>()
  function nameOf(sql: string): string {
    const name = names.get(sql) ?? `sluice_${hash('sha256', sql, 'hex').slice(0, 32)}`
    names.set(sql, name)
    return name
  }
  async function lookUp(query: pg.QueryConfig | pg.QueryArrayConfig) {
    if (!named) return readers.query(query)
    try {
      return await readers.query({ ...query, name: nameOf(query.text) })
    } catch (error) {
      if (!namesLost.has((error as { code?: string }).code ?? '')) throw error
      named = false // there is a pooler after all
      return readers.query(query)
    }
  }
  return {
    /** Of a statement, in milliseconds. */
    limitMs,
    isPooled: () => !named,
    reader: new Kysely<S>({ dialect: new PostgresDialect({ pool: replacingHung(readers) }) }),
    writer: new Kysely<S>({ dialect: new PostgresDialect({ pool: replacingHung(writers) }) }),
    migrator: new Kysely<S>({ dialect: new PostgresDialect({ pool: migrations }) }),
    async rows(sql: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]> {
      return (await lookUp({ text: sql, values: [...parameters] })).rows as Record<string, unknown>[]
    },
    async tuples(sql: string, parameters: readonly unknown[]): Promise<unknown[][]> {
      return (await lookUp({ text: sql, values: [...parameters], rowMode: 'array' })).rows as unknown[][]
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

/**
 * Every statement has a limit: a lock held by another program must not block the panel. `?statement_timeout=` in the
 * DSN sets another one.
 */
const usualLimitMs = 30_000

/** Whether a pooler stands before the server: poolers refuse the limit as a parameter of a connection. */
async function firstContact(
  dsn: string,
  config: pg.ClientConfig,
  limitMs: number,
): Promise<{ pooled: boolean }> {
  const attempt = async (how: pg.ClientConfig) => {
    const client = new pg.Client(how)
    client.on('error', () => {}) // what is awaited here fails with it
    try {
      await client.connect()
      await client.query('select 1')
    } finally {
      await client.end().catch(() => {})
    }
  }
  try {
    try {
      await attempt({ ...config, statement_timeout: limitMs })
      return { pooled: false }
    } catch (error) {
      if (!/unsupported startup parameter/i.test(reasonOf(error))) throw error
      await attempt(config)
      return { pooled: true }
    }
  } catch (error) {
    throw new Refusal('start.postgres-no-answer', { server: describe(dsn), reason: reasonOf(error) })
  }
}

/** A connection whose statement hangs is closed and not used again: the next one would wait behind it. */
function replacingHung(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    const client = await pool.connect()
    let isHung = false
    const query = async (text: string, values: unknown[]) => {
      try {
        const result: unknown = await client.query(text, values)
        return Array.isArray(result) ? result.at(-1) : result // of several statements the last one answers
      } catch (error) {
        isHung ||= (error as Error).message === 'Query read timeout'
        throw error
      }
    }
    return { query, release: (isBroken?: boolean) => client.release(isBroken || isHung) }
  }
  return { connect, end: () => pool.end() } as unknown as pg.Pool // the query builder uses nothing else
}

/** The driver would send the limit of the DSN as a parameter of the connection. */
const withoutLimit = (dsn: string): string => dsn.replace(/([?&])statement_timeout=\d{0,9}&?/, '$1')

function wishedLimit(dsn: string): number | undefined {
  const limit = /[?&]statement_timeout=(\d{1,9})(?:&|$)/.exec(dsn)?.[1]
  return limit === undefined || Number(limit) === 0 ? undefined : Number(limit)
}

/** A host with several addresses fails with a list of errors and no message of its own. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string } // pg and the network throw only such errors
  return message || code || 'no reason given'
}
