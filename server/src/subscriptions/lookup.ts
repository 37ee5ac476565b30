import type { Host } from '#contract/host.ts'
import type { Slowed } from '#contract/limits.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import type { KeyedDevice } from '#domain/devices/keys.ts'
import { type SharedUsage, serviceOf, sharedUsage } from '#domain/limits/service.ts'
import type { Attachment } from '#domain/links/advertise.ts'
import type { Peer } from '#domain/wireguard/keys.ts'
import type { MaybeAsync } from '../platform/maybe-async.ts'
import { deviceLimitSql } from '../store/device-limit.ts'
import type { Db } from '../store/open.ts'
import type { Place, Snapshot } from './inbounds-snapshot.ts'

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
    | 'slowed'
    | 'deviceKeys'
    | 'deviceSecrets'
  > &
    Partial<Peer>
  id: number
  /** What the device that asks dials with at this panel, if it has a key of its own. */
  device?: KeyedDevice | undefined
  externalLinks: string
  traffic: { up: number; down: number; lastOnline: number }
  /** Absent if its group shares nothing. */
  shared?: SharedUsage | undefined
  attachments: readonly (Attachment & { inbound: Place })[]
  hosts: readonly Host[]
}

/** Everything about one client, in the order of the SQL columns. */
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
  /** One line per inbound: its id, a space, the flow there. Null: no inbound. */
  attached: string | null,
  shadowsocksKey: string,
  slowed: Slowed,
  /** How many devices it may have; 0: any number. */
  deviceLimit: number,
  id: number,
  deviceKeys: number | boolean,
  deviceSecrets: string,
  /** Its group, if that is stored. */
  group: string | null,
  groupQuota: number | null,
  groupEnd: number | null,
  groupUsed: number | null,
  groupCutAt: number | null,
  privateKey: string,
  publicKey: string,
  preSharedKey: string,
  allowedIPs: string,
  keepAlive: number,
  /** Inbounds that a quota has closed for it, as ids with commas. */
  spentInbounds: string,
]

/** With its own subscription id, for queries that do not start from it. */
export type NamedTuple = readonly [...ClientTuple, subId: string]

const sqlOf = (
  usage: string,
  shared: string,
  more = '',
) => `select c.email, c.uuid, c.password, c.auth, c.flow, c.security,
    c.total_gb, c.expiry_time, c.enable, ${usage},
    (select string_agg(ci.inbound_id || ' ' || replace(ci.flow_override, '\n', ''), '\n')
      from client_inbounds ci where ci.client_id = c.id), c.shadowsocks_key, c.slowed, ${deviceLimitSql}, c.id, c.device_keys,
    c.device_secrets, ${shared}, ${peer}${more}
  from clients c`
const peer =
  'c.wg_private_key, c.wg_public_key, c.wg_pre_shared_key, c.wg_allowed_ips, c.wg_keep_alive, c.spent_inbounds'
const usage = 'c.external_links, t.up, t.down, t.last_online'
const shared = 'g.name, g.total_gb, g.expiry_time, g.used, g.cut_at'
const withTraffic = `left join client_traffics t on t.email = c.email
  left join client_groups g on g.name = c.group_name and c.group_name <> ''`

// One statement for every case, so that unknown, attached and unattached ids take the same time (R34). The partial
// index covers non-blank ids only: `<> ''` lets the planner use it.
const bySubIdSql = `${sqlOf(usage, shared)} ${withTraffic} where c.sub_id = $1 and c.sub_id <> '' order by c.id`
const byEmailSql = `${sqlOf(usage, shared, ', c.sub_id')} ${withTraffic} where c.email_key = $1`
const noUsage = "'', null, null, null"
const nothingShared = 'null, null, null, null, null'
const pageSql = `${sqlOf(noUsage, nothingShared, ', c.sub_id')} where c.id > $1 order by c.id limit $2`

export const createLookup = (db: Db) => ({
  /** Usually one client; an imported database may have several with one id. */
  bySubId: (subId: string): MaybeAsync<readonly ClientTuple[]> => db.tuples<ClientTuple>(bySubIdSql, [subId]),
  byEmail: (emailKey: string): MaybeAsync<readonly NamedTuple[]> =>
    db.tuples<NamedTuple>(byEmailSql, [emailKey]),
  /** The clients after a row id, without usage and links of other servers. */
  page: (after: number, most: number): MaybeAsync<readonly NamedTuple[]> =>
    db.tuples<NamedTuple>(pageSql, [after, most]),
})

export type Lookup = ReturnType<typeof createLookup>

const mostKinds = 10_000

/** Without the lines of inbounds that a quota has closed; most clients have none. */
function openOnly(attached: string, spentInbounds: string): string {
  if (spentInbounds === '') return attached
  const closed = new Set(spentInbounds.split(','))
  return attached
    .split('\n')
    .filter((line) => !closed.has(line.slice(0, line.indexOf(' '))))
    .join('\n')
}

/** Many clients share the same inbounds, so each list of ids is resolved once per snapshot. */
function createAttachments() {
  const known = new WeakMap<Snapshot, BoundedMap<string, Dialler['attachments']>>()
  return (attached: string, snapshot: Snapshot): Dialler['attachments'] => {
    let kinds = known.get(snapshot)
    if (!kinds) {
      kinds = new BoundedMap(mostKinds)
      known.set(snapshot, kinds)
    }
    return kinds.of(attached, () =>
      attached.split('\n').flatMap((line) => {
        const space = line.indexOf(' ')
        const reached = snapshot.get(Number(line.slice(0, space)))
        return reached ? [{ ...reached, flowOverride: line.slice(space + 1) }] : []
      }),
    )
  }
}

/** Most clients have no group, or one that shares nothing. */
function sharedIn(row: ClientTuple | NamedTuple): SharedUsage | undefined {
  const [group, totalGB, expiryTime, used, cutAt] = [row[20], row[21] ?? 0, row[22] ?? 0, row[23], row[24]]
  if (group === null || (totalGB === 0 && expiryTime === 0)) return undefined
  return { group, ...sharedUsage({ totalGB, expiryTime, used: used ?? 0, cutAt: cutAt ?? 0 }) }
}

/** What ends the service of a client first: its own quota and end, or those of its group. */
export const serviceFor = ({ client, traffic, shared }: Pick<Dialler, 'client' | 'traffic' | 'shared'>) =>
  serviceOf({ quota: client.totalGB, expiryTime: client.expiryTime, used: traffic.up + traffic.down }, shared)

const noHosts: readonly Host[] = []

export function createAssemble() {
  const attachmentsOf = createAttachments()
  return (subId: string, row: ClientTuple | NamedTuple, snapshot: Snapshot): Dialler => {
    const [email, uuid, password, auth, flow, security, totalGB, expiryTime, enable, externalLinks] = row
    const [, , , , , , , , , , up, down, lastOnline, attached, shadowsocksKey, slowed, , id] = row
    const [deviceKeys, deviceSecrets] = [Boolean(row[18]), row[19]]
    const attachments = attached === null ? [] : attachmentsOf(openOnly(attached, row[30]), snapshot)
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
        slowed,
        deviceKeys,
        deviceSecrets,
        ...{
          privateKey: row[25],
          publicKey: row[26],
          preSharedKey: row[27],
          allowedIPs: row[28],
          keepAlive: row[29],
        },
      },
      id,
      externalLinks,
      traffic: { up: up ?? 0, down: down ?? 0, lastOnline: lastOnline ?? 0 },
      shared: sharedIn(row),
      attachments,
      hosts: noHosts, // the routes of the attachments contain theirs
    }
  }
}
