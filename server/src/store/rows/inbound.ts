import { type Selectable, sql } from 'kysely'
import type { FallbackParent, FallbackRow } from '#contract/fallback.ts'
import type { Inbound } from '#contract/inbound.ts'
import { isProtocol, type Protocol } from '#contract/protocol.ts'
import { contentVersion } from '#domain/content-version.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { FallbackInbound } from '#domain/inbounds/fallbacks.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import { tidySniffing, tidyStream } from '#domain/inbounds/placeholders.ts'
import { parseBlock } from '../../platform/db/json.ts'
import type { Schema } from '../schema.ts'

export type InboundRow = Selectable<Schema['inbounds']>
/** `runsHere` of the domain, as a condition on rows of `inbounds`. */
export const storedHere = sql<boolean>`inbounds.node_id is null`

export type StoredFallback = Selectable<Schema['inbound_fallbacks']>

/** The columns that a write sets; counters, owner and reset time are written elsewhere. */
export function toInboundColumns(f: InboundFields) {
  return {
    remark: f.remark,
    enable: f.enable,
    listen: f.listen,
    port: f.port,
    protocol: f.protocol,
    node_id: f.nodeId,
    total: f.total,
    expiry_time: f.expiryTime,
    traffic_reset: f.trafficReset,
    traffic_reset_day: f.trafficResetDay,
    share_addr_strategy: f.shareAddrStrategy,
    share_addr: f.shareAddr,
    sub_sort_index: f.subSortIndex,
    disable_flow: f.disableFlow,
    speed_down: f.speedDown,
    speed_up: f.speedUp,
    settings: JSON.stringify(f.settings),
    stream_settings: JSON.stringify(f.streamSettings),
    sniffing: JSON.stringify(f.sniffing),
  }
}

/** A row with an unknown protocol can only come from another program; it is shown as a disabled tunnel. */
const protocolOf = (row: InboundRow): Protocol => (isProtocol(row.protocol) ? row.protocol : 'tunnel')

export function toInboundFields(row: InboundRow): InboundFields {
  return {
    remark: row.remark,
    enable: row.enable,
    listen: row.listen,
    port: row.port,
    protocol: protocolOf(row),
    nodeId: row.node_id,
    total: row.total,
    expiryTime: row.expiry_time,
    trafficReset: row.traffic_reset,
    trafficResetDay: row.traffic_reset_day,
    shareAddrStrategy: row.share_addr_strategy,
    shareAddr: row.share_addr,
    subSortIndex: row.sub_sort_index,
    disableFlow: row.disable_flow,
    speedDown: row.speed_down,
    speedUp: row.speed_up,
    settings: parseBlock(row.settings),
    streamSettings: tidyStream(parseBlock(row.stream_settings)),
    sniffing: tidySniffing(parseBlock(row.sniffing)),
  }
}

/** What a save may replace, as one short text. */
export const inboundVersion = (row: InboundRow): string =>
  contentVersion({ ...toInboundFields(row), tag: row.tag })

/** Without clients: they are added by the reader. */
export function toInbound(row: InboundRow, parent: FallbackParent | undefined): Omit<Inbound, 'clientStats'> {
  return {
    id: row.id,
    up: row.up,
    down: row.down,
    lastTrafficResetTime: row.last_traffic_reset_time,
    tag: row.tag,
    ...toInboundFields(row),
    version: inboundVersion(row),
    ...(parent && { fallbackParent: parent }),
  }
}

export const toFallbackInbound = (row: InboundRow): FallbackInbound => ({
  id: row.id,
  listen: row.listen,
  port: row.port,
  nodeId: row.node_id,
  protocol: row.protocol,
  settings: parseBlock(row.settings),
  streamSettings: parseBlock(row.stream_settings),
  disableFlow: row.disable_flow,
})

/** The input for an inbound's section of the core configuration. */
export const toSectionSource = (row: InboundRow): SectionSource => ({
  ...toFallbackInbound(row),
  protocol: protocolOf(row),
  tag: row.tag,
  remark: row.remark,
  enable: row.enable && isProtocol(row.protocol),
  sniffing: parseBlock(row.sniffing),
  ...(row.speed_down > 0 && { speedDown: row.speed_down }),
})

export const toFallback = (r: StoredFallback): FallbackRow => ({
  id: r.id,
  masterId: r.master_id,
  childId: r.child_id,
  name: r.name,
  alpn: r.alpn,
  path: r.path,
  xver: r.xver,
  dest: r.dest,
  sortOrder: r.sort_order,
})
