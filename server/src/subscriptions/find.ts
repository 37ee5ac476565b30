import type { Host } from '#contract/host.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import { emailKey } from '#domain/clients/names.ts'
import type { HiddenBytes } from '#domain/core-config/users.ts'
import type { Attachment } from '#domain/links/advertise.ts'
import { routesTo } from '#domain/links/routes-to-inbound.ts'
import type { Db } from '../platform/db/open.ts'
import { type ClientRow, toClient } from '../platform/db/rows/client.ts'
import type { StoredFallback } from '../platform/db/rows/inbound.ts'
import { isStorable } from '../platform/db/storable.ts'
import { type Masters, mastersIn } from './masters.ts'
import { createParse, type HostRow, type Place, type PlaceRow, toHost, toPlace } from './places.ts'

/** One client with everything that its links are made of. */
export interface Found {
  client: StoredClient
  /** Links of other servers, as the operator wrote them; '' for none. */
  externalLinks: string
  /** Bytes, and the last-online time in milliseconds. */
  traffic: { up: number; down: number; lastOnline: number }
  /** If empty, the subscription id counts as unknown (R34). Includes disabled inbounds (`inbound.enable`). */
  attachments: (Attachment & { inbound: Place })[]
  hosts: Host[]
}

type ClientWithTraffic = ClientRow & {
  used_up: number | null
  used_down: number | null
  last_online: number | null
}
type AttachedRow = PlaceRow & { flow_override: string; has_master: unknown; has_hosts: unknown }

const clientSql = `select c.*, t.up as used_up, t.down as used_down, t.last_online
  from clients c left join client_traffics t on t.email = c.email`
// The partial index covers non-blank ids only: `<> ''` lets the planner use it.
const bySubIdSql = `${clientSql} where c.sub_id = $1 and c.sub_id <> '' order by c.id`
const byEmailSql = `${clientSql} where c.email_key = $1`

const attachedSql = `select i.*, n.address as node_address, ci.flow_override,
    exists (select 1 from inbound_fallbacks f where f.child_id = i.id) as has_master,
    exists (select 1 from hosts) as has_hosts
  from client_inbounds ci join inbounds i on i.id = ci.inbound_id left join nodes n on n.id = i.node_id
  where ci.client_id = $1 order by i.id`

const itsMasters = `select f.master_id from client_inbounds ci join inbound_fallbacks f on f.child_id = ci.inbound_id
  where ci.client_id = $1`
const rowsSql = `select * from inbound_fallbacks where master_id in (${itsMasters}) order by sort_order, id`
const aroundSql = `select i.*, n.address as node_address from inbounds i left join nodes n on n.id = i.node_id
  where i.id in (${itsMasters})
    or i.id in (select child_id from inbound_fallbacks where master_id in (${itsMasters}))`

const hostsSql = `select h.id, h.inbound_id, h.address, g.* from hosts h join host_groups g on g.group_id = h.group_id
  where h.inbound_id in (select inbound_id from client_inbounds where client_id = $1
    union select f.master_id from inbound_fallbacks f join client_inbounds c on c.inbound_id = f.child_id
    where c.client_id = $1)
  order by g.sort_order, g.created_at, g.group_id, h.id`

/**
 * What a client's links are made of: two point reads, two more if it is attached to a fallback's child, and one if the
 * operator advertises addresses. The same at any number of clients.
 */
export function createFind({ db, hidden }: { db: Db; hidden: HiddenBytes }) {
  const parse = createParse()
  const place = (row: PlaceRow): Place => toPlace(row, parse, hidden)

  /** Includes the other children of the same masters: one of them may receive this child's connections. */
  async function mastersOf(clientId: number): Promise<Masters> {
    const rows = await db.rows<StoredFallback>(rowsSql, [clientId])
    const places = (await db.rows<PlaceRow>(aroundSql, [clientId])).map(place)
    return mastersIn(rows, new Map(places.map((p) => [p.id, p])))
  }

  async function complete(row: ClientWithTraffic): Promise<Found> {
    const rows = await db.rows<AttachedRow>(attachedSql, [row.id])
    const lent = rows.some((r) => r.has_master) ? await mastersOf(row.id) : undefined
    const hosts = rows.some((r) => r.has_hosts) ? await db.rows<HostRow>(hostsSql, [row.id]) : []
    const named = hosts.map(toHost)
    return {
      client: toClient(row),
      externalLinks: row.external_links,
      traffic: { up: row.used_up ?? 0, down: row.used_down ?? 0, lastOnline: row.last_online ?? 0 },
      attachments: rows.map((r) => {
        const [inbound, master] = [place(r), lent?.of(r.id)]
        const routes = () => {
          lent?.refuseCutOff(inbound)
          return routesTo(inbound, master, named)
        }
        return { inbound, flowOverride: r.flow_override, routes, ...(master && { master }) }
      }),
      hosts: named,
    }
  }

  return {
    /** Empty for an unknown id. Ids that cannot exist are not queried. */
    async bySubId(subId: string): Promise<Found[]> {
      if (!isStorable(subId)) return []
      return Promise.all((await db.rows<ClientWithTraffic>(bySubIdSql, [subId])).map(complete))
    },
    async byEmail(email: string): Promise<Found | undefined> {
      if (!isStorable(email)) return undefined
      const [row] = await db.rows<ClientWithTraffic>(byEmailSql, [emailKey(email)])
      return row && complete(row)
    },
  }
}

export type Find = ReturnType<typeof createFind>
