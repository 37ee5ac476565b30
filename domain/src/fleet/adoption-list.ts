import type { Block } from '#contract/inbound.ts'
import { trafficResets } from '#contract/traffic-reset.ts'
import { isBlock } from '#domain/inbounds/stream.ts'
import type { ArrivingInbound } from '#domain/move-in/arrival.ts'
import { asCount, asFlag, asLine, asText, wholeOr } from '#domain/move-in/cells.ts'
import { allAtOnce, type Steps } from '#domain/steps.ts'
import { type RemoteInbound, type Snapshot, snapshotSteps } from './snapshot.ts'

/** An inbound of a node, with every field that adoption takes over. */
export interface ListedInbound {
  inbound: ArrivingInbound
  remote: RemoteInbound
  /** It runs on a node of the node. */
  isOnSubNode: boolean
}

export interface NodeList {
  snapshot: Snapshot
  /** By tag. */
  inbounds: ReadonlyMap<string, ListedInbound>
}

const resets: readonly string[] = trafficResets
const strategies = ['node', 'listen', 'custom']
const among = (value: unknown, words: readonly string[], instead: string): string =>
  words.find((word) => word === value) ?? instead

const inboundOf = (row: Block, remote: RemoteInbound): ArrivingInbound => ({
  tag: remote.tag,
  remark: remote.remark,
  enable: remote.enable,
  listen: remote.listen,
  port: remote.port,
  protocol: remote.protocol,
  settings: remote.settings,
  streamSettings: remote.streamSettings,
  sniffing: remote.sniffing,
  up: remote.up,
  down: remote.down,
  total: asCount(row.total),
  expiryTime: asCount(row.expiryTime),
  trafficReset: among(row.trafficReset, resets, 'never'),
  trafficResetDay: Math.max(1, Math.min(31, wholeOr(row.trafficResetDay, 1))),
  lastTrafficResetTime: asCount(row.lastTrafficResetTime),
  subSortIndex: Math.max(1, Math.min(2_147_483_647, wholeOr(row.subSortIndex, 1))),
  shareAddrStrategy: among(row.shareAddrStrategy, strategies, 'node'),
  shareAddr: asLine(row.shareAddr, 1024),
  disableFlow: asFlag(row.disableFlow, false),
  speedDown: asCount(row.speedDown),
  speedUp: asCount(row.speedUp),
  node: '',
})

/** The node's list of inbounds with more fields than a snapshot has; undefined if the answer is no such list. */
export const readNodeList = (answer: unknown): NodeList | undefined => allAtOnce(nodeListSteps(answer))

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
