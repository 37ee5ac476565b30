import type { ColumnType, Generated } from 'kysely'

/** Columns with a default: an insert may leave them out. */
export type Int = ColumnType<number, number | undefined, number>
export type Text = ColumnType<string, string | undefined, string>
export type Bool = ColumnType<boolean, boolean | undefined, boolean>
export type Id = Generated<number>
