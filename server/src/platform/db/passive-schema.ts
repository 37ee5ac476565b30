import type { DatabaseSync } from 'node:sqlite'

/** Before anything else of a file that somebody else made: its schema may define nothing that runs. */
export const distrustSchema = `pragma trusted_schema = off; pragma cell_size_check = on;
  pragma ignore_check_constraints = on; pragma busy_timeout = 2000`

/** Ordinary tables by what their definition makes of them: the type in a schema row may say something else. */
export const plainTables = (db: DatabaseSync): string[] =>
  db
    .prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
        and name not like 'sqlite\\_%' escape '\\' order by name`,
    )
    .all()
    .map(({ name }) => String(name))

/** A table with a column that is computed on every read, perhaps for minutes or to gigabytes. */
export function computedTable(db: DatabaseSync, tables: readonly string[]): string | undefined {
  const columns = db.prepare('select 1 from pragma_table_xinfo(?) where hidden in (2, 3) limit 1')
  return tables.find((table) => columns.get(table) !== undefined)
}
