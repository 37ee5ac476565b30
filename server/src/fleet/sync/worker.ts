import { mostKeys } from '#contract/fleet-api.ts'
import { identitiesOf } from '#domain/fleet/client-plan.ts'
import { coded } from '#domain/refusal.ts'
import { createTurns } from '../../platform/db/serial.ts'
import type { Base } from '../../settings/base-services.ts'
import type { Adapter, Inspected, Synced } from '../adapters/adapter.ts'
import type { Warnings } from '../registry/warnings.ts'
import {
  type ClientDiff,
  clientDiff,
  clientName,
  type DueChange,
  inboundDiff,
  isClientChange,
  type NodeState,
  type ReadState,
  tagName,
} from './diff.ts'
import type { ManagedRows } from './managed.ts'
import { type Mark, nameOf, type Pending, type PendingKey } from './pending.ts'
import { type Result, type Results, shownOutcome } from './results.ts'
import type { UnmanagedClients } from './unmanaged.ts'

interface Deps extends Pick<Base, 'commit' | 'db'> {
  pending: Pending
  readState: ReadState
  results: Results
  managedRows: ManagedRows
  unmanaged: UnmanagedClients
  warnings: Pick<Warnings, 'note'>
  /** Called after what a node has, or refused, was stored. */
  onStored: () => void
}

/** Inbounds, their clients, and the proof: more only for many changes, or if somebody edits meanwhile. */
const most = 20

interface Round {
  /** Keys that the node was called for. */
  called: Set<string>
  settled: Set<string>
  state: NodeState | undefined
}

/** A call counts for the state that it was made for. */
const callOf = (key: PendingKey): string => `${nameOf(key)} ${key.seq}`

/** Brings one node in step with its desired state, change by change. A refusal stops only the change that it is about. */
export function createWorker(deps: Deps) {
  const { db, pending, readState, results, onStored } = deps
  const compare = createCompare(deps)
  /** One edit may concern every node: workers read one after the other, and requests are answered in between. */
  const inTurn = createTurns()

  async function store(known: readonly Result[], isLast: boolean): Promise<void> {
    if (await results.store(known, isLast)) onStored()
  }

  /** Reads the node, and the changes that are due for it. Undefined if there is nothing to read. */
  async function read(node: number, adapter: Adapter) {
    const snapshot = await adapter.snapshot()
    return inTurn(async () => {
      const keys = await pending.due(db.read, node, mostKeys)
      if (!snapshot && keys.length === 0) return undefined
      const ids = keys.filter(({ kind }) => kind === 'client').map(({ key }) => key)
      const state = await readState(node, snapshot, ids)
      const view = { ours: adapter.ownTags(state), knowsSpeeds: adapter.knowsSpeeds }
      const changes = keys.map((key): DueChange => {
        const diff = key.kind === 'inbound' ? inboundDiff(state, key.key) : clientDiff(state, key.key, view)
        return { key, diff }
      })
      return { state, changes, isShown: snapshot !== undefined }
    })
  }

  /** Changes that the snapshot shows to be done or impossible, and those that the node has to be called for. */
  function split(node: number, changes: readonly DueChange[], called: ReadonlySet<string>) {
    const known: Result[] = []
    const open: DueChange[] = []
    for (const change of changes) {
      const outcome = shownOutcome(change, called.has(callOf(change.key)))
      if (outcome) known.push(results.of(node, change, outcome))
      else open.push(change)
    }
    return { known, open }
  }

  async function apply(node: number, adapter: Adapter, open: readonly DueChange[], state: NodeState) {
    if (open.length === 0) return []
    const startingAtZero = await adapter.startsAtZero(open.filter(isClientChange))
    const isCurrent = await results.prepare(node, open, startingAtZero)
    const current = open.filter(isCurrent)
    if (current.length === 0) return []
    const outcomes = await adapter.apply(current, state)
    return current.map((change, n) => results.of(node, change, outcomes[n] ?? 'waits'))
  }

  /** True if something is left to be done or checked. */
  async function syncOnce(node: number, adapter: Adapter, round: Round, isLast: boolean): Promise<boolean> {
    const found = await read(node, adapter)
    if (!found) return false
    const { state, changes, isShown } = found
    round.state = state
    if (changes.length === 0) return false
    const { known, open } = isShown ? split(node, changes, round.called) : { known: [], open: changes }
    for (const { key, outcome } of known)
      if (typeof outcome === 'object' && outcome.done)
        for (const name of namesOf(state, key)) round.settled.add(name)
    await store(known, false)
    const applied = await apply(node, adapter, open, state)
    const asked = applied.filter(({ outcome }) => outcome === 'called')
    for (const { key } of asked) round.called.add(callOf(key))
    const waiting = known.filter(({ outcome }) => outcome === 'waits')
    await store([...applied, ...waiting], isLast || applied.length === 0)
    // A node that compares by itself has answered for everything that it was sent.
    return isShown ? asked.length > 0 || changes.length === mostKeys : applied.length > 0
  }

  async function sync(node: number, adapter: Adapter): Promise<Synced> {
    const round: Round = { called: new Set(), settled: new Set(), state: undefined }
    for (let n = 1; n <= most; n++) if (!(await syncOnce(node, adapter, round, n === most))) break
    return round
  }

  return {
    async round(node: number, adapter: Adapter, mustCompare: boolean, compared: () => void): Promise<void> {
      const compareAll = async () => {
        await compare(node, adapter)
        compared()
      }
      try {
        await adapter.begin()
        if (mustCompare || adapter.hasDrifted()) await compareAll()
        let synced = await sync(node, adapter)
        if (adapter.hasDrifted(synced)) {
          await compareAll()
          synced = await sync(node, adapter)
        }
        await adapter.close(synced)
      } catch (error) {
        await adapter.close()
        throw error
      }
    },
  }
}

function namesOf(state: NodeState, { kind, key }: PendingKey): string[] {
  if (kind === 'inbound')
    return [state.desiredInbounds.get(key)?.tag, state.managedInbounds.get(key)?.tag].flatMap((tag) =>
      tag ? tagName(tag) : [],
    )
  const desired = state.desiredClients.get(key)?.client
  const known = [...(desired ? [desired] : []), ...identitiesOf(state.managedClients.get(key))]
  return known.map(({ email }) => clientName(email))
}

export type Worker = ReturnType<typeof createWorker>

const idsIn = (a: ReadonlyMap<number, unknown>, b: ReadonlyMap<number, unknown>): number[] => [
  ...new Set([...a.keys(), ...b.keys()]),
]

/** The node has it on our inbounds. */
const isShown = ({ plan }: ClientDiff): boolean =>
  plan.do === 'steps' && (plan.steps.remove ?? plan.steps.detach) !== undefined

/** Compares the whole node with its desired state: every difference becomes a pending change. */
function createCompare({ commit, readState, pending, managedRows, unmanaged, warnings }: Deps) {
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
      const isDesired = desired && desired.on.length > 0
      if (!isDesired && managed && managed.goneAt > 0) return isShown(clientDiff(state, id, view))
      if (!managed || managed.sent.length > 0) return true
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
      await managedRows.forgetGone(tx, node)
      const known = await tx
        .selectFrom('fleet_log')
        .select(['kind', 'key'])
        .where('node_id', '=', node)
        .execute()
      // What is pending at the beginning of a round may have been sent by one that ended early.
      const sent = known.flatMap(({ kind, key }) => (kind === 'client' ? key : []))
      await managedRows.noteUnanswered(tx, node, sent)
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
