import type { Named } from '#contract/follow.ts'
import { groupBy } from '#domain/topology/group-by.ts'
import type { Policy } from '../../store/named.ts'
import {
  type ClientRow,
  clientColumns,
  type TrafficRow,
  toRow,
  type WrittenClient,
} from '../../store/rows/client.ts'
import type { Draft } from '../conflicts.ts'
import type { Known } from '../find.ts'
import type { QuotaCount, UsageRow } from '../quotas/usage.ts'

export interface Link {
  inbound_id: number
  flow_override: string
  created_at: number
}

export interface DeviceCount {
  id: number
  client_id: number
  up: number
  down: number
}

/** Bytes of a client on one inbound, or on a node, whose id is below zero; `charged` in hundredths. */
export type InboundCount = readonly [inbound: number, up: number, down: number, charged: number]

/** Counters that an act set to zero. `setAt`: the mark that the act left on them. */
export interface Counted {
  up: number
  down: number
  resetCount: number
  setAt: number
  setAtBefore: number
  /** What its devices had counted. */
  devices?: DeviceCount[]
  /** What it had used on each inbound, where that is counted apart. */
  inbounds?: InboundCount[]
  /** What was used of quotas that begin anew with the counters. */
  quotas?: QuotaCount[]
}

/** What an act changed of one client: only the columns that differ, as they were and as they are now. */
export interface ChangedImage {
  id: number
  email: string
  was: Partial<WrittenClient>
  is: Partial<WrittenClient>
  /** Columns of the traffic row that follow the client. */
  traffic?: Pick<TrafficRow, 'inbound_id' | 'cut_at'>
  added?: number[]
  removed?: Link[]
  counted?: Counted
}

export interface GoneImage {
  id: number
  email: string
  gone: {
    client: ClientRow
    /** Absent if the act left the counters. */
    traffic?: TrafficRow
    links: Link[]
    ips?: { id: number; client_email: string; ips: string }
    /** What it had used on each inbound since its counters were reset. */
    inbounds?: InboundCount[]
    /** Rows of its devices. */
    devices?: Record<string, unknown>[]
    /** What was used of its quotas for inbounds. */
    quotas?: UsageRow[]
  }
}

export interface MadeImage {
  email: string
  made: {
    /** As it was made, without blank columns. */
    is: Partial<WrittenClient>
    inboundIds: number[]
    /** Counters that an earlier client of this name had left. */
    had?: Pick<TrafficRow, 'up' | 'down' | 'last_online'>
  }
}

/** Counters without a client that an act set to zero. */
export interface LooseImage {
  email: string
  loose: Counted
}

/** What a group or a plan named before an act, and after it. */
export interface PolicyImage {
  policy: Policy
  name: string
  named: { was: Named; is: Named }
  /** The act has stored the group, which was only a label on its clients before. */
  isNew?: true
}

export type Image = ChangedImage | GoneImage | MadeImage | LooseImage | PolicyImage
export const isGone = (image: Image): image is GoneImage => 'gone' in image
export const isMade = (image: Image): image is MadeImage => 'made' in image
export const isLoose = (image: Image): image is LooseImage => 'loose' in image
export const isPolicy = (image: Image): image is PolicyImage => 'policy' in image
export const isChanged = (image: Image): image is ChangedImage => 'was' in image

/** Columns that a later version adds are blank in the rows of an earlier one. */
export const filled = (row: WrittenClient): Partial<WrittenClient> =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => name !== 'search_text' && value))

export const columns = Object.keys(clientColumns) as (keyof WrittenClient)[] // of the table above it

/** `links`: the stored attachments, needed where the act removes some. */
export function imageOf(
  { known, next, inboundIds }: Draft & { known: Known },
  links: readonly Link[] = [],
): ChangedImage {
  const { row, traffic } = known
  const after = toRow(next)
  const differing = columns.filter((name) => name !== 'search_text' && row[name] !== after[name])
  const pick = (from: WrittenClient) =>
    Object.fromEntries(differing.map((name) => [name, from[name]])) as Partial<WrittenClient>
  const added = inboundIds.filter((id) => !known.inboundIds.includes(id))
  const removed = links.filter(({ inbound_id }) => !inboundIds.includes(inbound_id))
  return {
    id: row.id,
    email: next.email,
    was: pick(row),
    is: pick(after),
    ...(traffic && { traffic: { inbound_id: traffic.inbound_id, cut_at: traffic.cut_at } }),
    ...(added.length > 0 && { added }),
    ...(removed.length > 0 && { removed }),
  }
}

/** The mark that setting counters leaves: later than the one before, whatever the clock says. */
export const nextMark = (traffic: Pick<TrafficRow, 'set_at'> | undefined, now: number): number =>
  Math.max(now, (traffic?.set_at ?? 0) + 1)

export const countedOf = (
  traffic: Pick<TrafficRow, 'up' | 'down' | 'reset_count' | 'set_at'>,
  now: number,
  { devices = [], inbounds = [], quotas = [] }: Parts = {},
): Counted => ({
  up: traffic.up,
  down: traffic.down,
  resetCount: traffic.reset_count,
  setAt: nextMark(traffic, now),
  setAtBefore: traffic.set_at,
  ...(devices.length > 0 && { devices }),
  ...(inbounds.length > 0 && { inbounds }),
  ...(quotas.length > 0 && { quotas }),
})

type Parts = Pick<Counted, 'devices' | 'inbounds' | 'quotas'>

/** What devices, inbounds and quotas have counted, by client. */
export function partsOf(
  devices: readonly DeviceCount[] = [],
  counts: { inbounds?: ReadonlyMap<number, InboundCount[]>; quotas?: readonly QuotaCount[] } = {},
): (client: number) => Parts {
  const byClient = groupBy(devices, ({ client_id }) => client_id)
  const used = groupBy(counts.quotas ?? [], ({ client_id }) => client_id)
  return (client) => ({
    devices: byClient.get(client) ?? [],
    inbounds: counts.inbounds?.get(client) ?? [],
    quotas: used.get(client) ?? [],
  })
}
