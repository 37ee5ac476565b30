import type { FleetApplied, FleetDone } from '#contract/fleet-api.ts'
import type { ClientSteps } from '#domain/fleet/client-plan.ts'
import type { DesiredInbound, InboundStep } from '#domain/fleet/inbound-plan.ts'
import type { Snapshot } from '#domain/fleet/snapshot.ts'
import type { PanelStatus } from '#domain/nodes/status.ts'
import type { ClientDiff, DueChange, NodeState } from '../sync/diff.ts'

/**
 * The result of one change: applied, refused, asked for (the next snapshot shows whether the node did it), or waiting
 * for an inbound that is not there yet.
 */
export type Outcome = FleetDone | 'called' | 'waits'

export interface Synced {
  /** As it was last read; undefined if the node was not read. */
  state: NodeState | undefined
  /** Inbounds and clients that were made so, named as in `Seen`. */
  settled: ReadonlySet<string>
}

/** Translates between the worker and one kind of panel, for one round. Every call may be made twice. */
export interface Adapter {
  /** Before anything else in a round. */
  begin(): Promise<void>
  /** What the node has. Undefined if the node itself compares what it is sent with what it has. */
  snapshot(): Promise<Snapshot | undefined>
  /** Tags of the inbounds on the node that are surely this panel's. */
  ownTags(state: NodeState): ReadonlySet<string>
  /** The node has speeds and keys of devices. */
  knowsSpeeds: boolean
  /** Ids of clients whose counter on the node begins at zero when they are added. */
  startsAtZero(clients: readonly DueChange<ClientDiff>[]): Promise<readonly number[]>
  /** One outcome for each change, in their order. */
  apply(changes: readonly DueChange[], state: NodeState): Promise<readonly Outcome[]>
  /** Reads as much of the node as is needed to find every difference. */
  inspect(state: NodeState): Promise<Inspected>
  /** Detaches or deletes a client that this panel does not manage. */
  takeOff(steps: Pick<ClientSteps, 'name' | 'detach' | 'remove'>, state: NodeState): Promise<void>
  /** Whether something of ours on the node was changed by somebody else. */
  hasDrifted(synced?: Synced): boolean
  /** Ends the round; without `synced` it failed. */
  close(synced?: Synced): Promise<void>
}

export interface Inspected {
  snapshot: Snapshot
  /** Ids of clients that may differ; all if absent. */
  suspects?: ReadonlySet<number>
}

/** The steps of a plan, carried out on a panel: by calls of its API, or at this panel itself. */
export interface Operations {
  inbound(step: InboundStep, desired: DesiredInbound | undefined, snapshot: Snapshot): Promise<void>
  client(steps: ClientSteps, subIds?: readonly string[]): Promise<void>
}

/** The hashes of inbounds at one position in a node's change feed. */
export interface Hashes {
  epoch: string
  seq: number
  /** By tag, of everything that was asked for; undefined if the node does not have it. */
  byTag: ReadonlyMap<string, string | undefined>
}

/** What of ours a node shows, by name, so that two snapshots can be compared. */
export type Seen = ReadonlyMap<string, string>

/** What this process knows of a node between rounds. Lost with the process: then everything is compared once more. */
export interface Session {
  online: Set<string>
  /** How many are online on each of its inbounds, by its tag there; undefined if the node does not say. */
  onlineByTag: ReadonlyMap<string, number> | undefined
  /** A 3x-ui node: what of ours it had at the end of the last round. */
  seen: Seen | undefined
  /** A Sluice node: where in its change feed the next report begins; blank before the first one. */
  cursor: string
  /** The hashes that the node should have: as it said when the panel last changed or compared it. */
  expected: Hashes | undefined
  reported: Hashes | undefined
  status: PanelStatus | undefined
}

export const newSession = (): Session => ({
  online: new Set(),
  onlineByTag: undefined,
  seen: undefined,
  cursor: '',
  expected: undefined,
  reported: undefined,
  status: undefined,
})

/** An answer that is older than what was expected says nothing about it. */
const isNewer = (a: Hashes, b: Hashes): boolean => a.epoch !== b.epoch || a.seq >= b.seq

/** Something of ours on a Sluice node is not as the panel left it. */
export function hashesDiffer({ expected, reported }: Session): boolean {
  if (!expected || !reported || !isNewer(reported, expected)) return false
  for (const [tag, hash] of expected.byTag) if (reported.byTag.get(tag) !== hash) return true
  return false
}

/** The node's answer to our own change: true if it held something else before than it should have. */
export function expectApplied(session: Session, { epoch, seq, before, after }: FleetApplied): boolean {
  const known = session.expected?.byTag
  const byTag = new Map(known)
  for (const tag of Object.keys(before)) if (!(tag in after)) byTag.set(tag, undefined)
  for (const [tag, hash] of Object.entries(after)) byTag.set(tag, hash)
  session.expected = { epoch, seq, byTag }
  if (!known) return false
  return Object.entries(before).some(([tag, hash]) => known.has(tag) && known.get(tag) !== hash)
}
