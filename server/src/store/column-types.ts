import type { ColumnType, Generated } from 'kysely'
import type { FieldName, FieldRow, FieldValue } from '#contract/clients/fields.ts'

/** Columns with a default: an insert may leave them out. */
export type Int = ColumnType<number, number | undefined, number>
export type Real = Int
export type Text = ColumnType<string, string | undefined, string>
export type Bool = ColumnType<boolean, boolean | undefined, boolean>
export type Id = Generated<number>

type Cell<K extends FieldName> = FieldRow<K>['kind'] extends 'reverse' | 'quotas' ? string : FieldValue<K>
export type ColumnOf<K extends FieldName> = FieldRow<K>['column']

/** The columns of these fields of a client. */
export type FieldColumns<K extends FieldName> = {
  [F in K as ColumnOf<F>]: ColumnType<Cell<F>, Cell<F> | undefined, Cell<F>>
}
/** What a row has in them. */
export type FieldCells<K extends FieldName> = { [F in K as ColumnOf<F>]: Cell<F> }
