import type { Block } from '#contract/inbound.ts'
import { asBlock, asBlocks, foldedAt, foldedText, isBlock, textAt, withForced } from '#domain/untyped.ts'

/**
 * Where a balancer without a fallback sends connections if it has no usable outbound. Without it the core would use
 * its first outbound, which usually is the direct one.
 */
export const deadEnd = { tag: 'sluice-dead-end', protocol: 'blackhole', settings: {} } as const

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : []

/** These choose nothing while no outbound responds; the others choose a dead one, and the connection fails. */
const isMeasuring = (balancer: Block): boolean =>
  /^least(?:ping|load)$/i.test(foldedText(asBlock(foldedAt(balancer, 'strategy')), 'type'))

const hasFallback = (balancer: Block): boolean => foldedText(balancer, 'fallbackTag') !== ''

/** Tags that outbounds get while the core runs: those of reverse proxies. */
function reverseTags({ reverse, inbounds }: Pick<Parts, 'reverse' | 'inbounds'>): string[] {
  const portals = asBlocks(foldedAt(asBlock(reverse), 'portals')).map((portal) => foldedText(portal, 'tag'))
  const clients = inbounds.flatMap((inbound) => asBlocks(asBlock(inbound.settings).clients))
  return [...portals, ...clients.flatMap(({ reverse: own }) => (isBlock(own) ? [textAt(own, 'tag')] : []))]
}

interface Parts {
  routing: Block & { rules: Block[] }
  outbounds: readonly Block[]
  inbounds: readonly { settings?: unknown }[]
  /** The template's `reverse` section. */
  reverse: unknown
}

/**
 * Routing whose balancers never let a connection out by the default outbound. The other strategies take a fallback only
 * together with an observatory: while no outbound matches their selector, rules lead past them to the dead end.
 */
export function withDeadEnd(parts: Parts): { routing: Parts['routing']; outbounds: Block[] } {
  const { routing } = parts
  const outbounds = [...parts.outbounds]
  const open = asBlocks(foldedAt(routing, 'balancers')).filter((balancer) => !hasFallback(balancer))
  if (open.length === 0) return { routing, outbounds }
  const tags = [...outbounds.map((outbound) => textAt(outbound, 'tag')), ...reverseTags(parts)]
  const isEmpty = (balancer: Block): boolean =>
    !textsOf(foldedAt(balancer, 'selector')).some((start) => tags.some((tag) => tag.startsWith(start)))
  const empty = new Set(
    open.filter((one) => !isMeasuring(one) && isEmpty(one)).map((one) => foldedText(one, 'tag')),
  )
  const leadsNowhere = (rule: Block): boolean =>
    foldedText(rule, 'outboundTag') === '' && empty.has(foldedText(rule, 'balancerTag'))
  const rules = routing.rules.map((rule) =>
    leadsNowhere(rule) ? withForced(rule, { outboundTag: deadEnd.tag }) : rule,
  )
  const balancers = asBlocks(foldedAt(routing, 'balancers')).map((balancer) =>
    isMeasuring(balancer) && !hasFallback(balancer)
      ? withForced(balancer, { fallbackTag: deadEnd.tag })
      : balancer,
  )
  const isUsed = empty.size > 0 || open.some(isMeasuring)
  const isThere = outbounds.some(({ tag }) => tag === deadEnd.tag)
  return {
    routing: { ...withForced(routing, { balancers }), rules },
    outbounds: isUsed && !isThere ? [...outbounds, deadEnd] : outbounds,
  }
}
