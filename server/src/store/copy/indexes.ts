import { sql } from 'kysely'
import type { TableShape } from './shape.ts'
import type { Target } from './target.ts'

interface Index {
  name: string
  definition: string
}

const lists = {
  sqlite: () =>
    sql<Index>`select name, sql as definition from sqlite_schema where type = 'index' and sql is not null`,
  /** Without those of primary keys and unique columns, which belong to their tables. */
  postgres: (tables: string[]) => sql<Index>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace = current_schema()::regnamespace and t.relname = any(${tables})
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
}

/** Drops the indexes of empty tables, and returns how to make them again: once, from all rows, is much faster. */
export async function withoutIndexes(
  { on, engine }: Target,
  shapes: readonly TableShape[],
): Promise<() => Promise<void>> {
  const { rows } = await lists[engine](shapes.map(({ name }) => name)).execute(on)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(on)
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(on)
  }
}
