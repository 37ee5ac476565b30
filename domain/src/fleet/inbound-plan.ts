import type { ClientFields } from '#contract/client.ts'
import { byName } from '#contract/clients/fields.ts'
import type { Coded } from '#contract/coded.ts'
import type { CoreFallback } from '#domain/inbounds/fallbacks.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import type { ArrivingInbound } from '#domain/move-in/arrival.ts'
import { coded } from '#domain/refusal.ts'
import { hashOf } from '../content-version.ts'
import type { RemoteInbound, Snapshot } from './snapshot.ts'

/** What the centre remembers of an inbound that it put on a node. */
export interface ManagedInbound {
  tag: string
  /** What the node made of what it was sent: see `accepts`. */
  accepted: string
  /** The last states that it was sent, with blanks between: see `sentOf`. A call that was given up may still make any of them. */
  sent: string
  /** When the node no longer had it; 0 while it should have it. */
  goneAt: number
  /** Its row id on the node; 0 before the node showed it. */
  remoteId: number
}

/** What has to be done so that the node has exactly this inbound. */
export type InboundStep =
  | { do: 'nothing' }
  | { do: 'add' }
  /** `blocksOnly`: only the nested blocks differ. */
  | { do: 'update'; id: number; blocksOnly: boolean }
  | { do: 'delete'; id: number }
  | { do: 'conflict'; why: Coded }

const blocks = ['settings', 'streamSettings', 'sniffing'] as const
const scalars = ['tag', 'remark', 'enable', 'listen', 'port', 'protocol'] as const

/** Null, blank texts and empty lists and objects mean the same as an absent key to every panel. */
function bare(value: unknown): unknown {
  if (value === null || value === '') return undefined
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => bare(item) ?? null)
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, bare(inner)] as const)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** One text for all spellings of the same configuration. */
export const canonical = (value: unknown): string => JSON.stringify(bare(value)) ?? ''

const blocksOf = (inbound: Pick<DesiredInbound, (typeof blocks)[number]>): string =>
  canonical(blocks.map((key) => inbound[key]))

/**
 * A panel of another version may write a block in its own way. What it shows right after it accepted ours counts as
 * ours, until one of the two changes: otherwise it would be sent again for ever.
 */
export const accepts = (desired: DesiredInbound, remote: RemoteInbound): string =>
  `${hashOf(blocksOf(desired))}:${hashOf(blocksOf(remote))}`

function sameBlocks(desired: DesiredInbound, remote: RemoteInbound, accepted: string): boolean {
  return blocksOf(desired) === blocksOf(remote) || (accepted !== '' && accepts(desired, remote) === accepted)
}

/** Not a part of `sentOf`, because panels without speeds compute that too. */
const sameSpeeds = (desired: DesiredInbound, remote: RemoteInbound): boolean =>
  (['speedDown', 'speedUp'] as const).every(
    (key) => desired[key] === undefined || remote[key] === undefined || desired[key] === remote[key],
  )

export const sentOf = (inbound: NodeInbound): string =>
  hashOf(canonical([...scalars.map((key) => inbound[key]), ...blocks.map((key) => inbound[key])]))

const wasSent = (sent: string, remote: RemoteInbound): boolean => sent.split(' ').includes(sentOf(remote))

/** Before its row id is known, only what is exactly as it was sent is ours: the node may have had that tag itself. */
export const mayBeForeign = ({ goneAt, sent, remoteId }: ManagedInbound, remote: RemoteInbound): boolean =>
  goneAt === 0 && remoteId === 0 && !wasSent(sent, remote)

/** How many of the last states a late call may still apply. */
const mostSent = 8

/** What may have been sent by now, the newest at the end. */
export const sentSoFar = (managed: ManagedInbound | undefined, desired: NodeInbound): string => {
  const newest = sentOf(desired)
  const before = (managed?.sent ?? '').split(' ').filter((sent) => sent !== '' && sent !== newest)
  return [...before, newest].slice(-mostSent).join(' ')
}

/**
 * Two things bring a deleted inbound back. A backup of the node does so under its old row id, which no panel gives
 * twice, with the settings and clients of that time. A call that was given up and arrives late makes it as it was sent,
 * without clients. Any other inbound under its tag is the node's own by now.
 */
const isGhost = ({ goneAt, sent, remoteId }: ManagedInbound, remote: RemoteInbound): boolean =>
  goneAt === 0 || remote.id === remoteId || (remote.mayBeLate && wasSent(sent, remote))

/**
 * The inbound on the node, under its old tag or its new one. `ours` are the tags of the centre there: the tag of a
 * deleted inbound may have been given to another one since.
 */
export function findInbound(
  { inbounds }: Pick<Snapshot, 'inbounds'>,
  managed: ManagedInbound | undefined,
  desired: Pick<DesiredInbound, 'tag'> | undefined,
  ours: () => ReadonlySet<string>,
): RemoteInbound | undefined {
  const found = inbounds.get(managed?.tag ?? '') ?? inbounds.get(desired?.tag ?? '')
  const isAnother = found && managed && managed.goneAt > 0 && ours().has(managed.tag)
  return isAnother ? undefined : found
}

/** `remote` has the tag that the inbound has, or had, on the node. Nothing that the centre did not put there is touched. */
export function planInbound(
  desired: DesiredInbound | undefined,
  managed: ManagedInbound | undefined,
  remote: RemoteInbound | undefined,
): InboundStep {
  if (!desired)
    return managed && remote && isGhost(managed, remote) ? { do: 'delete', id: remote.id } : { do: 'nothing' }
  if (!remote) return { do: 'add' }
  if (!managed) return { do: 'conflict', why: coded('fleet.inbound-foreign', { tag: desired.tag }) }
  const blocksOnly = scalars.every((key) => desired[key] === remote[key]) && sameSpeeds(desired, remote)
  if (blocksOnly && sameBlocks(desired, remote, managed.accepted)) return { do: 'nothing' }
  return { do: 'update', id: remote.id, blocksOnly }
}

/** What an inbound of a node is, without clients: as it should be there, or as the node shows it. */
export type NodeInbound = Pick<ArrivingInbound, (typeof scalars)[number] | (typeof blocks)[number]>

export const nodeInbound = (inbound: NodeInbound): NodeInbound =>
  byName([...scalars, ...blocks], (name) => inbound[name]) as NodeInbound // name by name

export interface DesiredInbound extends NodeInbound {
  disableFlow: boolean
  /** Absent if the centre's version does not know them: then the node keeps what it has. */
  speedDown?: number | undefined
  speedUp?: number | undefined
}

/** A client as a node should have it, with the limit that it has there. */
export interface DesiredClient {
  /** `deviceSecrets`: the devices that have keys of their own; none for a node that takes no such keys. */
  client: ClientFields & { shadowsocksKey: string; deviceSecrets?: string }
  /** The inbounds of this node that it is attached to. */
  on: readonly { inbound: DesiredInbound; flowOverride: string }[]
}

/** At the centre a tag of a node's inbound may begin with the node: the node itself has it without. */
export const tagOnNode = (tag: string, node: number): string => {
  const prefix = `n${node}-`
  return tag.startsWith(prefix) && tag.length > prefix.length ? tag.slice(prefix.length) : tag
}

/** Limits and resets of the inbound stay at the centre: a node that reset its counters would lose bytes (ADR 096). */
export const desiredInbound = (
  fields: InboundFields,
  tag: string,
  node: number,
  /** Made from the rows of the centre; they replace hand-written ones, as in the centre's own core. */
  fallbacks?: readonly CoreFallback[],
): DesiredInbound => ({
  ...nodeInbound({ ...fields, tag: tagOnNode(tag, node) }),
  ...(fallbacks && { settings: { ...fields.settings, fallbacks } }),
  disableFlow: fields.disableFlow,
  speedDown: fields.speedDown,
  speedUp: fields.speedUp,
})
