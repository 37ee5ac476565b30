import type { Block } from '#contract/inbound.ts'
import { asBlocks } from '#domain/core-config/json.ts'
import { blockAt, isBlock, textAt } from '#domain/inbounds/stream.ts'
import { filled } from '#domain/outbounds/share-parts.ts'
import type { Security } from './advertised.ts'

/** Masks work on both ends; the speed that one end sends at is what the other receives at. */
export function diallingMasks(stream: Block, security: Security, override: Block): Block {
  const own = { ...blockAt(stream, 'finalmask'), ...override }
  const { tcp, quicParams, ...rest } = own
  const masks: Block = { ...rest }
  if (tcp !== undefined && security.kind !== 'reality') masks.tcp = tcp // the core dies of both
  if (isBlock(quicParams)) {
    const { brutalUp, brutalDown } = quicParams
    masks.quicParams = filled({ ...quicParams, brutalUp: brutalDown, brutalDown: brutalUp })
  }
  return filled(masks)
}

/** Salamander's password, blank where the traffic is not hidden so. */
export function salamander(masks: Block): string {
  const mask = asBlocks(masks.udp).find((m) => m.type === 'salamander')
  return mask ? textAt(blockAt(mask, 'settings'), 'password') : ''
}

/** The range that Hysteria hops over, blank for one port. */
export const hopPorts = (masks: Block): string => {
  const { ports } = blockAt(blockAt(masks, 'quicParams'), 'udpHop')
  return typeof ports === 'string' || typeof ports === 'number' ? String(ports) : ''
}
