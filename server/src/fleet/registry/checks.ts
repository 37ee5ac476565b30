import {
  FleetChecked,
  type FleetChecks,
  type FleetLookOut,
  FleetSaw,
  mostLooked,
  takesChecks,
} from '#contract/fleet-api.ts'
import { untouchable } from '#domain/nodes/status.ts'
import { Refusal } from '#domain/refusal.ts'
import type { EntryNode, NodeEntry, NodesForEntries, Saw } from '../../entries/nodes.ts'
import { type NodeCalls, type NodeRow, toFields } from './calls.ts'
import type { Heartbeat } from './heartbeat.ts'

interface Deps {
  call: NodeCalls
  heartbeat: Pick<Heartbeat, 'beat' | 'nodes'>
}

/** Somebody may wait for the check of one inbound. */
const holdMs = 5_000
const lookMs = 60_000
/** All calls to one node in one round. The rest is looked at first in the next one. */
const roundMs = 240_000

/** Nodes of our own kind, as the checks of entries use them: no answer of theirs is trusted. */
export function createNodeChecks({ call, heartbeat }: Deps): NodesForEntries {
  const isReached = (row: NodeRow): boolean => {
    const { status = row.status, error } = heartbeat.beat(row.id) ?? {}
    return row.enable && status === 'online' && !untouchable.has(error?.code ?? '')
  }
  const kindOf = (row: NodeRow): number => heartbeat.beat(row.id)?.said?.fleet ?? row.fleet
  const rowOf = async (id: number) => (await heartbeat.nodes()).find((row) => row.id === id)

  /** Undefined: the node does not answer, or not as it should. */
  async function asked<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  return {
    list: async () =>
      (await heartbeat.nodes())
        .filter(({ enable }) => enable)
        .map(
          (row): EntryNode => ({
            id: row.id,
            name: row.name,
            canCheck: takesChecks(kindOf(row)),
            isReached: isReached(row),
          }),
        ),
    async hold(node: number, body: FleetChecks) {
      const row = await rowOf(node)
      if (!row || !isReached(row)) return undefined
      return asked(async () => {
        const answer = await call(toFields(row), 'POST', 'fleet/checks', { body, timeoutMs: holdMs })
        return FleetChecked.safeParse(answer).data
      })
    },
    async look(node: number, page: string, entries: readonly NodeEntry[], signal: AbortSignal) {
      const row = await rowOf(node)
      const saw: Saw = { offline: false, results: [] }
      const until = performance.now() + roundMs
      let answers = 0
      for (let at = 0; row && at < entries.length && performance.now() < until; at += mostLooked) {
        const body: FleetLookOut = { at: Date.now(), page, entries: entries.slice(at, at + mostLooked) }
        const found = await asked(async () => {
          const options = { body, timeoutMs: lookMs, signal }
          return FleetSaw.safeParse(await call(toFields(row), 'POST', 'fleet/eye', options)).data
        })
        if (!found) break
        answers++
        saw.offline ||= found.offline
        saw.results.push(...found.results)
      }
      return answers > 0 ? saw : undefined
    },
  }
}
