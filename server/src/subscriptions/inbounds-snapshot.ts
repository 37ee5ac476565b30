import type { CapHold } from '#contract/caps-api.ts'
import { takesDeviceKeys } from '#contract/fleet-api.ts'
import type { Block } from '#contract/inbound.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { takesAddressKeys } from '#domain/core-config/address-keys.ts'
import { type HiddenBytes, serverKey } from '#domain/core-config/users.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import { type CutOff, cutOffChildren } from '#domain/inbounds/fallbacks.ts'
import { isInner } from '#domain/inbounds/listen.ts'
import { canonicalStream } from '#domain/inbounds/stream.ts'
import type { AdvertisedInbound, Attachment } from '#domain/links/advertise.ts'
import { type Route, routesTo } from '#domain/links/routes-to-inbound.ts'
import type { SeenEntries } from '#domain/links/unhealthy.ts'
import { Refusal } from '#domain/refusal.ts'
import { parseBlock } from '../platform/db/json.ts'
import type { Base } from '../settings/base-services.ts'
import type { Change } from '../store/changes/change.ts'
import { type HostRow, toHost } from '../store/rows/host.ts'
import {
  alsoServed,
  holdOf,
  type InboundRow,
  isOpen,
  type StoredFallback,
  toFallback,
} from '../store/rows/inbound.ts'

/** An inbound with its master and the routes to it; routes are computed when the first link is needed. */
export type Reached = Omit<Attachment, 'flowOverride'> & { inbound: Place; routes: () => readonly Route[] }

/** All inbounds as links see them, by id: few rows that every subscription needs and that rarely change. */
export type Snapshot = ReadonlyMap<number, Reached> & {
  /** Numbers of networks in which a probe does not get through some entry; absent: none. */
  blockedIn?: ReadonlySet<number>
}

const placesSql = `select i.*, n.address as node_address, n.sub_down as node_down, n.sub_rank as node_rank,
    n.fleet as node_fleet, n.xray_version as node_core
  from inbounds i left join nodes n on n.id = i.node_id`
const fallbacksSql = 'select * from inbound_fallbacks order by sort_order, id'
const hostsSql = `select h.id, h.inbound_id, h.address, g.* from hosts h join host_groups g on g.group_id = h.group_id
  order by g.sort_order, g.created_at, g.group_id, h.id`
const sunkSql = `select inbound_id, entry, eye, asn, checked_at from entry_checks where sunk and (eye = '' or asn > 0)`

/** Changes that affect no inbound. Every other kind, including future ones, invalidates the snapshot. */
const harmless: ReadonlySet<Change['kind']> = new Set([
  'clients-changed',
  'settings-saved',
  'credentials-changed',
  'session-ended',
  'outbound-subs-changed',
])

/** Another panel on the same PostgreSQL cannot notify us; on SQLite there is no other panel. */
const postgresAgeMs = 2_000

/** A call that throws is retried next time, so its reason is reported every time. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

interface Deps extends Pick<Base, 'db' | 'now'> {
  hidden: HiddenBytes
  /** Of this panel's core. */
  coreVersion: () => string
}

export function createInboundsSnapshot({ db, hidden, coreVersion, now }: Deps) {
  const parse = createParse()
  let current: Snapshot | undefined
  let readAt = 0
  let readFor = ''
  let changes = 0
  let loading: Promise<Snapshot> | undefined

  async function read(): Promise<Snapshot> {
    const at = changes
    const began = now()
    const version = coreVersion()
    const places = new Map<number, Place>()
    const takesKeys = new Set<number>()
    for (const row of await db.rows<PlaceRow>(placesSql, [])) {
      const coreVersion = row.node_id === null ? version : (row.node_core ?? '')
      const place = { ...toPlace(row, parse, hidden), coreVersion }
      places.set(row.id, place)
      if (takesAddressKeys({ ...place, nodeId: row.node_id })) takesKeys.add(row.id)
    }
    const masters = mastersIn(await db.rows<StoredFallback>(fallbacksSql, []), places)
    const hostRows = await db.rows<HostRow>(hostsSql, [])
    const hosts = Map.groupBy(hostRows.map(toHost), ({ inboundId }) => inboundId)
    const sunkRows = await db.rows<SunkRow>(sunkSql, [])
    const seen = Map.groupBy(sunkRows, (row) => row.inbound_id)
    const snapshot = withBlocked(new Map<number, Reached>(), sunkRows)
    for (const [id, inbound] of places) {
      const master = masters.of(id)
      const named = [...(hosts.get(id) ?? []), ...((master && hosts.get(master.id)) ?? [])]
      const sunk = seen.get(id)
      snapshot.set(id, {
        inbound,
        ...(master && { master }),
        ...(takesKeys.has(id) && { derived: hidden }),
        ...(sunk && seenIn(sunk)),
        routes: once(() => {
          masters.refuseCutOff(inbound)
          return routesTo(inbound, master, named)
        }),
      })
    }
    // If something changed during the read, the result may miss it: use it for this caller only.
    if (at === changes) {
      current = snapshot
      readAt = began
      readFor = version
    }
    return snapshot
  }

  function forget(): void {
    changes++
    current = undefined
    loading = undefined // it began before the change: the next caller starts a new read
  }

  const known = (): Snapshot | undefined =>
    readFor === coreVersion() && (db.engine === 'sqlite' || now() - readAt < postgresAgeMs)
      ? current
      : undefined

  return {
    known,
    /** Synchronous if cached. */
    get(): Snapshot | Promise<Snapshot> {
      const fresh = known()
      if (fresh) return fresh
      loading ??= read().finally(() => {
        loading = undefined
      })
      return loading
    },
    forget,
    onChange({ kind }: Change) {
      if (!harmless.has(kind)) forget()
    },
  }
}

export type InboundsSnapshot = ReturnType<typeof createInboundsSnapshot>

export type PlaceRow = InboundRow & {
  node_address: string | null
  node_down: boolean | null
  node_rank: number | null
  node_fleet: number | null
  node_core: string | null
}

interface SunkRow {
  inbound_id: number
  entry: string
  eye: string
  asn: number
  checked_at: number
}

function withBlocked(snapshot: Map<number, Reached>, rows: readonly SunkRow[]) {
  const elsewhere = rows.filter(({ eye }) => eye !== '')
  return elsewhere.length === 0
    ? snapshot
    : Object.assign(snapshot, { blockedIn: new Set(elsewhere.map(({ asn }) => asn)) })
}

/** Of several probes in a network, what the last one saw counts. */
function seenIn(rows: readonly SunkRow[]): SeenEntries {
  const timesOf = (some: readonly SunkRow[]) =>
    new Map(
      some.toSorted((a, b) => a.checked_at - b.checked_at).map(({ entry, checked_at: at }) => [entry, at]),
    )
  const [own, elsewhere] = [rows.filter(({ eye }) => eye === ''), rows.filter(({ eye }) => eye !== '')]
  const networks = Map.groupBy(elsewhere, ({ asn }) => asn)
  return {
    ...(own.length > 0 && { sunk: timesOf(own) }),
    ...(networks.size > 0 && { blocked: new Map([...networks].map(([asn, some]) => [asn, timesOf(some)])) }),
  }
}

/** An inbound as links see it, and whose it is. */
export type Place = AdvertisedInbound & {
  userId: number
  /** Open: enabled, and no cap closes it. */
  enable: boolean
  /** What a monthly cap does to it. */
  hold?: CapHold
}

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
  const also = alsoServed(row)
  const hold = row.enable ? holdOf(row) : undefined
  return {
    id: row.id,
    userId: row.user_id,
    enable: isOpen(row),
    ...(hold && { hold }),
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
    ...(also && { also }),
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

/** `rows` in order, with all rows of each master; `places` holds their masters and children. */
export function mastersIn(rows: readonly StoredFallback[], places: ReadonlyMap<number, Place>) {
  const shapeOf = (id: number) => {
    const place = places.get(id)
    return place && { ...place, streamSettings: canonicalStream(place.streamSettings) }
  }
  const masters = new Map<number, Place>()
  const lost = new Set<number>()
  const cutOff = new Map<number, ReadonlyMap<number, CutOff>>()
  for (const id of new Set(rows.map((row) => row.master_id))) {
    const master = shapeOf(id)
    const own = rows.filter((row) => row.master_id === id).map(toFallback)
    if (master) cutOff.set(id, cutOffChildren(master, own, shapeOf))
  }
  for (const { master_id, child_id } of rows) {
    const master = places.get(master_id)
    if (!master || child_id <= 0 || masters.has(child_id) || !canLend(master)) continue
    const why = cutOff.get(master_id)?.get(child_id)
    const listen = places.get(child_id)?.listen ?? ''
    if (why === 'shared') lost.add(child_id)
    // Its routes say so, unless an advertised address has another security; a public one is reached directly.
    else if (why !== 'undialable' || isInner(listen)) masters.set(child_id, master)
  }
  return {
    /** The master that a child is reached through: the first fallback row that leads to it. */
    of: (childId: number): Place | undefined => masters.get(childId),
    /** Throws for a child that no outside connection can reach: it is not advertised. */
    refuseCutOff({ id, listen }: Place): void {
      if (masters.has(id) || !lost.has(id) || !isInner(listen)) return
      throw new Refusal('link.master-shared')
    },
  }
}
