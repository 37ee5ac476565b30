import type pg from 'pg'
import { connected, createTestDatabase, type TestDatabase } from './postgres.ts'

// A copy of the template takes PostgreSQL a quarter of a second of a processor: it writes and syncs four hundred files.
// To delete the few rows that a panel left takes a twentieth of that, so panels of one process share their databases.

/** What a database of the template contains besides its empty tables. */
interface Template {
  /** Tables with their columns, which a test may have changed. */
  shape: string
  tables: string[]
  /** The rows that the schema itself brings, as JSON. */
  rows: Map<string, string>
}

const shapeOf = `select md5(string_agg(table_name || ' ' || column_name || ' ' || data_type, ',' order by table_name, column_name))
  as shape from information_schema.columns where table_schema = 'public'`
const tablesOf = `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`
const othersOf = `select count(*)::int as others from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
const sequencesOf = `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
  from pg_sequences where schemaname = 'public' and last_value is not null`

const shapeIn = async (client: pg.Client): Promise<string> => (await client.query(shapeOf)).rows[0].shape

/** Of these tables, those that have a row. */
async function filled(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const asked = tables.map((name) => `select '${name}' as name where exists (select from "${name}")`)
  const { rows } = await client.query(asked.join(' union all '))
  return rows.map(({ name }) => name)
}

async function readTemplate(client: pg.Client): Promise<Template> {
  const tables = (await client.query(tablesOf)).rows.map(({ name }) => name)
  const rows = new Map<string, string>()
  for (const name of await filled(client, tables)) {
    const { rows: found } = await client.query(`select json_agg(t)::text as rows from "${name}" t`)
    rows.set(name, found[0].rows)
  }
  return { shape: await shapeIn(client), tables, rows }
}

/** True if the database is as the template again. */
async function clean(client: pg.Client, { shape, tables, rows }: Template): Promise<boolean> {
  if ((await client.query(othersOf)).rows[0].others > 0 || (await shapeIn(client)) !== shape) return false
  await client.query('begin')
  await client.query('set local session_replication_role = replica') // in any order, whatever refers to them
  for (const name of await filled(client, tables)) await client.query(`delete from "${name}"`)
  for (const [name, saved] of rows)
    await client.query(`insert into "${name}" select * from json_populate_recordset(null::"${name}", $1)`, [
      saved,
    ])
  await client.query(sequencesOf)
  await client.query('commit')
  return true
}

let template: Promise<Template> | undefined
const idle: TestDatabase[] = []

/** A database as the template is. `drop` keeps it for the next panel if it can be cleaned. */
export async function pooledDatabase(copied: string): Promise<TestDatabase> {
  const database = idle.pop() ?? (await createTestDatabase(copied))
  template ??= connected(database.dsn, readTemplate)
  const asNew = await template
  return {
    dsn: database.dsn,
    async drop() {
      // On a server of somebody's own the user may not be allowed to delete in any order.
      const isClean = await connected(database.dsn, (client) => clean(client, asNew)).catch(() => false)
      if (isClean) idle.push(database)
      else await database.drop()
    },
  }
}
