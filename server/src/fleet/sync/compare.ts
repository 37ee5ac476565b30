import { coded } from '#domain/refusal.ts'
import type { Base } from '../../settings/base-services.ts'
import type { Adapter, Inspected } from '../adapters/adapter.ts'
import type { Warnings } from '../registry/warnings.ts'
import { clientDiff, inboundDiff, type NodeState, type ReadState } from './diff.ts'
import type { ManagedRows } from './managed.ts'
import { type Mark, nameOf, type Pending } from './pending.ts'
import type { UnmanagedClients } from './unmanaged.ts'

interface Deps extends Pick<Base, 'commit' | 'now'> {
  readState: ReadState
  pending: Pending
  managedRows: ManagedRows
  unmanaged: UnmanagedClients
  warnings: Pick<Warnings, 'note'>
}

/** How long after its deletion a call that was given up, or a backup of the node, may bring an inbound back. */
const lateMs = 3_600_000
const backupMs = 30 * 86_400_000

const idsIn = (a: ReadonlyMap<number, unknown>, b: ReadonlyMap<number, unknown>): number[] => [
  ...new Set([...a.keys(), ...b.keys()]),
]

/** Compares the whole node with its desired state: every difference becomes a pending change. */
export function createCompare({ commit, now, readState, pending, managedRows, unmanaged, warnings }: Deps) {
  /** Its row id on the node is not known yet: the answer to another call has it. */
  const isUnconfirmed = ({ managedInbounds }: NodeState, id: number): boolean => {
    const managed = managedInbounds.get(id)
    return managed !== undefined && managed.goneAt === 0 && managed.remoteId === 0
  }

  function differences(node: number, state: NodeState, adapter: Adapter, suspects: Inspected['suspects']) {
    const inbounds = idsIn(state.desiredInbounds, state.managedInbounds).filter(
      (id) => inboundDiff(state, id).step.do !== 'nothing' || isUnconfirmed(state, id),
    )
    const view = { ours: adapter.ownTags(state), knowsSpeeds: adapter.knowsSpeeds }
    const clients = idsIn(state.desiredClients, state.managedClients).filter((id) => {
      const desired = state.desiredClients.get(id)
      const managed = state.managedClients.get(id)
      if (!managed || managed.sent.length > 0) return true
      const isDesired = desired && desired.on.length > 0
      if (isDesired && suspects && !suspects.has(id)) return false
      return clientDiff(state, id, view).plan.do !== 'nothing'
    })
    return [
      ...inbounds.map((key): Mark => ({ node_id: node, kind: 'inbound', key })),
      ...clients.map((key): Mark => ({ node_id: node, kind: 'client', key })),
    ]
  }

  /** Notes what was found, and forgets what nothing can bring back any more. `freed` may have been noted before. */
  const note = (node: number, marks: readonly Mark[], freed: readonly number[]) =>
    commit.upkeep(async (tx) => {
      await managedRows.forgetGone(tx, node, { late: now() - lateMs, backup: now() - backupMs })
      const known = await tx
        .selectFrom('fleet_log')
        .select(['kind', 'key'])
        .where('node_id', '=', node)
        .execute()
      const there = new Set(known.map(nameOf))
      const again = freed.map((key): Mark => ({ node_id: node, kind: 'client', key }))
      await pending.touch(tx, [...marks.filter((mark) => !there.has(nameOf(mark))), ...again])
    })

  return async function compare(node: number, adapter: Adapter): Promise<void> {
    const desired = await readState(node, undefined)
    const { snapshot, suspects } = await adapter.inspect(desired)
    const state = { ...desired, snapshot }
    const { count, freed } = await unmanaged.takeOff(node, adapter, state)
    if (count > 0) warnings.note(node, coded('node.strangers', { count }))
    await note(node, differences(node, state, adapter, suspects), freed)
  }
}

export type Compare = ReturnType<typeof createCompare>
