import type { Host } from '#contract/host.ts'
import type { HiddenBytes } from '#domain/core-config/users.ts'
import { routesTo } from '#domain/links/routes-to-inbound.ts'
import type { Db } from '../platform/db/open.ts'
import { type ClientRow, toClient } from '../platform/db/rows/client.ts'
import type { StoredFallback } from '../platform/db/rows/inbound.ts'
import type { Found } from './find.ts'
import { once, type Reached } from './inbounds-picture.ts'
import { mastersIn } from './masters.ts'
import { createParse, type HostRow, type Place, type PlaceRow, toHost, toPlace } from './places.ts'

const perPage = 200

const placesSql = `select i.*, n.address as node_address from inbounds i left join nodes n on n.id = i.node_id
  where i.user_id = $1 order by i.id`
const rowsSql = 'select * from inbound_fallbacks order by sort_order, id'
const hostsSql = `select h.id, h.inbound_id, h.address, g.* from hosts h join host_groups g on g.group_id = h.group_id
  order by g.sort_order, g.created_at, g.group_id, h.id`
const clientsSql = `select * from clients where id > $1 order by id limit ${perPage}`
const attachedSql = `select client_id, inbound_id, flow_override from client_inbounds
  where client_id > $1 and client_id <= $2 order by client_id, inbound_id`

interface AttachedRow {
  client_id: number
  inbound_id: number
  flow_override: string
}

async function readPlaces(db: Db, hidden: HiddenBytes, userId: number) {
  const parse = createParse()
  const places = new Map<number, Place>()
  for (const row of await db.rows<PlaceRow>(placesSql, [userId]))
    places.set(row.id, toPlace(row, parse, hidden))
  const masters = mastersIn(await db.rows<StoredFallback>(rowsSql, []), places)
  const hosts: Host[] = (await db.rows<HostRow>(hostsSql, [])).map(toHost)
  const reached = new Map<number, Reached>()
  for (const [id, inbound] of places) {
    const master = masters.of(id)
    const routes = once(() => {
      masters.refuseCutOff(inbound)
      return routesTo(inbound, master, hosts)
    })
    reached.set(id, { inbound, ...(master && { master }), routes })
  }
  return { reached, hosts }
}

/** Every client that is attached to an inbound of this user, a few hundred at a time. */
export async function* findAll(
  { db, hidden }: { db: Db; hidden: HiddenBytes },
  userId: number,
): AsyncGenerator<Found> {
  const { reached, hosts } = await readPlaces(db, hidden, userId)
  for (let after = 0; ; ) {
    const clients = await db.rows<ClientRow>(clientsSql, [after])
    const last = clients.at(-1)
    if (!last) return
    const attached = new Map<number, AttachedRow[]>(clients.map((row) => [row.id, []]))
    for (const row of await db.rows<AttachedRow>(attachedSql, [after, last.id]))
      attached.get(row.client_id)?.push(row)
    for (const row of clients) {
      const attachments = (attached.get(row.id) ?? []).flatMap((a) => {
        const at = reached.get(a.inbound_id)
        return at ? [{ ...at, flowOverride: a.flow_override }] : []
      })
      const traffic = { up: 0, down: 0, lastOnline: 0 }
      if (attachments.length > 0)
        yield { client: toClient(row), externalLinks: '', traffic, attachments, hosts }
    }
    after = last.id
    // SQLite answers synchronously: let other work run between two pages.
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}
