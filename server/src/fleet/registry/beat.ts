import type { Alert } from '#contract/alerts.ts'
import type { Coded } from '#contract/coded.ts'
import { identityTrouble, type PanelStatus } from '#domain/nodes/status.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import type { NodeFigures } from '../../store/changes/change.ts'
import type { NodeRow } from './calls.ts'

export interface Beat {
  status: 'online' | 'offline'
  /** Unix seconds of the last answer. */
  lastHeartbeat: number
  latencyMs: number
  said: PanelStatus | undefined
  error: Coded | undefined
}

/** The same panel in two rows: the later one is at fault. */
export function troubleOf(
  said: PanelStatus,
  row: { id: number },
  own: string,
  all: readonly NodeRow[],
  isAbove: boolean,
): Coded | undefined {
  if (isAbove) return coded('node.is-above')
  const earlier = all.filter((other) => other.id < row.id)
  const trouble = identityTrouble(said.guid, own, earlier)
  if (!trouble) return undefined
  return trouble.kind === 'self'
    ? coded('node.is-this-panel')
    : coded('node.same-as-another', { name: trouble.name })
}

export const columnsOf = ({ status, lastHeartbeat, latencyMs, said, error }: Beat) => ({
  status,
  last_heartbeat: lastHeartbeat,
  latency_ms: latencyMs,
  last_error: error ? inEnglish(error) : '',
  last_error_coded: error ? JSON.stringify(error) : '',
  ...(said && {
    guid: said.guid,
    xray_version: said.coreVersion,
    panel_version: said.panelVersion,
    xray_state: said.coreState,
    xray_error: said.coreError,
    cpu_pct: said.cpuPct,
    mem_pct: said.memPct,
    uptime_secs: said.uptimeSecs,
    fleet: said.fleet,
  }),
})

/** None of a node that does not answer. */
export function figuresOf(node: number, { said, latencyMs, lastHeartbeat: at }: Beat): NodeFigures[] {
  if (!said) return []
  const { cpuPct, memPct, netUp, netDown } = said
  return [{ node, at, values: { cpu: cpuPct, mem: memPct, latency: latencyMs, up: netUp, down: netDown } }]
}

/** People are told when a node goes down or comes back, not when it is asked for the first time. */
export function alertOf({ name: node, status: before }: NodeRow, { status, error }: Beat): Alert[] {
  if (before === 'online' && status === 'offline')
    return [{ kind: 'node.down', params: { node, reason: error ? inEnglish(error) : '' } }]
  return before === 'offline' && status === 'online' ? [{ kind: 'node.up', params: { node } }] : []
}

/** Changes of these are stored at once; the rest is stored now and then. */
export function stateKey(beat: Beat): string {
  const { status, error, said } = beat
  return JSON.stringify([
    status,
    error,
    said?.guid,
    said?.fleet,
    said?.panelVersion,
    said?.coreVersion,
    said?.coreState,
    said?.coreError,
  ])
}
