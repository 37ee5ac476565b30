import type { Selectable } from 'kysely'
import { type ClientRecord, foreignRecordKeys } from '#contract/client.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import { indexedCredentials } from '#domain/clients/credentials.ts'
import { emailKey } from '#domain/clients/names.ts'
import { contentVersion } from '#domain/content-version.ts'
import type { UserSource } from '#domain/core-config/users.ts'
import type { Schema } from '../schema.ts'
import { searchText } from '../search.ts'
import type { Columns } from '../sets.ts'
import { limitColumnTypes, toLimitRow, toLimits } from './limits.ts'

export type ClientRow = Selectable<Schema['clients']>
export type TrafficRow = Selectable<Schema['client_traffics']>

/** The columns that a write of a client sets; the row id and the external links are written elsewhere. */
export type WrittenClient = Omit<ClientRow, 'id' | 'external_links'>

export const clientColumns: Columns<WrittenClient> = {
  email: 'text',
  sub_id: 'text',
  uuid: 'text',
  password: 'text',
  auth: 'text',
  flow: 'text',
  security: 'text',
  reverse: 'text',
  limit_ip: 'int',
  total_gb: 'int',
  expiry_time: 'int',
  enable: 'bool',
  tg_id: 'int',
  comment: 'text',
  reset: 'int',
  created_at: 'int',
  updated_at: 'int',
  email_key: 'text',
  uuid_key: 'text',
  password_key: 'text',
  auth_key: 'text',
  group_name: 'text',
  limit_hwid: 'int',
  device_keys: 'bool',
  device_secrets: 'text',
  reset_day: 'int',
  reset_max: 'int',
  disabled_by_panel: 'bool',
  search_text: 'text',
  shadowsocks_key: 'text',
  ...limitColumnTypes,
  plan_id: 'int',
  slowed: 'text',
}

export function toRow(c: StoredClient): WrittenClient {
  const { uuidKey, passwordKey, authKey, shadowsocksKey } = indexedCredentials(c)
  return {
    email: c.email,
    sub_id: c.subId,
    uuid: c.uuid,
    password: c.password,
    auth: c.auth,
    flow: c.flow,
    security: c.security,
    reverse: c.reverse ? JSON.stringify(c.reverse) : '',
    limit_ip: c.limitIp,
    total_gb: c.totalGB,
    expiry_time: c.expiryTime,
    enable: c.enable,
    tg_id: c.tgId,
    comment: c.comment,
    reset: c.reset,
    created_at: c.createdAt,
    updated_at: c.updatedAt,
    email_key: emailKey(c.email),
    uuid_key: uuidKey,
    password_key: passwordKey,
    auth_key: authKey,
    group_name: c.group,
    limit_hwid: c.limitHwid,
    device_keys: c.deviceKeys,
    device_secrets: c.deviceSecrets,
    reset_day: c.resetDay,
    reset_max: c.resetMax,
    disabled_by_panel: c.disabledByPanel,
    search_text: searchText(c),
    shadowsocks_key: shadowsocksKey,
    ...toLimitRow(c),
    plan_id: c.planId,
    slowed: c.slowed,
  }
}

export function toClient(r: Omit<ClientRow, 'external_links'>): StoredClient {
  return {
    email: r.email,
    subId: r.sub_id,
    uuid: r.uuid,
    password: r.password,
    auth: r.auth,
    flow: r.flow,
    security: r.security,
    reverse: parseReverse(r.reverse),
    limitIp: r.limit_ip,
    totalGB: r.total_gb,
    expiryTime: r.expiry_time,
    enable: r.enable,
    tgId: r.tg_id,
    comment: r.comment,
    reset: r.reset,
    group: r.group_name,
    limitHwid: r.limit_hwid,
    deviceKeys: r.device_keys,
    deviceSecrets: r.device_secrets,
    ...toLimits(r),
    planId: r.plan_id,
    resetDay: r.reset_day,
    resetMax: r.reset_max,
    createdAt: r.created_at,
    updatedAt: r.updated_at,
    disabledByPanel: r.disabled_by_panel,
    shadowsocksKey: r.shadowsocks_key,
    slowed: r.slowed,
  }
}

/** Only the columns that the core needs: there may be a hundred thousand clients. */
export const userColumns =
  'id email uuid password auth flow security reverse enable shadowsocks_key device_keys device_secrets'.split(
    ' ',
  )
type UserRow = Pick<
  ClientRow,
  | 'id'
  | 'email'
  | 'uuid'
  | 'password'
  | 'auth'
  | 'flow'
  | 'security'
  | 'reverse'
  | 'enable'
  | 'shadowsocks_key'
  | 'device_keys'
  | 'device_secrets'
>
export const toUserSource = (r: UserRow & { flow_override: string }): UserSource => ({
  email: r.email,
  uuid: r.uuid,
  password: r.password,
  auth: r.auth,
  shadowsocksKey: r.shadowsocks_key,
  flow: r.flow,
  security: r.security,
  reverse: parseReverse(r.reverse),
  enable: r.enable,
  deviceKeys: r.device_keys,
  deviceSecrets: r.device_secrets,
  flowOverride: r.flow_override,
})

/** We write JSON; anything else in an imported database counts as none. */
function parseReverse(text: string): ClientRecord['reverse'] {
  if (text === '') return null
  try {
    const { tag } = JSON.parse(text) as { tag?: unknown }
    return typeof tag === 'string' && tag !== '' ? { tag } : null
  } catch {
    return null
  }
}

/** What a save may replace, as one short text. */
export const clientVersion = (r: ClientRow): string => contentVersion({ ...toClient(r), updatedAt: 0 })
/** The panel disabled it or slowed it down, for its own end or that of its group. */
export const hasBeenEnded = (r: Pick<ClientRow, 'disabled_by_panel' | 'slowed'>): boolean =>
  r.disabled_by_panel || r.slowed === 'ended'

export function toRecord(r: ClientRow): ClientRecord {
  const { disabledByPanel: _, deviceSecrets: _s, shadowsocksKey, ...fields } = toClient(r)
  return {
    id: r.id,
    ...fields,
    ended: hasBeenEnded(r),
    ...(shadowsocksKey && { shadowsocksKey }),
    ...foreignRecordKeys,
  }
}

/** The client's limits, repeated in its traffic row: the incumbent's schema, and what our partial indexes use. */
export type TrafficLimits = Pick<
  TrafficRow,
  'email' | 'enable' | 'expiry_time' | 'total' | 'reset' | 'slowed'
>
export const limitColumns: Columns<TrafficLimits> = {
  email: 'text',
  enable: 'bool',
  expiry_time: 'int',
  total: 'int',
  reset: 'int',
  slowed: 'text',
}
export const limitsOf = (c: StoredClient): TrafficLimits => ({
  email: c.email,
  enable: c.enable,
  expiry_time: c.expiryTime,
  total: c.totalGB,
  reset: c.reset,
  slowed: c.slowed,
})

export function toTraffic(
  t: Omit<TrafficRow, 'cut_at' | 'slowed' | 'day_at' | 'day_used' | 'set_at'>,
  c: Pick<ClientRow, 'uuid' | 'sub_id' | 'reset_day' | 'reset_max'>,
  inboundId: number,
): ClientTraffic {
  return {
    id: t.id,
    inboundId,
    enable: t.enable,
    email: t.email,
    uuid: c.uuid,
    subId: c.sub_id,
    up: t.up,
    down: t.down,
    expiryTime: t.expiry_time,
    total: t.total,
    reset: t.reset,
    lastOnline: t.last_online,
    resetDay: c.reset_day,
    resetMax: c.reset_max,
    resetCount: t.reset_count,
    lastSubFetch: t.last_sub_fetch,
  }
}
