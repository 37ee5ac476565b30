import type { Selectable } from 'kysely'
import { type ClientRecord, foreignRecordKeys } from '#contract/client.ts'
import { fieldNames } from '#contract/clients/fields.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import { indexedCredentials } from '#domain/clients/credentials.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { contentVersion } from '#domain/content-version.ts'
import type { UserSource } from '#domain/core-config/users.ts'
import type { FieldCells } from '../column-types.ts'
import type { Schema } from '../schema.ts'
import { searchText } from '../search.ts'
import type { Columns } from '../sets.ts'
import { columnKinds, columnOf, reader, writer } from './fields.ts'

export type ClientRow = Selectable<Schema['clients']>
export type TrafficRow = Selectable<Schema['client_traffics']>

/** The columns that a write of a client sets; the row id and the external links are written elsewhere. */
export type WrittenClient = Omit<ClientRow, 'id' | 'external_links'>

/** Columns that follow from the fields: for lookups and search. */
const derivedColumns = {
  email_key: 'text',
  uuid_key: 'text',
  password_key: 'text',
  auth_key: 'text',
  search_text: 'text',
} as const
export const clientColumns: Columns<WrittenClient> = { ...columnKinds(fieldNames), ...derivedColumns }

const toCells = writer(fieldNames)
export function toRow(c: StoredClient): WrittenClient {
  const { uuidKey, passwordKey, authKey, shadowsocksKey } = indexedCredentials(c)
  return {
    ...toCells(c),
    email_key: emailKey(c.email),
    uuid_key: uuidKey,
    password_key: passwordKey,
    auth_key: authKey,
    search_text: searchText(c),
    shadowsocks_key: shadowsocksKey,
  }
}

export const toClient: (row: Omit<ClientRow, 'external_links'>) => StoredClient = reader(fieldNames)

/** Only the columns that the core needs: there may be a hundred thousand clients. */
const userFields = [
  ...(['email', 'uuid', 'password', 'auth', 'shadowsocksKey', 'flow', 'security', 'reverse'] as const),
  ...(['enable', 'deviceKeys', 'deviceSecrets'] as const),
] as const
export const userColumns = ['id', ...userFields.map(columnOf)]
const readUser = reader(userFields)
type UserRow = FieldCells<(typeof userFields)[number]> & { id: number; flow_override: string }
export const toUserSource = (row: UserRow): UserSource => ({
  ...readUser(row),
  flowOverride: row.flow_override,
})

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
