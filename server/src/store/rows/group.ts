import type { Selectable } from 'kysely'
import type { GroupPolicy } from '#domain/limits/group.ts'
import type { SharedState } from '#domain/limits/shared.ts'
import type { Schema } from '../schema.ts'
import { toLimitRow, toLimits } from './limits.ts'

export type GroupRow = Selectable<Schema['client_groups']>

export const toGroupColumns = ({ limitHwid, limitIp, totalGB, expiryTime, ...limits }: GroupPolicy) => ({
  ...toLimitRow(limits),
  limit_hwid: limitHwid,
  limit_ip: limitIp,
  total_gb: totalGB,
  expiry_time: expiryTime,
})

export const toGroupPolicy = (row: GroupRow): GroupPolicy => ({
  ...toLimits(row),
  limitHwid: row.limit_hwid,
  limitIp: row.limit_ip,
  totalGB: row.total_gb,
  expiryTime: row.expiry_time,
})

export const sharedState = (row: GroupRow): SharedState => ({
  totalGB: row.total_gb,
  expiryTime: row.expiry_time,
  used: row.used,
  cutAt: row.cut_at,
  ended: row.ended,
})
