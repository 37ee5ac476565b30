import type { Host } from '#contract/host.ts'
import type { HiddenBytes } from '#domain/core-config/users.ts'
import type { Attachment } from '#domain/links/advertise.ts'
import { type Route, routesTo } from '#domain/links/routes-to-inbound.ts'
import type { Change } from '../store/changes/change.ts'
import type { Db } from '../store/open.ts'
import type { StoredFallback } from '../store/rows/inbound.ts'
import { mastersIn } from './masters.ts'
import { createParse, type HostRow, type Place, type PlaceRow, toHost, toPlace } from './places.ts'

/** An inbound with its master and the routes to it; routes are computed when the first link is needed. */
export type Reached = Omit<Attachment, 'flowOverride'> & { inbound: Place; routes: () => readonly Route[] }

/** All inbounds as links see them, by id: few rows that every subscription needs and that rarely change. */
export type Snapshot = ReadonlyMap<number, Reached>

const placesSql = `select i.*, n.address as node_address, n.sub_down as node_down, n.sub_rank as node_rank,
    n.fleet as node_fleet
  from inbounds i left join nodes n on n.id = i.node_id`
const fallbacksSql = 'select * from inbound_fallbacks order by sort_order, id'
const hostsSql = `select h.id, h.inbound_id, h.address, g.* from hosts h join host_groups g on g.group_id = h.group_id
  order by g.sort_order, g.created_at, g.group_id, h.id`

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

export function createInboundsSnapshot({
  db,
  hidden,
  now,
}: {
  db: Db
  hidden: HiddenBytes
  now: () => number
}) {
  const parse = createParse()
  let current: Snapshot | undefined
  let readAt = 0
  let changes = 0
  let loading: Promise<Snapshot> | undefined

  async function read(): Promise<Snapshot> {
    const at = changes
    const began = now()
    const places = new Map<number, Place>()
    for (const row of await db.rows<PlaceRow>(placesSql, [])) places.set(row.id, toPlace(row, parse, hidden))
    const masters = mastersIn(await db.rows<StoredFallback>(fallbacksSql, []), places)
    const hosts = new Map<number, Host[]>()
    for (const row of await db.rows<HostRow>(hostsSql, [])) {
      const list = hosts.get(row.inbound_id)
      if (list) list.push(toHost(row))
      else hosts.set(row.inbound_id, [toHost(row)])
    }
    const snapshot = new Map<number, Reached>()
    for (const [id, inbound] of places) {
      const master = masters.of(id)
      const named = [...(hosts.get(id) ?? []), ...((master && hosts.get(master.id)) ?? [])]
      snapshot.set(id, {
        inbound,
        ...(master && { master }),
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
    }
    return snapshot
  }

  function forget(): void {
    changes++
    current = undefined
    loading = undefined // it began before the change: the next caller starts a new read
  }

  const known = (): Snapshot | undefined =>
    db.engine === 'sqlite' || now() - readAt < postgresAgeMs ? current : undefined

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
