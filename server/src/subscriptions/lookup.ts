import type { Host } from '#contract/host.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import type { Attachment } from '#domain/links/advertise.ts'
import type { Db } from '../platform/db/open.ts'
import type { MaybeAsync } from '../platform/maybe-async.ts'
import type { Picture } from './inbounds-picture.ts'
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
    | 'shadowsocksKey'
    | 'totalGB'
    | 'expiryTime'
    | 'enable'
  >
  externalLinks: string
  traffic: { up: number; down: number; lastOnline: number }
  attachments: readonly (Attachment & { inbound: Place })[]
  hosts: readonly Host[]
}

/** Everything about one client, in the order of the statement's columns. */
export type ClientTuple = readonly [
  email: string,
  uuid: string,
  password: string,
  auth: string,
  flow: string,
  security: string,
  totalGB: number,
  expiryTime: number,
  enable: number | boolean,
  externalLinks: string,
  up: number | null,
  down: number | null,
  lastOnline: number | null,
  /** A line for each inbound: its id, a space, the flow there. Null: attached to none. */
  attached: string | null,
  shadowsocksKey: string,
]

// One statement whether there is such an id, whether it is attached, or both: the same time for each (R34).
// The partial index holds only ids that are there: the planner must hear that this one is.
const sql = `select c.email, c.uuid, c.password, c.auth, c.flow, c.security, c.total_gb, c.expiry_time, c.enable,
    c.external_links, t.up, t.down, t.last_online,
    (select string_agg(ci.inbound_id || ' ' || replace(ci.flow_override, '\n', ''), '\n')
      from client_inbounds ci where ci.client_id = c.id), c.shadowsocks_key
  from clients c left join client_traffics t on t.email = c.email
  where c.sub_id = $1 and c.sub_id <> '' order by c.id`

/** One client as a rule; a moved-in database may have several with one id. */
export const createLookup =
  (db: Db) =>
  (subId: string): MaybeAsync<readonly ClientTuple[]> =>
    db.tuples<ClientTuple>(sql, [subId])

export type Lookup = ReturnType<typeof createLookup>

const mostKinds = 10_000

/** Many clients are attached to the same inbounds: what a line of ids means is read once for each picture. */
function createAttachments() {
  const known = new WeakMap<Picture, Map<string, Dialler['attachments']>>()
  return (attached: string, picture: Picture): Dialler['attachments'] => {
    let kinds = known.get(picture)
    if (!kinds || kinds.size >= mostKinds) {
      kinds = new Map()
      known.set(picture, kinds)
    }
    let found = kinds.get(attached)
    if (!found) {
      found = attached.split('\n').flatMap((line) => {
        const space = line.indexOf(' ')
        const reached = picture.get(Number(line.slice(0, space)))
        return reached ? [{ ...reached, flowOverride: line.slice(space + 1) }] : []
      })
      kinds.set(attached, found)
    }
    return found
  }
}

const noHosts: readonly Host[] = []

/** Null for a client that is attached to no inbound (R34). */
export function createAssemble() {
  const attachmentsOf = createAttachments()
  return (subId: string, row: ClientTuple, picture: Picture): Dialler | null => {
    const [email, uuid, password, auth, flow, security, totalGB, expiryTime, enable, externalLinks] = row
    const [, , , , , , , , , , up, down, lastOnline, attached, shadowsocksKey] = row
    const attachments = attached === null ? [] : attachmentsOf(attached, picture)
    if (attachments.length === 0) return null
    return {
      client: {
        email,
        subId,
        uuid,
        password,
        auth,
        flow,
        security,
        shadowsocksKey,
        totalGB,
        expiryTime,
        enable: Boolean(enable),
      },
      externalLinks,
      traffic: { up: up ?? 0, down: down ?? 0, lastOnline: lastOnline ?? 0 },
      attachments,
      hosts: noHosts, // the attachments' ways have theirs
    }
  }
}
