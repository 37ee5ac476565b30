import { setTimeout as pause } from 'node:timers/promises'
import { longestWait } from '#contract/fleet-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Leadership } from '../../instance/leadership.ts'
import { createLine } from '../../platform/egress/hop.ts'
import type { Log } from '../../platform/log.ts'
import { type NodeCalls, type NodeRow, toFields } from '../registry/calls.ts'
import type { Heartbeat } from '../registry/heartbeat.ts'
import { hashesDiffer, type Session } from './adapter.ts'
import type { ReadReport } from './reports.ts'
import { createSluiceCalls } from './sluice-calls.ts'

interface Deps {
  log: Log
  call: NodeCalls
  /** Only the leader reads reports. */
  leadership: Leadership
  readReport: ReadReport
  /** A report is a sign of life. */
  heartbeat: Pick<Heartbeat, 'reported' | 'setReporting'>
  sessionOf: (node: number) => Session
  wake: (node: number) => Promise<void>
}

/** A node with constant changes is asked once in this time. */
const gapMs = 1_000
/** Every so many reports one is answered at once: it measures the latency. */
const quickEvery = 12

/** One waiting call per node of our own kind, on a connection that is kept: the node answers when something changed. */
export function createChangeFeeds({ log, call, leadership, readReport, heartbeat, sessionOf, wake }: Deps) {
  const listeners = new Map<number, AbortController>()

  async function ask(row: NodeRow, signal: AbortSignal): Promise<void> {
    const line = createLine()
    const calls = createSluiceCalls(call, toFields(row), signal, line)
    let latencyMs = 0
    let isFirst = true
    for (let n = 0; !signal.aborted; n++) {
      const isQuick = isFirst || n % quickEvery === 0
      const began = performance.now()
      const session = sessionOf(row.id)
      const report = await calls.report(session.cursor, isQuick ? 0 : longestWait).catch((error: unknown) => {
        // A kept connection may have ended while nobody used it; the first call on a new one counts.
        line.close()
        if (isFirst || signal.aborted) throw error
        isFirst = true
        return undefined
      })
      if (!report || signal.aborted) continue
      isFirst = false
      const tookMs = performance.now() - began
      if (isQuick) latencyMs = Math.max(1, Math.round(tookMs))
      await readReport(row.id, session, report)
      heartbeat.reported(row.id, latencyMs, sessionOf(row.id).status)
      if (hashesDiffer(session)) void wake(row.id)
      if (!isQuick && !report.more && tookMs < gapMs) await pause(gapMs, undefined, { signal, ref: false })
    }
    line.close()
  }

  function begin(row: NodeRow): void {
    if (listeners.has(row.id)) return
    const ending = new AbortController()
    listeners.set(row.id, ending)
    heartbeat.setReporting(row.id, true)
    void leadership
      .asLeader((lost) => ask(row, AbortSignal.any([ending.signal, lost])))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal) && !ending.signal.aborted)
          log.error({ err: error, node: row.id }, 'failed to listen to a node')
      })
      .finally(() => {
        if (listeners.get(row.id) === ending) end(row.id)
      })
  }

  function end(node: number): void {
    listeners.get(node)?.abort()
    listeners.delete(node)
    heartbeat.setReporting(node, false)
    const session = sessionOf(node)
    session.online.clear()
    session.onlineByTag = undefined
    session.cursor = ''
  }

  return {
    isOn: (node: number): boolean => listeners.has(node),
    /** Listens to exactly these nodes until the next call. */
    keep(rows: readonly NodeRow[]): void {
      const ids = new Set(rows.map(({ id }) => id))
      for (const id of listeners.keys()) if (!ids.has(id)) end(id)
      for (const row of rows) begin(row)
    },
    end,
    stop(): void {
      for (const id of [...listeners.keys()]) end(id)
    },
  }
}
