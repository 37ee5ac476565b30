import type { Block } from '#contract/inbound.ts'
import { inboundFields } from '#contract/inbounds/fields.ts'
import { carriesClients, isProtocol } from '#contract/protocol.ts'
import { layer4Of } from '#domain/inbounds/port.ts'
import { checkTag, madeTags } from '#domain/inbounds/tag.ts'
import { coded } from '#domain/refusal.ts'
import { asBlocks, asCount, asFlag, asObject, asText, asWhole, isBlock } from '#domain/untyped.ts'
import { hasOpenPeer, peersBeside } from '#domain/wireguard/peers.ts'
import { type ArrivingInbound, inboundCells } from '../arrival.ts'
import type { Findings } from '../findings.ts'
import { whyNot } from '../names.ts'
import type { SourceRow, SourceTables } from '../source-tables.ts'
import { rowsOf } from '../source-tables.ts'

/** An inbound with what the rows that refer to it need. */
export interface ReadInbound {
  readonly inbound: ArrivingInbound
  /** Entries of `settings.clients`: all that there is up to 2.x, a copy of the records later. */
  readonly listed: readonly Block[]
}

/** By row number of the source. */
export type ReadInbounds = ReadonlyMap<number, ReadInbound>

/** Earlier names of the same protocols. */
const renamedProtocols: Readonly<Record<string, string>> = { 'dokodemo-door': 'tunnel', socks: 'mixed' }

function settingsOf(protocol: string, written: Block): { settings: Block; listed: Block[] } {
  if (!carriesClients(protocol)) return { settings: written, listed: [] }
  const { clients, users, ...settings } = written
  const list = clients ?? users
  const listed = Array.isArray(list) ? list.filter(isBlock) : []
  if (protocol !== 'wireguard' || listed.length === 0) return { settings, listed }
  return { settings: { ...settings, peers: peersBeside(asBlocks(settings.peers), listed) }, listed }
}

function blocksOf(row: SourceRow, protocol: string) {
  const settings = asObject(row.settings)
  const stream = asObject(row.stream_settings)
  return {
    ...settingsOf(protocol, settings.block),
    streamSettings: stream.block,
    sniffing: asObject(row.sniffing).block,
    /** A block could not be read: without it the inbound would be another one. */
    isBroken: settings.isBroken || stream.isBroken,
  }
}

/** Keeps a tag that works here; other rows refer to inbounds by tag, so each gets one. */
function tagFor(row: SourceRow, shape: ArrivingInbound, taken: Set<string>): string {
  const given = asText(row.tag).trim()
  if (given !== '' && !taken.has(given) && !whyNot(checkTag, given)) return given
  const { protocol } = shape
  const layers = isProtocol(protocol) ? layer4Of({ ...shape, protocol }) : []
  for (const tag of madeTags({ listen: '', port: shape.port, layers })) if (!taken.has(tag)) return tag
  for (let n = 1; ; n++) if (!taken.has(`inbound-no-${n}`)) return `inbound-no-${n}`
}

function readOne(
  row: SourceRow,
  nodes: ReadonlyMap<number, string>,
  taken: Set<string>,
  found: Findings,
): ReadInbound {
  const written = asText(row.protocol).trim().toLowerCase()
  const protocol = renamedProtocols[written] ?? written
  const { listed, isBroken, ...blocks } = blocksOf(row, protocol)
  const nodeId = asCount(row.node_id)
  const node = nodes.get(nodeId)
  const isLost = nodeId > 0 && node === undefined
  const shape: ArrivingInbound = {
    tag: '',
    ...inboundCells((name) => row[inboundFields[name].column]),
    enable: asFlag(row.enable, true) && !isBroken && !isLost,
    protocol,
    ...blocks,
    up: asCount(row.up),
    down: asCount(row.down),
    lastTrafficResetTime: asCount(row.last_traffic_reset_time),
    node: node ?? '',
  }
  const tag = tagFor(row, shape, taken)
  taken.add(tag)
  const old = asText(row.tag).trim()
  if (tag !== old) found.add('healed', tag, coded('movein.tag-made', { old, tag }))
  if (isBroken) found.add('changes', tag, coded('movein.blocks-broken'))
  if (isLost) found.add('changes', tag, coded('movein.node-lost'))
  if (protocol === 'wireguard' && listed.length > 0 && hasOpenPeer(blocks.settings))
    found.add('note', tag, coded('client.wireguard-open-peer', { tag }))
  return { inbound: { ...shape, tag }, listed }
}

export function readInbounds(
  tables: SourceTables,
  nodes: ReadonlyMap<number, string>,
  found: Findings,
): ReadInbounds {
  const taken = new Set<string>()
  const read = new Map<number, ReadInbound>()
  for (const row of rowsOf(tables, 'inbounds')) {
    const id = asWhole(row.id)
    // A row without a number of its own still comes; nothing can refer to it.
    const key = id === undefined || read.has(id) ? -1 - read.size : id
    read.set(key, readOne(row, nodes, taken, found))
  }
  return read
}
