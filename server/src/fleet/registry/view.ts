import { sql } from 'kysely'
import type { Coded } from '#contract/coded.ts'
import type { Node } from '#contract/node.ts'
import { lacksOf } from '#domain/nodes/lacks.ts'
import { blankNode, warningOf } from '#domain/nodes/node.ts'
import type { SubNode } from '#domain/nodes/sub-nodes.ts'
import { inEnglish } from '#domain/refusal.ts'
import { asCount } from '#domain/traffic/ledger.ts'
import type { Db } from '../../store/open.ts'
import type { Behind } from '../sync/pending-view.ts'
import type { Workers } from '../sync/workers.ts'
import type { Beat } from './beat.ts'
import { type NodeRow, toFields } from './calls.ts'
import { nothingKnown, shownStatus } from './probe.ts'

type Counts = typeof noCounts

export const noCounts = {
  inboundCount: 0,
  clientCount: 0,
  onlineCount: 0,
  activeCount: 0,
  depletedCount: 0,
  disabledCount: 0,
  /** Bytes of the inbounds that run on it. */
  trafficUp: 0,
  trafficDown: 0,
}

type Row = Record<'node' | 'clients' | 'depleted' | 'disabled', number>

/** How many inbounds and clients each node has, computed on read. A client is depleted as everywhere else. */
export async function readCounts(
  db: Db,
  now: number,
  workers: Pick<Workers, 'onlineOn'>,
): Promise<Map<number, Counts>> {
  const inbounds = await db.read
    .selectFrom('inbounds')
    .select((e) => [
      'node_id',
      e.fn.countAll<number>().as('n'),
      e.fn.sum<number>('up').as('up'),
      e.fn.sum<number>('down').as('down'),
    ])
    .where('node_id', '>', 0)
    .groupBy('node_id')
    .execute()
  if (inbounds.length === 0) return new Map()
  const managed = sql`select distinct i.node_id as node, ci.client_id as client from inbounds i
    join client_inbounds ci on ci.inbound_id = i.id where i.node_id > 0`
  const ended = sql`((c.total_gb > 0 and coalesce(t.up, 0) + coalesce(t.down, 0) >= c.total_gb)
    or (c.expiry_time > 0 and c.expiry_time <= ${now}))`
  const { rows } = await sql<Row>`select p.node, count(*) as clients,
      sum(case when ${ended} then 1 else 0 end) as depleted,
      sum(case when not ${ended} and not c.enable then 1 else 0 end) as disabled
    from (${managed}) as p join clients c on c.id = p.client left join client_traffics t on t.email = c.email
    group by p.node`.execute(db.read)
  const byNode = new Map(rows.map((row) => [row.node, row]))
  return new Map(
    inbounds.flatMap(({ node_id, n, up, down }) => {
      if (!node_id) return []
      const row = byNode.get(node_id)
      const clientCount = Number(row?.clients ?? 0)
      const depletedCount = Number(row?.depleted ?? 0)
      const disabledCount = Number(row?.disabled ?? 0)
      const counts = {
        inboundCount: Number(n),
        clientCount,
        onlineCount: workers.onlineOn(node_id).length,
        activeCount: clientCount - depletedCount - disabledCount,
        depletedCount,
        disabledCount,
        trafficUp: asCount(Number(up)),
        trafficDown: asCount(Number(down)),
      }
      return [[node_id, counts] as const]
    }),
  )
}

/** Why a node was offline when that was last stored. */
export const storedError = ({ last_error_coded: text }: NodeRow): Coded | undefined =>
  text === '' ? undefined : (JSON.parse(text) as Coded) // written by the heartbeat

const errorOf = (row: NodeRow, beat: Beat | undefined) => {
  const error = beat ? beat.error : storedError(row)
  return {
    lastError: error ? inEnglish(error) : beat ? '' : row.last_error,
    ...(error && { lastErrorCoded: error }),
  }
}

const storedStatus = (row: NodeRow) => ({
  coreVersion: row.xray_version,
  coreState: row.xray_state,
  coreError: row.xray_error,
  panelVersion: row.panel_version,
  cpuPct: row.cpu_pct,
  memPct: row.mem_pct,
  uptimeSecs: row.uptime_secs,
})

/** Fields of 3x-ui that this panel has no use for. */
const notUsed: Pick<Node, 'inboundSyncMode' | 'inboundTags' | 'outboundTag'> = {
  inboundSyncMode: 'selected',
  inboundTags: [],
  outboundTag: '',
}

/** A row with its last heartbeat, as the API shows it; never the token. */
export function toNode(
  row: NodeRow,
  beat: Beat | undefined,
  counts: Counts,
  { behind, since, why }: Behind,
  ownGuid: string,
  noticed: Coded | undefined,
): Node {
  const { apiToken, scheme, ...fields } = toFields(row)
  const said = beat?.said
  const warning = noticed ?? warningOf({ scheme, tlsVerifyMode: fields.tlsVerifyMode })
  return {
    id: row.id,
    ...fields,
    scheme,
    hasApiToken: apiToken !== '',
    guid: said?.guid ?? row.guid,
    parentGuid: ownGuid,
    transitive: false,
    status: beat?.status ?? row.status,
    lastHeartbeat: beat?.lastHeartbeat ?? row.last_heartbeat,
    ...shownStatus(said ?? storedStatus(row), beat?.latencyMs ?? row.latency_ms),
    netUp: said?.netUp ?? 0,
    netDown: said?.netDown ?? 0,
    ...errorOf(row, beat),
    lacks: lacksOf({ name: row.name, fleet: said?.fleet ?? row.fleet }).map(({ of, why: lack }) => ({
      of,
      text: inEnglish(lack),
      coded: lack,
    })),
    warning: warning ? inEnglish(warning) : '',
    ...(warning && { warningCoded: warning }),
    ...counts,
    ...notUsed,
    behind,
    behindSince: since,
    behindReason: why ? inEnglish(why) : '',
    ...(why && { behindReasonCoded: why }),
    configDirty: behind > 0,
    configDirtyAt: since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

const { apiToken: _, ...blankFields } = blankNode

/** A node of a node: only what the node says about it is known. */
export const toSubNode = ({ guid, parentGuid, name, address, status }: SubNode, at: number): Node => ({
  id: -1 - at,
  ...blankFields,
  name,
  address,
  hasApiToken: false,
  guid,
  parentGuid,
  transitive: true,
  status,
  lastHeartbeat: 0,
  ...shownStatus(nothingKnown, 0),
  netUp: 0,
  netDown: 0,
  lastError: '',
  lacks: [],
  warning: '',
  ...noCounts,
  ...notUsed,
  behind: 0,
  behindSince: 0,
  behindReason: '',
  configDirty: false,
  configDirtyAt: 0,
  createdAt: 0,
  updatedAt: 0,
})
