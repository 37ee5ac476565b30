import type { ClientFields } from '#contract/client.ts'
import type { Block } from '#contract/inbound.ts'
import type { CoreFallback } from '#domain/inbounds/fallbacks.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'

/** What an inbound of a node is, as it should be there or as the node shows it. */
export interface NodeInbound {
  tag: string
  remark: string
  enable: boolean
  listen: string
  port: number
  protocol: string
  /** Without the clients. */
  settings: Block
  streamSettings: Block
  sniffing: Block
}

/** An inbound as a node should have it. */
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
  tag: tagOnNode(tag, node),
  remark: fields.remark,
  enable: fields.enable,
  listen: fields.listen,
  port: fields.port,
  protocol: fields.protocol,
  settings: fallbacks ? { ...fields.settings, fallbacks } : fields.settings,
  streamSettings: fields.streamSettings,
  sniffing: fields.sniffing,
  disableFlow: fields.disableFlow,
  speedDown: fields.speedDown,
  speedUp: fields.speedUp,
})
