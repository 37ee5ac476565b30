import type { Block } from '#contract/inbound.ts'

export interface SubscribedOutbounds {
  /** Before the template's own, so that the first of them is where everything goes that no rule speaks of. */
  prepend: boolean
  outbounds: readonly Block[]
}

/** The template's outbounds with those of the subscriptions around them; a tag that is taken stays with its first owner. */
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
