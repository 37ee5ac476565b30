import type { Host } from '#contract/host.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import type { Attachment } from '#domain/links/advertise.ts'
import type { Db } from '../db/open.ts'
import { andThen, type Later } from '../later.ts'
import type { InboundsPicture, Picture } from './inbounds-picture.ts'
import type { Place } from './places.ts'

/** A client as far as its links and its usage go. */
export interface Dialler {
  client: Pick<
    StoredClient,
    | 'email'
    | 'subId'
    | 'uuid'
    | 'password'
    | 'auth'
    | 'flow'
    | 'security'
    | 'totalGB'
    | 'expiryTime'
    | 'enable'
  >
  externalLinks: string
  traffic: { up: number; down: number; lastOnline: number }
  attachments: (Attachment & { inbound: Place })[]
  hosts: readonly Host[]
  /** All that the rest was made of. */
  source: { rows: readonly Row[]; picture: Picture }
}

interface Row {
  email: string
  uuid: string
  password: string
  auth: string
  flow: string
  security: string
  total_gb: number
  expiry_time: number
  enable: boolean
  external_links: string
  up: number | null
  down: number | null
  last_online: number | null
  inbound_id: number
  flow_override: string
}

// One statement whether there is such an id, whether it is attached, or both: the same time for each (decision 34).
// The partial index holds only ids that are there: the planner must hear that this one is.
const sql = `select c.email, c.uuid, c.password, c.auth, c.flow, c.security, c.total_gb, c.expiry_time, c.enable,
    c.external_links, t.up, t.down, t.last_online, ci.inbound_id, ci.flow_override
  from clients c join client_inbounds ci on ci.client_id = c.id left join client_traffics t on t.email = c.email
  where c.sub_id = $1 and c.sub_id <> ''`

const mostRecent = 4_096

/**
 * Whom a subscription id belongs to: one prepared statement, and inbounds that are known already. On SQLite who asks
 * again before anything at all was committed is not looked up again.
 */
export function createLookup(db: Db, picture: InboundsPicture) {
  const recent = new Map<string, Dialler>()
  let version: number | undefined

  function remember(at: number | undefined, found: Dialler | null): Dialler | null {
    if (found && at !== undefined && at === version) {
      if (recent.size >= mostRecent) recent.delete(recent.keys().next().value ?? '')
      recent.set(found.client.subId, found)
    }
    return found
  }

  return (subId: string): Later<Dialler | null> =>
    andThen(picture.get(), (known) => {
      const at = db.dataVersion?.()
      if (at !== version) {
        recent.clear()
        version = at
      }
      const again = recent.get(subId)
      if (again?.source.picture === known) return again
      return andThen(db.rows<Row>(sql, [subId]), (rows) => remember(at, assembled(subId, rows, known)))
    })
}

export type Lookup = ReturnType<typeof createLookup>

function assembled(subId: string, rows: readonly Row[], picture: Picture): Dialler | null {
  const [row] = rows
  if (!row) return null
  const attachments: Dialler['attachments'] = []
  let hosts: Host[] | undefined
  for (const { inbound_id, flow_override } of rows) {
    const reached = picture.get(inbound_id)
    if (!reached) continue
    attachments.push({
      inbound: reached.inbound,
      flowOverride: flow_override,
      ...(reached.master && { master: reached.master }),
    })
    if (reached.hosts.length > 0) hosts = [...(hosts ?? []), ...reached.hosts]
  }
  if (attachments.length === 0) return null
  const { email, uuid, password, auth, flow, security, enable } = row
  return {
    client: {
      email,
      subId,
      uuid,
      password,
      auth,
      flow,
      security,
      enable,
      totalGB: row.total_gb,
      expiryTime: row.expiry_time,
    },
    externalLinks: row.external_links,
    traffic: { up: row.up ?? 0, down: row.down ?? 0, lastOnline: row.last_online ?? 0 },
    attachments,
    // Two children of one master name its hosts twice.
    hosts: hosts ? [...new Set(hosts)] : [],
    source: { rows, picture },
  }
}
