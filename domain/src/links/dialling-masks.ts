import type { Block } from '#contract/inbound.ts'
import { asBlocks } from '#domain/core-config/json.ts'
import { blockAt, isBlock, textAt } from '#domain/inbounds/stream.ts'
import { filled } from '#domain/outbounds/share-parts.ts'
import type { Security } from './advertised.ts'

/** Masks apply on both ends; one end's upload speed is the other's download speed. */
export function diallingMasks(stream: Block, security: Security, override: Block): Block {
  const own = { ...blockAt(stream, 'finalmask'), ...override }
  const { tcp, quicParams, ...rest } = own
  const masks: Block = { ...rest }
  if (tcp !== undefined && security.kind !== 'reality') masks.tcp = tcp // the two together crash the core
  if (isBlock(quicParams)) {
    const { brutalUp, brutalDown } = quicParams
    masks.quicParams = filled({ ...quicParams, brutalUp: brutalDown, brutalDown: brutalUp })
  }
  return filled(masks)
}

/** Salamander's password; blank if it is not used. */
export function salamander(masks: Block): string {
  const mask = asBlocks(masks.udp).find((m) => m.type === 'salamander')
  return mask ? textAt(blockAt(mask, 'settings'), 'password') : ''
}

/** Hysteria's port hopping range; blank for a single port. */
export const hopPorts = (masks: Block): string => {
  const { ports } = blockAt(blockAt(masks, 'quicParams'), 'udpHop')
  return typeof ports === 'string' || typeof ports === 'number' ? String(ports) : ''
}
