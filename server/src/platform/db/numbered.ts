import { BoundedMap } from '#domain/bounded-map.ts'

const renumber = (sql: string): string => sql.replace(/\$(\d+)/g, '?$1')
const texts = new BoundedMap<string, string>(1_000)

/** SQLite numbers placeholders `?1`; our SQL uses `$1`, as PostgreSQL does. */
export const numbered = (sql: string): string => texts.of(sql, renumber)
