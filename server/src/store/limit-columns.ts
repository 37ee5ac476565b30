import type { ColumnType } from 'kysely'
import type { GroupField } from '#contract/clients/fields.ts'
import type { Slowed } from '#contract/limits.ts'
import type { Bool, FieldColumns, Id, Int, Text } from './column-types.ts'

/** Why a client is slow now. */
export type SlowedColumn = ColumnType<Slowed, Slowed | undefined, Slowed>

/** What a group gives its members; `used` is the sum of their counters, kept where the group has a shared quota. */
export type GroupTable = FieldColumns<GroupField> & {
  name: string
  used: Int
  cut_at: Int
  ended: Bool
}

/** What an IP limit refused; `places` is the limit. */
export interface RefusalTable {
  id: Id
  client_id: number
  at: Int
  place: Text
  act: Text
  counted: Text
  places: Int
}
