import { type Selectable, sql } from 'kysely'
import type { CapHold } from '#contract/caps-api.ts'
import { byName } from '#contract/clients/fields.ts'
import type { FallbackParent, FallbackRow } from '#contract/fallback.ts'
import type { Inbound } from '#contract/inbound.ts'
import { type InboundField, inboundFieldNames, inboundFields } from '#contract/inbounds/fields.ts'
import { isProtocol, type Protocol } from '#contract/protocol.ts'
import { contentVersion } from '#domain/content-version.ts'
import { takesAddressKeys } from '#domain/core-config/address-keys.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { FallbackInbound } from '#domain/inbounds/fallbacks.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import { wordsIn } from '#domain/inbounds/labels.ts'
import { tidySniffing, tidyStream } from '#domain/inbounds/stream.ts'
import type { Values } from '#domain/rotation/values.ts'
import { hundredths } from '#domain/traffic/charge.ts'
import { parseBlock } from '../../platform/db/json.ts'
import type { Reader, Tx } from '../open.ts'
import type { Schema } from '../schema.ts'
import type { AddressKeys } from './host.ts'

type Column = (typeof inboundFields)[InboundField]['column']
export type InboundRow = Selectable<Schema['inbounds']>
/** `runsHere` of the domain, as a condition on rows of `inbounds`. */
export const storedHere = sql<boolean>`inbounds.node_id is null`

export type StoredFallback = Selectable<Schema['inbound_fallbacks']>

/** The columns that a write sets; counters, owner and reset time are written elsewhere. */
export function toInboundColumns(f: InboundFields) {
  const cellOf = (name: InboundField) => {
    const value = f[name]
    return Array.isArray(value) ? value.join() : value
  }
  const scalars = Object.fromEntries(
    inboundFieldNames.map((name) => [inboundFields[name].column, cellOf(name)]),
  )
  return {
    ...(scalars as Pick<InboundRow, Column>), // column by column
    settings: JSON.stringify(f.settings),
    stream_settings: JSON.stringify(f.streamSettings),
    sniffing: JSON.stringify(f.sniffing),
  }
}

/** A row with an unknown protocol can only come from another program; it is shown as a disabled tunnel. */
const protocolOf = (row: InboundRow): Protocol => (isProtocol(row.protocol) ? row.protocol : 'tunnel')

export function toInboundFields(row: InboundRow): InboundFields {
  const scalars = byName(inboundFieldNames, (name) => {
    const cell = row[inboundFields[name].column]
    return inboundFields[name].kind === 'words' ? wordsIn(String(cell)) : cell
  })
  return {
    ...(scalars as Pick<InboundFields, InboundField>), // name by name
    protocol: protocolOf(row),
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
    ...(row.capped !== '' && { capped: holdOf(row) }),
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

/** Former values that are still served; written by `serve` of the inbounds room. */
export const alsoServed = ({ also_served }: Pick<InboundRow, 'also_served'>): Values | undefined =>
  also_served === '' ? undefined : (JSON.parse(also_served) as Values)

/** What a monthly cap does to it; written by `hold` of the inbounds room. */
export const holdOf = ({ capped }: Pick<InboundRow, 'capped'>): CapHold | undefined =>
  capped === '' ? undefined : (JSON.parse(capped) as CapHold)

/** Enabled by the operator, and not closed by a cap. */
export const isOpen = (row: Pick<InboundRow, 'enable' | 'capped'>): boolean =>
  row.enable && holdOf(row)?.does !== 'stop'

/** Why users of an inbound have names of their own there. */
interface Apart {
  /** Bytes are counted apart on every inbound. */
  perInbound?: boolean
  /** By inbound. */
  addressKeys?: AddressKeys
}

/**
 * The input for an inbound's section of the core configuration. Bytes of MASQUE are never counted apart: a client logs in
 * there with its name in the core, and another one would turn its apps away.
 */
export function toSectionSource(
  row: InboundRow,
  { perInbound = false, addressKeys: keys }: Apart = {},
): SectionSource {
  const also = alsoServed(row)
  const fields = toFallbackInbound(row)
  const addressKeys = takesAddressKeys(fields) ? keys?.get(row.id) : undefined
  const isPriced = hundredths(row.multiplier) !== 100 || addressKeys !== undefined
  const countedApart = row.protocol !== 'masque' && (perInbound || isPriced)
  return {
    ...fields,
    protocol: protocolOf(row),
    tag: row.tag,
    remark: row.remark,
    enable: isOpen(row) && isProtocol(row.protocol),
    sniffing: parseBlock(row.sniffing),
    ...(row.speed_down > 0 && { speedDown: row.speed_down }),
    ...(also && { also }),
    ...(countedApart && { countedApart }),
    ...(addressKeys && { addressKeys }),
  }
}

/** Of all inbounds, in the order in which they are tried. */
export async function readFallbacks(db: Reader | Tx): Promise<FallbackRow[]> {
  const rows = await db
    .selectFrom('inbound_fallbacks')
    .selectAll()
    .orderBy('master_id')
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map(toFallback)
}

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
