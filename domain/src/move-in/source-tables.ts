/** A value as a database gives it. Numbers above 2^53 come as bigint; PostgreSQL has booleans. */
export type SourceValue = string | number | bigint | boolean | null | Uint8Array

export type SourceRow = Readonly<Record<string, SourceValue>>

export interface SourceTable {
  readonly columns: readonly string[]
  /** In the order of their row numbers. May be left out for a table that no reader knows. */
  readonly rows: readonly SourceRow[]
  /** How many rows there are, also where `rows` was left out. */
  readonly rowCount: number
}

/** Every table of another panel's database by name, known or not. */
export type SourceTables = ReadonlyMap<string, SourceTable>

export const rowsOf = (tables: SourceTables, name: string): readonly SourceRow[] =>
  tables.get(name)?.rows ?? []
