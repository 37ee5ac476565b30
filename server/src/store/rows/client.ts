import type { Selectable } from 'kysely'
import { type ClientRecord, foreignRecordKeys } from '#contract/client.ts'
import {
  blanksOf,
  clientFields,
  type FieldName,
  fieldNames,
  rowOf,
  type StoredFields,
} from '#contract/clients/fields.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import { indexedCredentials } from '#domain/clients/credentials.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { contentVersion } from '#domain/content-version.ts'
import type { UserSource } from '#domain/core-config/users.ts'
import { quotasCell, quotasIn } from '#domain/quotas/quotas.ts'
import type { ColumnOf, FieldCells } from '../column-types.ts'
import type { Schema } from '../schema.ts'
import type { ColumnKind, Columns } from '../sets.ts'

export type ClientRow = Selectable<Schema['clients']>
export type TrafficRow = Selectable<Schema['client_traffics']>

const kinds = { text: 'text', choice: 'text', reverse: 'text', quotas: 'text', toggle: 'bool' } as const
const kindOf = (name: FieldName): ColumnKind => kinds[rowOf(name).kind as keyof typeof kinds] ?? 'int'

export const columnOf = <K extends FieldName>(name: K): ColumnOf<K> => clientFields[name].column
const columnKinds = <const K extends FieldName>(names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [columnOf(name), kindOf(name)])) as {
    [F in K as ColumnOf<F>]: ColumnKind
  } // the columns of the names

/** We write JSON; anything else in an imported database counts as none. */
function parseReverse(text: string): StoredFields['reverse'] {
  if (text === '') return null
  try {
    const { tag } = JSON.parse(text) as { tag?: unknown }
    return typeof tag === 'string' && tag !== '' ? { tag } : null
  } catch {
    return null
  }
}

/** Another program may have written anything into a column of choices. Undefined: the cell is the value. */
function readerOf(name: FieldName): ((cell: unknown) => unknown) | undefined {
  const { choices, kind } = rowOf(name)
  if (kind === 'reverse') return (cell) => parseReverse(String(cell))
  if (kind === 'quotas') return (cell) => quotasIn(String(cell))
  return choices && ((cell) => (choices.includes(String(cell)) ? cell : choices[0]))
}

/** Reads these fields of a row. About 3 µs for a whole client, a fraction of what the database takes for its row. */
export function fieldReader<const K extends FieldName>(names: readonly K[]) {
  const columns: readonly string[] = names.map(columnOf)
  const reads = names.map(readerOf)
  // Filled from a copy: V8 keeps an object that grows by computed names as a hash table, which takes more memory.
  const blank: unknown = JSON.parse(JSON.stringify(blanksOf(names)))
  return (row: FieldCells<K>): Pick<StoredFields, K> => {
    const fields = { ...(blank as Record<string, unknown>) }
    for (const [i, column] of columns.entries()) {
      const cell: unknown = row[column as keyof typeof row]
      const read = reads[i]
      fields[names[i] as string] = read ? read(cell) : cell
    }
    return fields as Pick<StoredFields, K> // one value for each name
  }
}

const jsonCell = (value: StoredFields['reverse'] | StoredFields['quotas']): string =>
  Array.isArray(value) ? quotasCell(value) : value ? JSON.stringify(value) : ''

/** Writes these fields as columns. */
export function fieldWriter<const K extends FieldName>(names: readonly K[]) {
  const columns: readonly string[] = names.map(columnOf)
  return (fields: Pick<StoredFields, K>): FieldCells<K> => {
    const row: Record<string, unknown> = {}
    for (const [i, column] of columns.entries()) {
      const value = fields[names[i] as K]
      row[column] = typeof value === 'object' ? jsonCell(value as StoredFields['reverse']) : value
    }
    return row as FieldCells<K> // as above
  }
}

/** The text that migration 002 indexed; 005 replaced it with a column. */
export const searchedText = (table = ''): string =>
  `lower(${table}email_key || '\n' || ${table}sub_id || '\n' || ${table}comment)`

/** Both sides of a search are lower-cased like emails: the engines' `lower` functions differ. */
export const foldedNeedle = (text: string | undefined): string => emailKey((text ?? '').trim())

/** A client's searchable text, one value per line. */
export const searchText = (c: { email: string; subId: string; comment: string }): string =>
  emailKey(`${c.email}\n${c.subId}\n${c.comment}`)

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

const toCells = fieldWriter(fieldNames)
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

export const toClient: (row: Omit<ClientRow, 'external_links'>) => StoredClient = fieldReader(fieldNames)

/** Only the columns that the core needs: there may be a hundred thousand clients. */
const userFields = [
  ...(['email', 'uuid', 'password', 'auth', 'shadowsocksKey', 'flow', 'security', 'reverse'] as const),
  ...(['enable', 'deviceKeys', 'deviceSecrets'] as const),
  ...(['publicKey', 'preSharedKey', 'allowedIPs', 'keepAlive'] as const),
  ...(['countedInbounds', 'spentInbounds'] as const),
] as const
export const userColumns = ['id', ...userFields.map(columnOf)]
const readUser = fieldReader(userFields)
type UserRow = FieldCells<(typeof userFields)[number]> & { id: number; flow_override: string }
export const toUserSource = (row: UserRow): UserSource => ({
  ...readUser(row),
  flowOverride: row.flow_override,
})

/** Why it has its inbounds, and which of them are closed, changes with its group and plan, not in an editor. */
export const editedPart = ({
  givenInbounds: _,
  withoutInbounds: _w,
  countedInbounds: _c,
  spentInbounds: _s,
  ...client
}: StoredClient) => client
/** What a save may replace, as one short text. */
export const clientVersion = (r: ClientRow): string =>
  contentVersion({ ...editedPart(toClient(r)), updatedAt: 0 })
/** The panel disabled it or slowed it down, for its own end or that of its group. */
export const hasBeenEnded = (r: Pick<ClientRow, 'disabled_by_panel' | 'slowed'>): boolean =>
  r.disabled_by_panel || r.slowed === 'ended'

export function toRecord(r: ClientRow): ClientRecord {
  const { disabledByPanel: _, deviceSecrets: _s, shadowsocksKey, ...fields } = editedPart(toClient(r))
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
  t: Omit<TrafficRow, 'cut_at' | 'slowed' | 'day_at' | 'day_used' | 'set_at' | 'up_rest' | 'down_rest'>,
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
