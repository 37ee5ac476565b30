import type { Coded } from '#contract/coded.ts'
import type { FleetDone } from '#contract/fleet-api.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { type ClientPlan, planClient, remotesOf } from '#domain/fleet/client-plan.ts'
import {
  accepts,
  type DesiredClient,
  type DesiredInbound,
  findInbound,
  type InboundStep,
  planInbound,
} from '#domain/fleet/inbound-plan.ts'
import { nothingShown, type RemoteClient, type Snapshot } from '#domain/fleet/snapshot.ts'
import { counted, grantedLimit } from '#domain/fleet/sums.ts'
import { coded } from '#domain/refusal.ts'
import type { Db } from '../../store/open.ts'
import type { Desired, DesiredClientRow } from './desired.ts'
import type { ManagedClientRow, ManagedInboundRow, ManagedRows } from './managed.ts'
import type { PendingKey } from './pending.ts'

/** Desired and actual state of one node, and what this panel put there; by row id at this panel. */
export interface NodeState {
  /** What the node has, as far as it was read. */
  snapshot: Snapshot
  desiredInbounds: ReadonlyMap<number, DesiredInbound>
  managedInbounds: ReadonlyMap<number, ManagedInboundRow>
  desiredClients: ReadonlyMap<number, DesiredClientRow>
  managedClients: ReadonlyMap<number, ManagedClientRow>
}

interface Deps {
  db: Db
  desired: Desired
  managedRows: ManagedRows
}

/** `clientIds` limits it to some clients. */
export function createReadState({ db, desired, managedRows }: Deps) {
  return async function readState(
    node: number,
    snapshot: Snapshot | undefined,
    clientIds?: readonly number[],
  ): Promise<NodeState> {
    const desiredInbounds = await desired.inbounds(db.read, node)
    return {
      snapshot: snapshot ?? nothingShown(),
      desiredInbounds,
      managedInbounds: await managedRows.inbounds(db.read, node),
      desiredClients: await desired.clients(db.read, node, desiredInbounds, clientIds),
      managedClients: await managedRows.clients(db.read, node, clientIds),
    }
  }
}

export type ReadState = ReturnType<typeof createReadState>

/** Keys for the inbounds and clients of a node, in one namespace. */
export const tagName = (tag: string): string => `inbound ${tag}`
export const clientName = (email: string): string => `client ${emailKey(email)}`

/** Tags on the node that the panel put there; an inbound may have its old tag or its new one. */
export const managedTags = ({
  managedInbounds,
  desiredInbounds,
}: Pick<NodeState, 'managedInbounds' | 'desiredInbounds'>): ReadonlySet<string> =>
  new Set(
    [...managedInbounds.values()]
      .filter(({ goneAt }) => goneAt === 0)
      .flatMap(({ tag, inboundId }) => [tag, desiredInbounds.get(inboundId)?.tag ?? tag]),
  )

/** An inbound whose row id on the node is not known may be the node's own. */
export const confirmedTags = ({ managedInbounds }: Pick<NodeState, 'managedInbounds'>): string[] =>
  [...managedInbounds.values()]
    .filter(({ goneAt, remoteId }) => goneAt === 0 && remoteId > 0)
    .map(({ tag }) => tag)

export interface InboundDiff {
  kind: 'inbound'
  id: number
  step: InboundStep
  desired: DesiredInbound | undefined
  managed: ManagedInboundRow | undefined
  /** Its row id on the node, as far as it is known; 0 if it is not. */
  remoteId: number
  /** If the node keeps showing something else than it was sent: what it made of it. */
  accepted: string
}

export function inboundDiff(state: NodeState, id: number): InboundDiff {
  const desired = state.desiredInbounds.get(id)
  const managed = state.managedInbounds.get(id)
  const remote = findInbound(state.snapshot, managed, desired, () => managedTags(state))
  return {
    kind: 'inbound',
    id,
    step: planInbound(desired, managed, remote),
    desired,
    managed,
    remoteId: remote?.id ?? managed?.remoteId ?? 0,
    accepted: desired && remote ? accepts(desired, remote) : '',
  }
}

export interface ClientDiff {
  kind: 'client'
  id: number
  plan: ClientPlan
  /** As the node should have it; undefined if it should not. */
  desired: DesiredClient | undefined
  granted: number
  managed: ManagedClientRow | undefined
  remote: RemoteClient | undefined
}

/** Bytes that the node counted and the panel has not added yet are used up already. */
function limitOf(
  { client, used, places, rate }: DesiredClientRow,
  managed: ManagedClientRow | undefined,
  remote: RemoteClient | undefined,
) {
  const baseline = managed ?? { up: 0, down: 0 }
  const sums = remote?.sums ?? baseline
  const { added } = managed ? counted(baseline, sums) : { added: { up: 0, down: 0 } }
  return grantedLimit({
    quota: client.totalGB,
    used: used + Math.ceil(((added.up + added.down) * rate) / 100),
    nodeUsed: sums.up + sums.down,
    granted: managed?.granted ?? 0,
    places,
    rate,
  })
}

export function desiredClient(
  { desiredClients, managedClients }: Pick<NodeState, 'desiredClients' | 'managedClients'>,
  id: number,
  remote?: RemoteClient,
): { desired: DesiredClient | undefined; granted: number } {
  const row = desiredClients.get(id)
  const granted = row ? limitOf(row, managedClients.get(id), remote) : 0
  return { desired: row && { client: { ...row.client, totalGB: granted }, on: row.on }, granted }
}

export function clientDiff(
  state: NodeState,
  id: number,
  { ours, knowsSpeeds = false }: { ours: ReadonlySet<string>; knowsSpeeds?: boolean },
): ClientDiff {
  const { snapshot } = state
  const managed = state.managedClients.get(id)
  const [remote] = remotesOf({ desired: state.desiredClients.get(id), managed, snapshot })
  const { desired, granted } = desiredClient(state, id, remote)
  const plan = planClient({ desired, managed, snapshot, ours, knowsSpeeds })
  return { kind: 'client', id, plan, desired, granted, managed, remote }
}

export const isLeaving = ({ desired }: ClientDiff): boolean => !desired || desired.on.length === 0

/** Something that is to be applied: its key in the list of pending changes, and what is to be done. */
export interface DueChange<D extends InboundDiff | ClientDiff = InboundDiff | ClientDiff> {
  key: PendingKey
  diff: D
}

export const isInboundChange = (due: DueChange): due is DueChange<InboundDiff> => due.diff.kind === 'inbound'
export const isClientChange = (due: DueChange): due is DueChange<ClientDiff> => due.diff.kind === 'client'

/** The node accepted the change and shows something else. */
export function notKept(plan: ClientPlan | InboundStep): Coded {
  if (plan.do !== 'steps') return coded('fleet.not-kept', { fields: plan.do })
  const { name: _, update, ...steps } = plan.steps
  const fields = [...Object.keys(steps), ...(update?.differs ?? [])]
  return coded('fleet.not-kept', { fields: fields.join(', ') })
}

/** What an inbound is after the node was called for it, by what it shows. */
export function appliedInbound({
  step,
  desired,
  remoteId: id,
  accepted,
}: Pick<InboundDiff, 'step' | 'desired' | 'remoteId' | 'accepted'>): FleetDone {
  if (step.do === 'nothing') return { done: true, id }
  // It was sent just now, and the node shows it in its own way.
  if (step.do === 'update' && step.blocksOnly && desired) return { done: true, id, accepted }
  return { done: false, why: notKept(step) }
}
