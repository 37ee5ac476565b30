import type { ColumnType, Generated } from 'kysely'

export type Int = ColumnType<number, number | undefined, number>
export type Text = ColumnType<string, string | undefined, string>
export type Bool = ColumnType<boolean, boolean | undefined, boolean>
export type Id = Generated<number>
