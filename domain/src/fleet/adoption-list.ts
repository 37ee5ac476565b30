import type { Block } from '#contract/inbound.ts'
import { type ArrivingInbound, inboundCells } from '#domain/move-in/arrival.ts'
import type { Steps } from '#domain/steps.ts'
import { asCount, asText, isBlock } from '#domain/untyped.ts'
import { nodeInbound } from './inbound-plan.ts'
import { type RemoteInbound, type Snapshot, snapshotSteps } from './snapshot.ts'

/** An inbound of a node, with every field that adoption takes over. */
export interface ListedInbound {
  inbound: ArrivingInbound
  remote: RemoteInbound
  isOnSubNode: boolean
}

export interface NodeList {
  snapshot: Snapshot
  /** By tag. */
  inbounds: ReadonlyMap<string, ListedInbound>
}

const inboundOf = (row: Block, remote: RemoteInbound): ArrivingInbound => ({
  ...inboundCells((name) => row[name]),
  ...nodeInbound(remote),
  up: remote.up,
  down: remote.down,
  lastTrafficResetTime: asCount(row.lastTrafficResetTime),
  speedDown: asCount(row.speedDown),
  speedUp: asCount(row.speedUp),
  node: '',
})

/** The node's list of inbounds with more fields than a snapshot has; undefined if the answer is no such list. */
export function* nodeListSteps(answer: unknown): Steps<NodeList | undefined> {
  const snapshot = yield* snapshotSteps(answer)
  if (!snapshot) return undefined
  const inbounds = new Map<string, ListedInbound>()
  for (const row of answer as unknown[]) {
    if (!isBlock(row)) continue
    const remote = snapshot.inbounds.get(asText(row.tag))
    if (!remote || remote.id !== row.id) continue
    inbounds.set(remote.tag, {
      inbound: inboundOf(row, remote),
      remote,
      isOnSubNode: asCount(row.nodeId) > 0,
    })
  }
  return { snapshot, inbounds }
}
