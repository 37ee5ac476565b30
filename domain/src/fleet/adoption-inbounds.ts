import type { Coded } from '#contract/coded.ts'
import { isProtocol, protocolTraits } from '#contract/protocol.ts'
import type { Mint } from '#domain/clients/credentials.ts'
import { isDepleted } from '#domain/clients/status.ts'
import { type InboundFields, newInbound } from '#domain/inbounds/inbound.ts'
import { checkPort, type PortClaim } from '#domain/inbounds/port.ts'
import { checkTag } from '#domain/inbounds/tag.ts'
import { type ArrivingInbound, arrivingInput } from '#domain/move-in/arrival.ts'
import { whyNot } from '#domain/move-in/names.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import type { ListedInbound } from './adoption-list.ts'
import { type DesiredInbound, type ManagedInbound, planInbound, tagOnNode } from './inbound-plan.ts'

/** What this panel has, for a comparison with the inbounds of a node. */
export interface LocalInbounds {
  node: number
  /** Of all its inbounds. */
  tags: ReadonlySet<string>
  /** Inbounds that are or should be on this node, by row id. */
  desired: ReadonlyMap<number, DesiredInbound>
  managed: ReadonlyMap<number, ManagedInbound>
  claims: readonly PortClaim[]
}

/** `tag` is the one at this panel. */
export interface AdoptedInbound
  extends Pick<ArrivingInbound, 'tag' | 'up' | 'down' | 'lastTrafficResetTime'> {
  remoteTag: string
  remoteId: number
  fields: InboundFields
  disabledByPanel: boolean
}

export type InboundDecision =
  | { do: 'adopt'; inbound: AdoptedInbound }
  | { do: 'conflict' | 'leave'; why: Coded /** Its row here, if it is ours already. */; ours?: number }

/** The inbound of this panel that has this tag on the node, or had it. */
function ownerOf(
  { remote }: ListedInbound,
  { desired, managed }: LocalInbounds,
): InboundDecision | undefined {
  for (const [id, one] of managed) {
    const isSame = one.tag === remote.tag || (one.goneAt === 0 && desired.get(id)?.tag === remote.tag)
    if (!isSame || planInbound(undefined, one, remote).do !== 'delete') continue
    if (desired.has(id)) return { do: 'leave', why: coded('adoption.already-here'), ours: id }
    return { do: 'leave', why: coded('adoption.being-removed') }
  }
  const isWanted = [...desired].some(([id, one]) => one.tag === remote.tag && !managed.has(id))
  return isWanted ? { do: 'conflict', why: coded('adoption.tag-wanted', { tag: remote.tag }) } : undefined
}

/** Its own tag if that is free and means the same on the node; else prefixed with the node, as in 3x-ui. */
function tagFor(tag: string, { node, tags }: LocalInbounds): string | Coded {
  const isPlain = tagOnNode(tag, node) === tag && !tags.has(tag) && !whyNot(checkTag, tag)
  if (isPlain) return tag
  const other = `n${node}-${tag}`
  const refusal = whyNot(checkTag, other)
  if (refusal) return codedOf(refusal)
  return tags.has(other) ? coded('adoption.tag-taken', { tag, other }) : other
}

function portTrouble(claim: PortClaim, claims: readonly PortClaim[]): Coded | undefined {
  try {
    checkPort(claim, claims)
    return undefined
  } catch (error) {
    return codedOf(error)
  }
}

const ended = ({ enable, total, expiryTime, up, down }: ArrivingInbound, now: number): boolean =>
  !enable && isDepleted({ expiryTime, quota: total, used: up + down }, now)

/** Whether an inbound of the node can become one of this panel as it is. */
export function adoptedInbound(listed: ListedInbound, local: LocalInbounds, mint: Mint): InboundDecision {
  const owned = ownerOf(listed, local)
  if (owned) return owned
  const { inbound: from, remote, isOnSubNode } = listed
  if (isOnSubNode) return { do: 'leave', why: coded('adoption.on-its-node') }
  const { protocol } = from
  if (!isProtocol(protocol)) return { do: 'conflict', why: coded('adoption.protocol-unknown', { protocol }) }
  if (!protocolTraits[protocol].node)
    return { do: 'leave', why: coded('adoption.protocol-stays', { protocol }) }
  try {
    const { fields, layers } = newInbound(arrivingInput(from, local.node), mint)
    const { remark, listen, port } = from
    const clash = portTrouble({ id: 0, remark, listen, port, nodeId: local.node, layers }, local.claims)
    if (clash) return { do: 'conflict', why: clash }
    const tag = tagFor(from.tag, local)
    if (typeof tag !== 'string') return { do: 'conflict', why: tag }
    const { up, down, lastTrafficResetTime } = from
    return {
      do: 'adopt',
      inbound: {
        tag,
        remoteTag: remote.tag,
        remoteId: remote.id,
        fields: { ...fields, remark, listen },
        ...{ up, down, lastTrafficResetTime },
        disabledByPanel: ended(from, mint.now),
      },
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { do: 'conflict', why: coded('adoption.settings-unknown', { reason: codedOf(error) }) }
  }
}
