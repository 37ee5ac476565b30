import type { Block } from '#contract/inbound.ts'
import { addressBytes } from '#domain/net/address.ts'
import { classifyAddress } from '#domain/net/address-class.ts'
import { Refusal } from '#domain/refusal.ts'
import { blockAt, textAt } from '#domain/untyped.ts'
import { dialledHosts } from './dialled-hosts.ts'
import { linkStream } from './link-stream.ts'

const protocols = new Set(['vless', 'vmess', 'trojan', 'shadowsocks', 'hysteria', 'wireguard'])

/**
 * A list's outbound reduced to what is safe for the core, including ones stored by earlier versions. Undefined if it
 * connects to a private address, or sets more than a link may.
 */
export function listedOutbound(outbound: Block): Block | undefined {
  const protocol = textAt(outbound, 'protocol')
  if (!protocols.has(protocol)) return undefined
  try {
    const streamSettings = linkStream(blockAt(outbound, 'streamSettings'))
    const allowed = {
      tag: textAt(outbound, 'tag'),
      protocol,
      settings: blockAt(outbound, 'settings'),
      ...(Object.keys(streamSettings).length > 0 && { streamSettings }),
    }
    const isInside = (host: string) => addressBytes(host) !== undefined && classifyAddress(host) !== 'public'
    return dialledHosts(allowed).some(isInside) ? undefined : allowed
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Identity regardless of the tag. */
export const contentOf = ({ tag: _, ...outbound }: Block): string => JSON.stringify(outbound)

export interface SubscribedOutbounds {
  /** Placed before the template's own, so the first of them becomes the default route. */
  prepend: boolean
  outbounds: readonly Block[]
}

/** The template's outbounds and those of subscriptions; one whose tag is already taken is dropped. */
export function withSubscriptions(
  own: readonly Block[],
  subscriptions: readonly SubscribedOutbounds[],
): Block[] {
  const taken = new Set(own.map((o) => o.tag))
  const fresh = ({ outbounds }: SubscribedOutbounds) =>
    outbounds.filter(({ tag }) => {
      if (taken.has(tag)) return false
      taken.add(tag)
      return true
    })
  const before = subscriptions.filter((s) => s.prepend).flatMap(fresh)
  const after = subscriptions.filter((s) => !s.prepend).flatMap(fresh)
  return [...before, ...own, ...after]
}
