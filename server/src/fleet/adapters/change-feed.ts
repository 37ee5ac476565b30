import { setTimeout as pause } from 'node:timers/promises'
import { longestWait } from '#contract/fleet-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Leadership } from '../../instance/leadership.ts'
import { createLine } from '../../platform/egress/hop.ts'
import type { Log } from '../../platform/log.ts'
import type { NodeCalls } from '../registry/calls.ts'
import { type NodeRow, toFields } from '../registry/row.ts'
import { type Heard, type Hearing, hasDrifted } from './reports.ts'
import { createRoad } from './sluice-calls.ts'

interface Deps {
  log: Log
  call: NodeCalls
  /** Only the leader listens. */
  leadership: Leadership
  heard: Heard
  hearingOf: (node: number) => Hearing
  /** A report is a sign of life. */
  alive: (node: number, latencyMs: number) => void
  /** Something of ours is not as the panel left it. */
  drifted: (node: number) => void
}

/** A node with news for everybody is asked once in this time. */
const gapMs = 1_000
/** Every so many reports one is answered at once: it says how long the way is. */
const quickEvery = 12

/** One waiting call per node of our own kind, on a connection that is kept: it is told what changed when it changed. */
export function createListening({ log, call, leadership, heard, hearingOf, alive, drifted }: Deps) {
  const listeners = new Map<number, AbortController>()

  async function ask(row: NodeRow, signal: AbortSignal): Promise<void> {
    const line = createLine()
    const road = createRoad(call, toFields(row), signal, line)
    let latencyMs = 0
    let isFirst = true
    for (let n = 0; !signal.aborted; n++) {
      const isQuick = isFirst || n % quickEvery === 0
      const began = performance.now()
      const hearing = hearingOf(row.id)
      const report = await road.report(hearing.cursor, isQuick ? 0 : longestWait).catch((error: unknown) => {
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
      await heard(row.id, hearing, report)
      alive(row.id, latencyMs)
      if (hasDrifted(hearing)) drifted(row.id)
      if (!isQuick && !report.more && tookMs < gapMs) await pause(gapMs, undefined, { signal, ref: false })
    }
    line.close()
  }

  function begin(row: NodeRow): void {
    if (listeners.has(row.id)) return
    const ending = new AbortController()
    listeners.set(row.id, ending)
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
    const hearing = hearingOf(node)
    hearing.online.clear()
    hearing.onlineByTag = undefined
    hearing.cursor = ''
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

export type Listening = ReturnType<typeof createListening>
