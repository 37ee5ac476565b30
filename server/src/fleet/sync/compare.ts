import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Commit } from '../../store/changes/commit.ts'
import type { Db } from '../../store/open.ts'
import type { Wire } from '../adapters/three-x-ui.ts'
import type { Look } from './look.ts'
import type { Placements } from './managed.ts'
import { type FleetLog, type Mark, nameOf } from './pending.ts'
import { clientWork, inboundWork } from './state.ts'
import { createStrangers } from './unmanaged.ts'

interface Deps extends Clock {
  db: Db
  commit: Commit
  look: Look
  log: FleetLog
  placements: Placements
  /** Clients on our inbounds that stay the node's own, by email key. */
  guests: (node: number) => Promise<ReadonlySet<string>>
  /** Tells the operator what a node did. */
  noticed?: (node: number, what: Coded) => void
}

/** How long after its deletion a call that was given up, or a backup of the node, may bring an inbound back. */
const lateMs = 3_600_000
const backupMs = 30 * 86_400_000

/** The whole of a node against the whole of what it should be. */
export function createCompare(deps: Deps) {
  const { look, noticed } = deps
  const takeOff = createStrangers(deps)
  const note = createNoting(deps)

  /** Everything that is not as it should be goes into the log, and nothing that the panel did not put there. */
  return async function compare(node: number, wire: Wire): Promise<number> {
    const whole = await look(node, wire)
    const ids = (a: ReadonlyMap<number, unknown>, b: ReadonlyMap<number, unknown>) => [
      ...new Set([...a.keys(), ...b.keys()]),
    ]
    const inbounds = ids(whole.wantedInbounds, whole.placedInbounds)
      .filter((id) => inboundWork(whole, id).step.do !== 'nothing')
      .map((key): Mark => ({ node_id: node, kind: 'inbound', key }))
    const clients = ids(whole.clients, whole.placedClients)
      .filter((id) => {
        const { plan, placed } = clientWork(whole, id)
        return plan.do !== 'nothing' || !placed
      })
      .map((key): Mark => ({ node_id: node, kind: 'client', key }))
    const { count, freed } = await takeOff(node, wire, whole)
    if (count > 0) noticed?.(node, coded('node.strangers', { count }))
    return note(node, [...inbounds, ...clients], freed)
  }
}

/** Notes what a compare found, and forgets what nothing can bring back any more. `freed` may have been noted before. */
export function createNoting({
  commit,
  now,
  log,
  placements,
}: Pick<Deps, 'commit' | 'now' | 'log' | 'placements'>) {
  return async function note(
    node: number,
    marks: readonly Mark[],
    freed: readonly number[],
  ): Promise<number> {
    return commit.upkeep(async (tx) => {
      await placements.forgetGone(tx, node, { late: now() - lateMs, backup: now() - backupMs })
      const known = await tx
        .selectFrom('fleet_log')
        .select(['kind', 'key'])
        .where('node_id', '=', node)
        .execute()
      const there = new Set(known.map(nameOf))
      const fresh = marks.filter((mark) => !there.has(nameOf(mark)))
      const again = freed.map((key): Mark => ({ node_id: node, kind: 'client', key }))
      await log.touch(tx, [...fresh, ...again])
      return fresh.length
    })
  }
}

export type Compare = ReturnType<typeof createCompare>
