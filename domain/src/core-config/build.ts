import type { FallbackRow } from '#contract/fallback.ts'
import type { Block } from '#contract/inbound.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { asBlock, asBlocks, foldedAt, isBlock, textAt, withForced, withoutKeys } from '#domain/untyped.ts'
import type { EyeKeys } from './check-user.ts'
import { withDeadEnd } from './dead-end.ts'
import { type CoreInbound, inboundSection, type SectionSource } from './inbound-section.ts'
import { logSection } from './log-section.ts'
import { taggedRules, withTheirUsers } from './rules.ts'
import { templateSections } from './sections.ts'
import type { HiddenBytes, UserSource } from './users.ts'

/** A whole core configuration as plain JSON. Other sections come from the template. */
export interface CoreConfig extends Record<string, unknown> {
  inbounds: CoreInbound[]
  outbounds: Block[]
  routing: Block & { rules: Block[] }
}

export interface BuildInput {
  template: Block
  /** In stored order; may include disabled inbounds and inbounds of nodes. */
  inbounds: readonly { inbound: SectionSource; clients: readonly UserSource[] }[]
  fallbacks: readonly FallbackRow[]
  /** The address of the core's API, as `api.listen` takes it. */
  apiListen: string
  hidden: HiddenBytes
  /** Each inbound of this panel has a hidden client for each of them. */
  eyes?: readonly EyeKeys[] | undefined
}

const needed = ['HandlerService', 'StatsService', 'RoutingService'] as const
const observatories = ['observatory', 'burstObservatory'] as const

/** `api.listen` needs neither the tunnel inbound nor its rule, so both are dropped. */
function apiSection(sections: Block, tag: string, listen: string): Block {
  const written = asBlock(sections.api)
  const services = new Map<string, string>(needed.map((s) => [s.toLowerCase(), s]))
  const listed = foldedAt(written, 'services')
  for (const s of Array.isArray(listed) ? listed : [])
    if (typeof s === 'string' && !services.has(s.toLowerCase())) services.set(s.toLowerCase(), s)
  // The service needs an observatory: without one the core does not start.
  services.delete('observatoryservice')
  if (observatories.some((name) => name in sections)) services.set('observatoryservice', 'ObservatoryService')
  return withForced(written, { tag, listen, services: [...services.values()] })
}

const userCounters = { statsUserUplink: true, statsUserDownlink: true, statsUserOnline: true }
const systemCounters = {
  statsInboundUplink: true,
  statsInboundDownlink: true,
  statsOutboundUplink: true,
  statsOutboundDownlink: true,
}

/** Counters and online tracking are on for every level; level 0 always exists because clients use it. */
function policySection(written: unknown): Block {
  const policy = asBlock(written)
  const levels: Block = { 0: userCounters }
  for (const [level, value] of Object.entries(asBlock(foldedAt(policy, 'levels'))))
    if (/^\d+$/.test(level)) levels[String(Number(level))] = withForced(asBlock(value), userCounters)
  const system = withForced(asBlock(foldedAt(policy, 'system')), systemCounters)
  return withForced(policy, { levels, system })
}

/** The API's tag, and the tag it has in every unmodified template. */
type ApiTags = ReadonlySet<unknown>

/**
 * Rules to the API are dropped, unless an outbound with that tag exists. Disabled rules (`enabled: false`, as in 3x-ui)
 * are dropped too: the core does not know the key and would apply them (R50).
 */
function routingSection(written: unknown, api: ApiTags, outbounds: readonly Block[]): CoreConfig['routing'] {
  const routing = asBlock(written)
  const real = new Set<unknown>(outbounds.map((o) => o.tag))
  const rules = asBlocks(foldedAt(routing, 'rules')).filter((rule) => {
    const to = foldedAt(rule, 'outboundTag')
    return rule.enabled !== false && (!api.has(to) || real.has(to))
  })
  const forced = { rules: taggedRules(rules.map(({ enabled: _, ...rule }) => rule)).map(withTheirUsers) }
  return { ...withForced(routing, forced), ...forced }
}

/** Live changes need a tag for every entry; ours starts with a prefix that no balancer selector matches. */
const named = (list: readonly Block[], stem: string): Block[] =>
  list.map((entry, i) =>
    textAt(entry, 'tag') === '' ? withForced(entry, { tag: `${stem}-${i + 1}` }) : entry,
  )

/**
 * The metrics page shows all counters and memory dumps without authentication, so it listens on no port, which any
 * local user could open. It is reachable only if an operator's rule leads to its tag (ADR 009).
 */
function metricsSection(written: unknown, rules: readonly Block[]): { metrics?: Block } {
  const section = asBlock(written)
  const tag = textAt(section, 'tag') || 'metrics_out'
  if (!rules.some((rule) => foldedAt(rule, 'outboundTag') === tag)) return {}
  return { metrics: withForced(withoutKeys(section, ['listen']), { tag }) }
}

/** Without any outbound, the core would use its own metrics page as the default route. */
const outboundsOf = (written: unknown): Block[] => {
  const list = named(asBlocks(written), 'untagged-outbound')
  return list.length > 0 ? list : [{ tag: 'blocked', protocol: 'blackhole', settings: {} }]
}

function panelInbounds({ inbounds, fallbacks, hidden, eyes }: BuildInput): CoreInbound[] {
  const byId = new Map(inbounds.map(({ inbound }) => [inbound.id, inbound]))
  const rows = new Map<number, FallbackRow[]>()
  for (const row of fallbacks) rows.set(row.masterId, [...(rows.get(row.masterId) ?? []), row])
  return inbounds
    .filter(({ inbound }) => inbound.enable && runsHere(inbound))
    .map(({ inbound, clients }) =>
      inboundSection(inbound, clients, {
        fallbacks: rows.get(inbound.id) ?? [],
        childOf: (id) => byId.get(id),
        hidden,
        eyes,
      }),
    )
}

/** The template's own inbounds, without the API's; on a tag conflict the panel's inbound wins. */
function templateInbounds(written: unknown, api: ApiTags, taken: ReadonlySet<string>): CoreInbound[] {
  const all = named(asBlocks(written), 'untagged-inbound')
  const list = all.filter((i) => !api.has(i.tag) && !taken.has(textAt(i, 'tag')))
  // Written by the operator; the core's own test checks it.
  return list as unknown as CoreInbound[]
}

export function buildConfig(input: BuildInput): CoreConfig {
  const sections = templateSections(input.template)
  const apiTag = textAt(asBlock(sections.api), 'tag') || 'api'
  const api: ApiTags = new Set(['api', apiTag])
  const written = outboundsOf(sections.outbounds)
  const { metrics, ...kept } = sections
  const own = panelInbounds(input)
  const { routing, outbounds } = withDeadEnd({
    routing: routingSection(sections.routing, api, written),
    outbounds: written,
    inbounds: own,
    reverse: sections.reverse,
  })
  return {
    ...kept,
    log: logSection(sections.log),
    api: apiSection(sections, apiTag, input.apiListen),
    stats: isBlock(sections.stats) ? sections.stats : {},
    ...metricsSection(metrics, routing.rules),
    policy: policySection(sections.policy),
    routing,
    outbounds,
    inbounds: [...templateInbounds(sections.inbounds, api, new Set(own.map((i) => i.tag))), ...own],
  }
}
