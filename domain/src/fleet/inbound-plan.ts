import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import { hashOf } from '../text-hash.ts'
import { canonical } from './canonical.ts'
import type { RemoteInbound } from './snapshot.ts'
import type { WantedInbound } from './wanted.ts'

/** What the centre remembers of an inbound that it put on a node. */
export interface PlacedInbound {
  /** The tag on the node. */
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

const blocksOf = (inbound: Pick<WantedInbound, (typeof blocks)[number]>): string =>
  canonical(blocks.map((key) => inbound[key]))

/**
 * A panel of another version may write a block in its own way. What it shows right after it accepted ours counts as
 * ours, until one of the two changes: otherwise it would be sent again for ever.
 */
export const accepts = (wanted: WantedInbound, remote: RemoteInbound): string =>
  `${hashOf(blocksOf(wanted))}:${hashOf(blocksOf(remote))}`

function sameBlocks(wanted: WantedInbound, remote: RemoteInbound, accepted: string): boolean {
  return blocksOf(wanted) === blocksOf(remote) || (accepted !== '' && accepts(wanted, remote) === accepted)
}

/** Not a part of `sentOf`, because panels without speeds compute that too. */
const sameSpeeds = (wanted: WantedInbound, remote: RemoteInbound): boolean =>
  (['speedDown', 'speedUp'] as const).every(
    (key) => wanted[key] === undefined || remote[key] === undefined || wanted[key] === remote[key],
  )

type Whole = Pick<WantedInbound, (typeof scalars)[number] | (typeof blocks)[number]>

export const sentOf = (inbound: Whole): string =>
  hashOf(canonical([...scalars.map((key) => inbound[key]), ...blocks.map((key) => inbound[key])]))

const wasSent = (sent: string, remote: RemoteInbound): boolean => sent.split(' ').includes(sentOf(remote))

/** Before its row id is known, only what is exactly as it was sent is ours: the node may have had that tag itself. */
export const mayBeForeign = ({ goneAt, sent, remoteId }: PlacedInbound, remote: RemoteInbound): boolean =>
  goneAt === 0 && remoteId === 0 && !wasSent(sent, remote)

/** How many of the last states a late call may still apply. */
const mostSent = 8

/** What may have been sent by now, the newest at the end. */
export const sentSoFar = (placed: PlacedInbound | undefined, wanted: Whole): string => {
  const newest = sentOf(wanted)
  const before = (placed?.sent ?? '').split(' ').filter((sent) => sent !== '' && sent !== newest)
  return [...before, newest].slice(-mostSent).join(' ')
}

/**
 * Two things bring a deleted inbound back. A backup of the node does so under its old row id, which no panel gives
 * twice, with the settings and clients of that time. A call that was given up and arrives late makes it as it was sent,
 * without clients. Any other inbound under its tag is the node's own by now.
 */
const isGhost = ({ goneAt, sent, remoteId }: PlacedInbound, remote: RemoteInbound): boolean =>
  goneAt === 0 || remote.id === remoteId || (remote.mayBeLate && wasSent(sent, remote))

/** `remote` has the tag that the inbound has, or had, on the node. Nothing that the centre did not put there is touched. */
export function planInbound(
  wanted: WantedInbound | undefined,
  placed: PlacedInbound | undefined,
  remote: RemoteInbound | undefined,
): InboundStep {
  if (!wanted)
    return placed && remote && isGhost(placed, remote) ? { do: 'delete', id: remote.id } : { do: 'nothing' }
  if (!remote) return { do: 'add' }
  if (!placed) return { do: 'conflict', why: coded('fleet.inbound-foreign', { tag: wanted.tag }) }
  const blocksOnly = scalars.every((key) => wanted[key] === remote[key]) && sameSpeeds(wanted, remote)
  if (blocksOnly && sameBlocks(wanted, remote, placed.accepted)) return { do: 'nothing' }
  return { do: 'update', id: remote.id, blocksOnly }
}
