import pg from 'pg'
import type { SourceRow, SourceTable, SourceTables } from '#domain/move-in/source-tables.ts'
import { Refusal } from '#domain/refusal.ts'
import { describe } from '../platform/db/where.ts'

/** Tables whose rows are read; the others are counted. */
type IsRead = (table: string) => boolean

const portion = 5_000
const { builtins } = pg.types
const numbers = new Set<number>([builtins.INT2, builtins.INT4, builtins.FLOAT4, builtins.FLOAT8])

const wide = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Times and JSON stay text, as SQLite has them. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.INT8) return wide
    if (numbers.has(oid)) return Number
    if (oid === builtins.BOOL) return (text: string) => text === 't'
    if (oid === builtins.BYTEA) return pg.types.getTypeParser(oid, format as 'text')
    return (text: string) => text
  },
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

async function rowsOf(client: pg.Client, table: string, columns: readonly string[]): Promise<SourceRow[]> {
  const order = columns.includes('id') ? ' order by id' : ''
  await client.query(`declare source_rows no scroll cursor for select * from ${quoted(table)}${order}`)
  const rows: SourceRow[] = []
  for (let more = true; more; ) {
    const part = (await client.query(`fetch ${portion} from source_rows`)).rows as SourceRow[] // as `types` parses them
    for (const row of part) rows.push(row)
    more = part.length === portion
  }
  await client.query('close source_rows')
  return rows
}

async function tableOf(
  client: pg.Client,
  name: string,
  columns: readonly string[],
  isRead: IsRead,
): Promise<SourceTable> {
  if (isRead(name)) {
    const rows = await rowsOf(client, name, columns)
    return { columns, rows, rowCount: rows.length }
  }
  const counted = await client.query<{ n: number }>(`select count(*)::float8 as n from ${quoted(name)}`)
  return { columns, rows: [], rowCount: counted.rows[0]?.n ?? 0 }
}

/** Every table of the schema in use, in one snapshot that cannot write. */
export async function readPostgres(dsn: string, isRead: IsRead): Promise<SourceTables> {
  const client = new pg.Client({
    connectionString: dsn,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: 'sluice import',
  })
  client.on('error', () => {}) // a lost connection also fails the query that waits
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    const found = await client.query<Record<'table' | 'name', string>>(
      `select table_name as "table", column_name as name from information_schema.columns c
        where table_schema = current_schema() and exists (select 1 from information_schema.tables t
          where t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE')
        order by table_name, ordinal_position`,
    )
    const columns = Map.groupBy(found.rows, ({ table }) => table)
    const tables = new Map<string, SourceTable>()
    for (const [table, list] of columns) {
      const names = list.map(({ name }) => name)
      tables.set(table, await tableOf(client, table, names, isRead))
    }
    return tables
  } catch (error) {
    const { message, code } = error as Error & { code?: string } // pg and the network throw only such errors
    throw new Refusal('cli.import-postgres-failed', {
      server: describe(dsn, 'this address'),
      reason: (message || code) ?? 'no reason given',
    })
  } finally {
    await client.end().catch(() => {})
  }
}
