import type { Coded } from '#contract/coded.ts'
import type { Node } from '#contract/node.ts'
import { lacksOf } from '#domain/nodes/lacks.ts'
import { warningOf } from '#domain/nodes/node.ts'
import type { SubNode } from '#domain/nodes/sub-nodes.ts'
import { inEnglish } from '#domain/refusal.ts'
import type { Behind } from '../sync/pending-view.ts'
import type { Beat } from './beat.ts'
import { type Counts, noCounts } from './counts.ts'
import { type NodeRow, toFields } from './row.ts'

function parsed(text: string): Coded | undefined {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as Coded // written by the heartbeat
  } catch {
    return undefined
  }
}

/** Why a node was offline when that was last stored. */
export const storedError = (row: NodeRow): Coded | undefined => parsed(row.last_error_coded)

const errorOf = (row: NodeRow, beat: Beat | undefined) => {
  const error = beat ? beat.error : storedError(row)
  return {
    lastError: error ? inEnglish(error) : beat ? '' : row.last_error,
    ...(error && { lastErrorCoded: error }),
  }
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
  const coreVersion = said?.coreVersion ?? row.xray_version
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
    latencyMs: beat?.latencyMs ?? row.latency_ms,
    xrayVersion: coreVersion,
    coreVersion,
    xrayState: said?.coreState ?? row.xray_state,
    xrayError: said?.coreError ?? row.xray_error,
    panelVersion: said?.panelVersion ?? row.panel_version,
    cpuPct: said?.cpuPct ?? row.cpu_pct,
    memPct: said?.memPct ?? row.mem_pct,
    uptimeSecs: said?.uptimeSecs ?? row.uptime_secs,
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
    inboundSyncMode: 'selected',
    inboundTags: [],
    outboundTag: '',
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

/** A node of a node: only what the node says about it is known. */
export const toSubNode = ({ guid, parentGuid, name, address, status }: SubNode, at: number): Node => ({
  id: -1 - at,
  name,
  remark: '',
  scheme: 'https',
  address,
  port: 0,
  basePath: '/',
  hasApiToken: false,
  enable: true,
  allowPrivateAddress: false,
  tlsVerifyMode: 'verify',
  pinnedCertSha256: '',
  guid,
  parentGuid,
  transitive: true,
  status,
  lastHeartbeat: 0,
  latencyMs: 0,
  xrayVersion: '',
  coreVersion: '',
  xrayState: '',
  xrayError: '',
  panelVersion: '',
  cpuPct: 0,
  memPct: 0,
  uptimeSecs: 0,
  netUp: 0,
  netDown: 0,
  lastError: '',
  lacks: [],
  warning: '',
  ...noCounts,
  inboundSyncMode: 'selected',
  inboundTags: [],
  outboundTag: '',
  behind: 0,
  behindSince: 0,
  behindReason: '',
  configDirty: false,
  configDirtyAt: 0,
  createdAt: 0,
  updatedAt: 0,
})
