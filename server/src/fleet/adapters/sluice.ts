import type { FleetApplied } from '#contract/fleet-api.ts'
import { createLine, type Line } from '../../platform/egress/hop.ts'
import type { NodeCalls } from '../registry/calls.ts'
import { type NodeRow, toFields } from '../registry/row.ts'
import { afterApply, type Heard, type Hearing, hasDrifted } from './reports.ts'
import { createRoad } from './sluice-calls.ts'
import type { RoadCompare } from './sluice-compare.ts'
import type { RoadWorker } from './sluice-worker.ts'

interface Deps {
  call: NodeCalls
  worker: RoadWorker
  compare: RoadCompare
  heard: Heard
}

interface Round {
  row: NodeRow
  hearing: Hearing
  signal: AbortSignal
  mustCompare: boolean
  /** Somebody else reads the node's reports. */
  isListening: boolean
  compared: () => void
}

/** Pages of one report. */
const mostPages = 100

/** One edit is often followed by another: a connection is kept this long after a round. */
const keptMs = 20_000

interface Kept {
  line: Line
  /** What the connection was made for: another address or trust needs another one. */
  to: string
  timer?: NodeJS.Timeout
}

function createLines() {
  const lines = new Map<number, Kept>()
  return {
    take({ id }: NodeRow, to: string): Line {
      const known = lines.get(id)
      clearTimeout(known?.timer)
      if (known?.to === to) return known.line
      known?.line.close()
      const line = createLine()
      lines.set(id, { line, to })
      return line
    },
    giveBack({ id }: NodeRow): void {
      const known = lines.get(id)
      if (!known) return
      known.timer = setTimeout(() => {
        known.line.close()
        if (lines.get(id) === known) lines.delete(id)
      }, keptMs).unref()
    },
  }
}

/** A round with a node of our own kind. If nothing is due and nothing drifted, it makes no call. */
export function createRoadRun({ call, worker, compare, heard }: Deps) {
  const lines = createLines()
  return async function run({ row, hearing, signal, isListening, ...round }: Round): Promise<void> {
    const fields = toFields(row)
    const line = lines.take(row, JSON.stringify(fields))
    const road = createRoad(call, fields, signal, line)
    const compareAll = async () => {
      hearing.expected = await compare(row.id, road)
      round.compared()
    }
    try {
      for (let page = 0; !isListening && page < mostPages; page++) {
        const report = await road.report(hearing.cursor, 0)
        await heard(row.id, hearing, report)
        if (!report.more) break
      }
      if (round.mustCompare || hasDrifted(hearing)) await compareAll()
      let drifted = false
      const answered = (applied: FleetApplied) => {
        drifted = afterApply(hearing, applied) || drifted
      }
      await worker.round(row.id, road, answered)
      if (!drifted) return
      await compareAll()
      await worker.round(row.id, road, answered)
    } catch (error) {
      line.close()
      throw error
    } finally {
      lines.giveBack(row)
    }
  }
}

export type RoadRun = ReturnType<typeof createRoadRun>
