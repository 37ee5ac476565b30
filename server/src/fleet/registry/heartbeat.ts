import type { PanelStatus } from '#domain/nodes/status.ts'
import type { Notices } from '../../notices/room.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { createHistory, type History } from '../../platform/metric-ring.ts'
import type { Base } from '../../settings/base-services.ts'
import type { NodeFigures } from '../../store/changes/change.ts'
import { alertOf, type Beat, columnsOf, figuresOf, stateKey, troubleOf } from './beat.ts'
import { type NodeRow, toFields } from './calls.ts'
import type { NodeProbe, Probed } from './probe.ts'

const metrics = ['cpu', 'mem', 'latency', 'up', 'down'] as const
export type NodeHistory = History<(typeof metrics)[number]>

interface Deps extends Pick<Base, 'commit' | 'db' | 'now' | 'settings'> {
  probe: NodeProbe
  notices: Pick<Notices, 'record'>
}

/** What others do about heartbeats. */
interface Listener {
  /** After each round, and after a probe that an operator asked for. */
  beaten?: () => void
  /** Nodes with another panel or core than before: they understand other calls, or serve other apps. */
  kindChanged?: (ids: readonly number[]) => Promise<void>
}

const everyMs = 5_000
const probeMs = 4_000
const width = 32
/** An unchanged heartbeat is stored once in this time. */
const storeEveryMs = 60_000

/**
 * Asks every enabled node for its status, every five seconds; one that reports by itself is not asked. Without nodes
 * it makes no query. Figures are kept in memory; the database gets what changed.
 */
export function createHeartbeat(deps: Deps) {
  const { db, commit, probe, now, settings } = deps
  const listeners: Listener[] = []
  const beats = new Map<number, Beat>()
  const histories = new Map<number, NodeHistory>()
  const stored = new Map<number, { key: string; at: number }>()
  /** Nodes that report by themselves: they need not be asked. */
  const reporting = new Set<number>()
  /** Nodes that have this panel below themselves. */
  const above = new Set<number>()
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
      'error' in probed
        ? probed.error
        : said && troubleOf(said, row, settings.current().panelGuid, all, above.has(row.id))
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

  /** One transaction for all whose state changed; no transaction if nothing changed. */
  async function store(answers: readonly { row: NodeRow; beat: Beat }[]): Promise<void> {
    const at = now()
    const due = answers.filter(({ row, beat }) => {
      const last = stored.get(row.id)
      return last?.key !== stateKey(beat) || at - last.at >= storeEveryMs
    })
    if (due.length === 0) return
    const others = due.filter(
      ({ row, beat: { said } }) =>
        said && (said.fleet !== row.fleet || said.coreVersion !== row.xray_version),
    )
    await commit.upkeep(async (tx) => {
      for (const { row, beat } of due)
        await tx.updateTable('nodes').set(columnsOf(beat)).where('id', '=', row.id).execute()
      const alerts = due.flatMap(({ row, beat }) => alertOf(row, beat))
      await deps.notices.record(tx, alerts)
    })
    for (const { row, beat } of due) {
      stored.set(row.id, { key: stateKey(beat), at })
      const kept = rows?.find(({ id }) => id === row.id)
      if (kept) Object.assign(kept, columnsOf(beat)) // the row is in step with the table
    }
    if (others.length === 0) return
    for (const { kindChanged } of listeners) await kindChanged?.(others.map(({ row }) => row.id))
  }

  /** A node that was changed or deleted meanwhile is asked again in the next round. */
  const isCurrent = (row: NodeRow): boolean => rows?.includes(row) ?? false

  const isAway = (row: NodeRow): boolean => (beats.get(row.id)?.status ?? row.status) === 'offline'

  async function beatAll(signal: AbortSignal, away: boolean): Promise<void> {
    const all = await nodes()
    const asked = all.filter((row) => row.enable && !reporting.has(row.id) && isAway(row) === away)
    const told = all.flatMap((row) => {
      const beat = reported.get(row.id)
      return beat ? [{ row, beat }] : []
    })
    reported.clear()
    if (asked.length + told.length === 0) return
    const answers = await mapLimited(asked, width, async (row) => {
      const beat = judged(row, await probe(toFields(row), { timeoutMs: probeMs, signal }), all)
      if (isCurrent(row) && !signal.aborted) note(row, beat)
      return { row, beat }
    })
    if (signal.aborted) return
    await store([...told, ...answers].filter(({ row }) => isCurrent(row)))
    tellBeaten()
  }

  function tellBeaten(): void {
    for (const { beaten } of listeners) beaten?.()
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
    /** The figures of each node's last heartbeat. */
    figures: () => [...beats].flatMap(([id, beat]) => figuresOf(id, beat)),
    /** Figures that the leader received. */
    take: (all: readonly NodeFigures[]) => all.forEach(keep),
    /** A probe that an operator asked for counts as a heartbeat. */
    async record(row: NodeRow, probed: Probed): Promise<Beat> {
      const beat = judged(row, probed, await nodes())
      note(row, beat)
      await store([{ row, beat }])
      tellBeaten()
      return beat
    },
    /** The status in a node's report; it is stored with the next round. */
    reported(id: number, latencyMs: number, status: PanelStatus | undefined): void {
      const row = rows?.find((one) => one.id === id)
      if (!row || !status) return
      const beat = judged(row, { latencyMs, status }, rows ?? [])
      note(row, beat)
      reported.set(id, beat)
    },
    /** Whether the node reports by itself from now on. */
    setReporting(id: number, isReporting: boolean): void {
      if (isReporting) reporting.add(id)
      else reporting.delete(id)
    },
    setAbove(id: number, isAbove: boolean): void {
      if (isAbove) above.add(id)
      else above.delete(id)
    },
    listen: (listener: Listener): void => void listeners.push(listener),
    changed(ids: readonly number[]): void {
      rows = undefined
      version++
      for (const id of ids) forget(id)
    },
    /** Another instance asks the nodes: what it stored counts, not the heartbeats of this process. */
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
