import type { Block } from '#contract/inbound.ts'

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
