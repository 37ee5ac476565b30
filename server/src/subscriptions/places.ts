import { takesDeviceKeys } from '#contract/fleet-api.ts'
import { blankHost, type Host, type HostGroup } from '#contract/host.ts'
import type { Block } from '#contract/inbound.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { type HiddenBytes, serverKey } from '#domain/core-config/users.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { canonicalStream } from '#domain/inbounds/stream.ts'
import type { AdvertisedInbound } from '#domain/links/advertise.ts'
import { parseBlock } from '../platform/db/json.ts'
import type { InboundRow } from '../store/rows/inbound.ts'

export type PlaceRow = InboundRow & {
  node_address: string | null
  node_down: boolean | null
  node_rank: number | null
  node_fleet: number | null
}

export interface HostRow {
  id: number
  inbound_id: number
  address: string
  group_id: string
  data: string
  is_disabled: boolean
  sort_order: number
  created_at: number
  updated_at: number
}

/** An inbound as links see it, whose it is, and whether it is enabled. */
export type Place = AdvertisedInbound & { userId: number; enable: boolean }

const mostTexts = 2000

/** Parses each text once: the same few inbounds are read for every subscription. Blocks must not be modified. */
export function createParse(): (text: string) => Block {
  const parsed = new BoundedMap<string, Block>(mostTexts)
  return (text) => parsed.of(text, parseBlock)
}

export function toPlace(row: PlaceRow, parse: (text: string) => Block, hidden: HiddenBytes): Place {
  const { protocol, tag, listen, port } = row
  const settings = parse(row.settings)
  const streamSettings = parse(row.stream_settings)
  return {
    id: row.id,
    userId: row.user_id,
    enable: row.enable,
    remark: row.remark,
    protocol,
    listen,
    port,
    settings,
    streamSettings,
    disableFlow: row.disable_flow,
    subSortIndex: row.sub_sort_index,
    shareAddrStrategy: row.share_addr_strategy,
    shareAddr: row.share_addr,
    nodeAddress: row.node_address ?? '',
    ...(row.node_down && { isNodeDown: true }),
    ...(row.node_rank && { nodeRank: row.node_rank }),
    ...(takesDeviceKeys(row.node_fleet ?? 0) && { nodeTakesKeys: true }),
    // The key that the core got, which differs if the stored one is unusable.
    ...(protocol === 'shadowsocks' && {
      serverKey: serverKey({ protocol, tag, settings, streamSettings }, hidden),
    }),
  }
}

/** A master that was edited and can no longer have fallbacks lends nothing; its rows stay (fallbackParents). */
export const canLend = (place: Place): boolean =>
  place.enable && canHostFallbacks({ ...place, streamSettings: canonicalStream(place.streamSettings) })

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
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
