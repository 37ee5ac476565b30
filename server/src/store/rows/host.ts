import { blankHost, type Host, type HostGroup } from '#contract/host.ts'
import type { KeyedAddress } from '#domain/core-config/address-keys.ts'
import { parseBlock } from '../../platform/db/json.ts'

/** An advertised address with its set. */
export interface HostRow {
  id: number
  inbound_id: number
  address: string
  group_id: string
  data: string
  is_disabled: boolean
  sort_order: number
  multiplier: number | null
  key_number: number
  created_at: number
  updated_at: number
}

export function toHost(row: HostRow): Host {
  // Written by the hosts room from a validated body.
  const group = { ...blankHost, ...(parseBlock(row.data) as Partial<HostGroup>) }
  return {
    ...group,
    id: row.id,
    groupId: row.group_id,
    inboundId: row.inbound_id,
    address: row.address,
    isDisabled: row.is_disabled,
    sortOrder: row.sort_order,
    trafficMultiplier: row.multiplier,
    ownKeys: row.key_number > 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** The advertised addresses with keys of their own, by inbound (ADR 151). */
export type AddressKeys = ReadonlyMap<number, readonly KeyedAddress[]>

export const addressKeysSql = `select distinct h.inbound_id, g.key_number, g.group_id from hosts h
  join host_groups g on g.group_id = h.group_id where g.key_number > 0 order by g.key_number, h.inbound_id`

export interface AddressKeyRow {
  inbound_id: number
  key_number: number
  group_id: string
}

export const toAddressKeys = (rows: readonly AddressKeyRow[]): AddressKeys =>
  new Map(
    [...Map.groupBy(rows, (row) => row.inbound_id)].map(([inbound, own]) => [
      inbound,
      own.map(({ key_number: id, group_id: seed }) => ({ id, seed })),
    ]),
  )
