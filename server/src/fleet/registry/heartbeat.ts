import type { Alert } from '#contract/alerts.ts'
import type { Coded } from '#contract/coded.ts'
import { identityTrouble, type PanelStatus } from '#domain/nodes/status.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { History } from '../../platform/metric-ring.ts'
import type { NodeFigures } from '../../store/changes/change.ts'
import type { Commit } from '../../store/changes/commit.ts'
import type { Db, Tx } from '../../store/open.ts'
import type { NodeProbe, Probed } from './probe.ts'
import { type NodeRow, toFields } from './row.ts'

/** What a node last said, or why it says nothing. */
export interface Beat {
  status: 'online' | 'offline'
  /** Unix seconds of the last answer. */
  lastHeartbeat: number
  latencyMs: number
  said: PanelStatus | undefined
  error: Coded | undefined
}

const metrics = ['cpu', 'mem', 'latency', 'up', 'down'] as const
export type NodeHistory = History<(typeof metrics)[number]>

interface Deps extends Clock {
  db: Db
  commit: Commit
  probe: NodeProbe
  ownGuid: () => string
  createHistory: (names: typeof metrics) => NodeHistory
  /** A node whose reports are read need not be asked. */
  listens: (id: number) => boolean
  /** Whether a node is known to have this panel below itself. */
  isAbove: (node: number) => boolean
  recordAlerts: (tx: Tx, alerts: readonly Alert[]) => Promise<void>
  /** Nodes that understand other calls than before: they were updated, or another program answers. */
  kindChanged: (ids: readonly number[]) => Promise<void>
  /** After each round, and after a probe that somebody asked for. */
  beaten: () => void
}

const everyMs = 5_000
const probeMs = 4_000
const width = 32
/** A beat that says nothing new is stored once in this time. */
const storeEveryMs = 60_000

/** The same panel in two rows: the later one is at fault. */
function troubleOf(
  said: PanelStatus,
  row: { id: number },
  own: string,
  all: readonly NodeRow[],
  isAbove: Deps['isAbove'],
): Coded | undefined {
  if (isAbove(row.id)) return coded('node.is-above')
  const trouble = identityTrouble(
    said.guid,
    own,
    all.filter((other) => other.id < row.id),
  )
  if (!trouble) return undefined
  return trouble.kind === 'self'
    ? coded('node.is-this-panel')
    : coded('node.same-as-another', { name: trouble.name })
}

const columnsOf = ({ status, lastHeartbeat, latencyMs, said, error }: Beat) => ({
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
function figuresOf(node: number, { said, latencyMs, lastHeartbeat: at }: Beat): NodeFigures[] {
  if (!said) return []
  const { cpuPct, memPct, netUp, netDown } = said
  return [{ node, at, values: { cpu: cpuPct, mem: memPct, latency: latencyMs, up: netUp, down: netDown } }]
}

/** People are told when a node goes down or comes back, not of the first look at it. */
function alertOf({ name: node, status: before }: NodeRow, { status, error }: Beat): Alert[] {
  if (before === 'online' && status === 'offline')
    return [{ kind: 'node.down', params: { node, reason: error ? inEnglish(error) : '' } }]
  return before === 'offline' && status === 'online' ? [{ kind: 'node.up', params: { node } }] : []
}

/** What is worth a write at once; the rest is stored now and then. */
function newsOf(beat: Beat): string {
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

/**
 * Asks every enabled node for its status, every five seconds; one that reports by itself is not asked. Without nodes it does nothing, not even a query. Figures
 * are kept in memory; the database gets what changed.
 */
export function createHeartbeat(deps: Deps) {
  const { db, commit, probe, now, ownGuid, createHistory, listens, beaten } = deps
  const beats = new Map<number, Beat>()
  const histories = new Map<number, NodeHistory>()
  const stored = new Map<number, { news: string; at: number }>()
  /** Reports since the last round. */
  const reported = new Map<number, Beat>()
  /** All rows; dropped by every change of a node. */
  let rows: readonly NodeRow[] | undefined
  let version = 0

  async function nodes(): Promise<readonly NodeRow[]> {
    if (rows) return rows
    const at = version
    const read = await db.read.selectFrom('nodes').selectAll().orderBy('id').execute()
    if (at === version) rows = read // else something changed during the read
    return read
  }

  function judged(row: NodeRow, probed: Probed, all: readonly NodeRow[]): Beat {
    const before = beats.get(row.id)
    const said = 'status' in probed ? probed.status : undefined
    const error =
      'error' in probed ? probed.error : said && troubleOf(said, row, ownGuid(), all, deps.isAbove)
    const { latencyMs } = probed
    if (error)
      return {
        status: 'offline',
        lastHeartbeat: before?.lastHeartbeat ?? row.last_heartbeat,
        latencyMs: 0,
        said: undefined,
        error,
      }
    return { status: 'online', lastHeartbeat: Math.floor(now() / 1_000), latencyMs, said, error: undefined }
  }

  function keep({ node, at, values }: NodeFigures): void {
    const history = histories.get(node) ?? createHistory(metrics)
    histories.set(node, history)
    history.add(at, values)
  }

  function note(row: NodeRow, beat: Beat): void {
    beats.set(row.id, beat)
    for (const figures of figuresOf(row.id, beat)) keep(figures)
  }

  /** One transaction for all that have news, none if nobody has. */
  async function store(heard: readonly { row: NodeRow; beat: Beat }[]): Promise<void> {
    const at = now()
    const due = heard.filter(({ row, beat }) => {
      const last = stored.get(row.id)
      return last?.news !== newsOf(beat) || at - last.at >= storeEveryMs
    })
    if (due.length === 0) return
    const others = due.filter(({ row, beat }) => beat.said && beat.said.fleet !== row.fleet)
    await commit.upkeep(async (tx) => {
      for (const { row, beat } of due)
        await tx.updateTable('nodes').set(columnsOf(beat)).where('id', '=', row.id).execute()
      await deps.recordAlerts(
        tx,
        due.flatMap(({ row, beat }) => alertOf(row, beat)),
      )
    })
    for (const { row, beat } of due) {
      stored.set(row.id, { news: newsOf(beat), at })
      const kept = rows?.find(({ id }) => id === row.id)
      if (kept) Object.assign(kept, columnsOf(beat)) // the row is in step with the table
    }
    if (others.length > 0) await deps.kindChanged(others.map(({ row }) => row.id))
  }

  /** A node that was changed or deleted meanwhile is asked again in the next round. */
  const isCurrent = (row: NodeRow): boolean => rows?.includes(row) ?? false

  const isAway = (row: NodeRow): boolean => (beats.get(row.id)?.status ?? row.status) === 'offline'

  async function beatAll(signal: AbortSignal, away: boolean): Promise<void> {
    const all = await nodes()
    const asked = all.filter((row) => row.enable && !listens(row.id) && isAway(row) === away)
    const told = all.flatMap((row) => {
      const beat = reported.get(row.id)
      return beat ? [{ row, beat }] : []
    })
    reported.clear()
    if (asked.length + told.length === 0) return
    const heard = await mapLimited(asked, width, async (row) => {
      const beat = judged(row, await probe(toFields(row), { timeoutMs: probeMs, signal }), all)
      if (isCurrent(row) && !signal.aborted) note(row, beat)
      return { row, beat }
    })
    if (signal.aborted) return
    await store([...told, ...heard].filter(({ row }) => isCurrent(row)))
    beaten()
  }

  function forget(id: number): void {
    reported.delete(id)
    beats.delete(id)
    histories.delete(id)
    stored.delete(id)
  }

  return {
    nodes,
    beat: (id: number): Beat | undefined => beats.get(id),
    history: (id: number, metric: string, bucket: string) =>
      (histories.get(id) ?? createHistory(metrics)).read(metric, bucket),
    /** The last hour of each node that answered since the start. */
    trends: () =>
      [...histories].map(([id, history]) => ({
        id,
        latency: history.read('latency', 60),
        up: history.read('up', 60),
        down: history.read('down', 60),
      })),
    /** How each node was at the last look. */
    figures: () => [...beats].flatMap(([id, beat]) => figuresOf(id, beat)),
    /** What the leader heard. */
    take: (all: readonly NodeFigures[]) => all.forEach(keep),
    /** A probe that somebody asked for counts as a beat. */
    async heard(row: NodeRow, probed: Probed): Promise<Beat> {
      const beat = judged(row, probed, await nodes())
      note(row, beat)
      await store([{ row, beat }])
      beaten()
      return beat
    },
    /** A node said in a report how it is: stored with the next round. */
    reported(id: number, latencyMs: number, status: PanelStatus | undefined): void {
      const row = rows?.find((one) => one.id === id)
      if (!row || !status) return
      const beat = judged(row, { latencyMs, status }, rows ?? [])
      note(row, beat)
      reported.set(id, beat)
    },
    columnsOf,
    changed(ids: readonly number[]): void {
      rows = undefined
      version++
      for (const id of ids) forget(id)
    },
    /** Another instance asks the nodes: what it stored counts, not what was heard here. */
    forgetAll(): void {
      rows = undefined
      version++
      for (const known of [beats, stored]) known.clear()
    },
    /** Nodes that did not answer have a job of their own: waiting for them delays no other. */
    jobs: [
      { name: 'nodes', everyMs, leaderOnly: true, run: (signal) => beatAll(signal, false) },
      { name: 'nodes-away', everyMs, leaderOnly: true, run: (signal) => beatAll(signal, true) },
    ] satisfies Job[],
  }
}

export type Heartbeat = ReturnType<typeof createHeartbeat>
