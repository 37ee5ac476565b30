import type { Selectable } from 'kysely'
import { groupFields, inheritedFields } from '#contract/clients/fields.ts'
import type { GroupPolicy } from '#domain/limits/group.ts'
import type { SharedState } from '#domain/limits/service.ts'
import type { Schema } from '../schema.ts'
import { fieldReader, fieldWriter } from './client.ts'

export type GroupRow = Selectable<Schema['client_groups']>

export const toGroupColumns = fieldWriter(groupFields)
export const toGroupPolicy: (row: GroupRow) => GroupPolicy = fieldReader(groupFields)
/** Of a client or a group. */
export const toLimits = fieldReader(inheritedFields)

export const sharedState = (row: GroupRow): SharedState => ({
  totalGB: row.total_gb,
  expiryTime: row.expiry_time,
  used: row.used,
  cutAt: row.cut_at,
  ended: row.ended,
})
