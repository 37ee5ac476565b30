import type { Block } from '#contract/inbound.ts'
import { addressBytes } from '#domain/net/address.ts'
import { withEveryInside } from '#domain/net/inside-ranges.ts'
import { asBlock, asBlocks, foldedAt, foldedText, withForced } from '#domain/untyped.ts'
import { isBlackhole, isFreedom } from './outbound-traits.ts'
import { templateSections } from './sections.ts'

/** Where the panel can be reached. */
export interface PanelAddresses {
  /** The machine's own addresses; loopback is always guarded. */
  addresses: readonly string[]
  /** Ports of the panel and of the subscriptions. */
  ports: readonly number[]
}

/** Our own blackhole, because a template need not have one. */
export const guardOutbound = { tag: 'sluice-guard', protocol: 'blackhole', settings: {} } as const
const guardRule = 'sluice-guard'

/** A connection to the unspecified address reaches loopback. */
const alwaysOurs = ['0.0.0.0/8', '127.0.0.0/8', '::/127'] as const

const isPort = (port: number): boolean => Number.isInteger(port) && port > 0 && port < 65_536

/** Undefined if there is nothing to guard. */
type Guard = ReturnType<typeof guardOf>

function guardOf({ addresses, ports }: PanelAddresses) {
  const all = ports.filter(isPort)
  if (all.length === 0) return undefined
  const bare = addresses.map((address) => address.replace(/%.*$/s, '')).filter((a) => addressBytes(a))
  const inOrder = [...new Set(all)].sort((a, b) => a - b)
  return { ip: [...alwaysOurs, ...[...new Set(bare)].sort()], port: inOrder.join(',') }
}

/** Extends a blocked list of an earlier version's private ranges to this version's ranges. */
function widened(rule: Block): Block {
  const list = foldedAt(rule, 'ip')
  if (!Array.isArray(list)) return rule
  const texts = list.filter((entry) => typeof entry === 'string')
  const ip = withEveryInside(texts)
  return ip === texts ? rule : withForced(rule, { ip: [...ip] })
}

/**
 * Routing rules see an unresolved name. The final rules of a freedom outbound see the address about to be dialled,
 * so the guard is placed there too, in front.
 */
function guardedFreedom(outbound: Block, guard: Guard): Block {
  if (!isFreedom(outbound)) return outbound
  const settings = asBlock(foldedAt(outbound, 'settings'))
  const own = asBlocks(foldedAt(settings, 'finalRules'))
  const rules = own.map((rule) =>
    foldedText(rule, 'action').toLowerCase() === 'block' ? widened(rule) : rule,
  )
  const all = guard ? [{ action: 'block', ...guard }, ...rules] : rules
  return all.length === 0
    ? outbound
    : withForced(outbound, { settings: withForced(settings, { finalRules: all }) })
}

function guardedRouting(written: unknown, guard: Guard, blackholes: ReadonlySet<unknown>): Block {
  const routing = asBlock(written)
  const rules = asBlocks(foldedAt(routing, 'rules')).map((rule) =>
    blackholes.has(foldedAt(rule, 'outboundTag')) ? widened(rule) : rule,
  )
  const first = guard ? [{ type: 'field', ruleTag: guardRule, ...guard, outboundTag: guardOutbound.tag }] : []
  return withForced(routing, { rules: [...first, ...rules] })
}

/**
 * Adds the guard to a template: no proxy user can reach the panel on this machine, by address or by name, whatever the
 * template allows (ADR 086).
 */
export function withPanelGuard(template: Block, doors: PanelAddresses): Block {
  const { outbounds, routing } = templateSections(template)
  const own = asBlocks(outbounds)
  const guard = guardOf(doors)
  const guarded = own.map((outbound) => guardedFreedom(outbound, guard))
  const added = guard && own.length > 0 && !own.some((o) => foldedAt(o, 'tag') === guardOutbound.tag)
  const blackholes = new Set(own.filter(isBlackhole).map((o) => foldedAt(o, 'tag')))
  return withForced(template, {
    outbounds: added ? [...guarded, guardOutbound] : guarded,
    routing: guardedRouting(routing, own.length > 0 ? guard : undefined, blackholes),
  })
}
