import { fromPostgres, postgresColumn, type Row } from './cells.ts'
import type { TableShape } from './shape.ts'
import { type Source, stepOf } from './source.ts'

/** Few enough that a panel that serves meanwhile does not notice one slice. */
const sliceRows = 500

export type Query = (sql: string, parameters: readonly unknown[]) => Promise<Record<string, unknown>[]>

/** Through a cursor: the rows of the query in slices, whatever the size of the table. */
export async function* readPostgres(query: Query, shape: TableShape): AsyncGenerator<readonly Row[]> {
  const names = shape.columns.map((_, i) => `c${i}`)
  const columns = shape.columns.map((column, i) => postgresColumn(column, `c${i}`)).join(', ')
  await query(`declare sluice_copy no scroll cursor for select ${columns} from "${shape.name}" as t`, [])
  for (;;) {
    const rows = await query(`fetch ${sliceRows} from sluice_copy`, [])
    if (rows.length === 0) break
    yield rows.map((row) => shape.columns.map((column, i) => fromPostgres(column, row[names[i] ?? ''])))
  }
  await query('close sluice_copy', [])
}

/** Inside a transaction that the caller has begun, repeatable read: every table is of the same moment. */
export function postgresSource(query: Query, where: string, close: () => Promise<void>): Source {
  const exists = async (table: string) =>
    (await query('select to_regclass($1) is not null as there', [`"${table}"`]))[0]?.there === true
  return {
    where,
    steps: async () =>
      (await exists('schema_migrations'))
        ? (await query('select * from schema_migrations', [])).map(stepOf)
        : undefined,
    count: async ({ name }) => Number((await query(`select count(*) as n from "${name}"`, []))[0]?.n ?? 0),
    read: (shape) => readPostgres(query, shape),
    async lastId({ name }) {
      const [sequence] = await query("select pg_get_serial_sequence($1, 'id') as name", [`"${name}"`])
      if (!sequence?.name) return 0n
      const [row] = await query(
        `select (case when is_called then last_value else last_value - 1 end)::text as last from ${sequence.name}`,
        [],
      )
      return BigInt(String(row?.last ?? 0))
    },
    unchanged: () => true,
    close,
  }
}
