import type { Block } from '#contract/inbound.ts'
import { templateSections } from '#domain/core-config/sections.ts'
import { asBlock, asBlocks, foldedAt, foldedText } from '#domain/untyped.ts'
import type { Condition, RuleFacts, SourceKind } from './graph.ts'

export type BalancerFacts = ReturnType<typeof balancerFacts>
export type OutboundFacts = ReturnType<typeof outboundFacts>
export type TemplateParts = ReturnType<typeof templateParts>

/** Keys that the core's router matches; other keys of a rule are not conditions. */
const conditionKeys = [
  'domain',
  'domains',
  'ip',
  'port',
  'network',
  'protocol',
  'user',
  'source',
  'sourceIP',
  'sourcePort',
  'localIP',
  'localPort',
  'attrs',
  'vlessRoute',
  'process',
] as const

/** The core accepts a list, comma-separated text, or a number. */
function listOf(block: Block, key: string): string[] {
  const value = foldedAt(block, key)
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'string') return value.split(',').flatMap((part) => part.trim() || [])
  if (Array.isArray(value)) return value.flatMap((v) => (typeof v === 'string' && v !== '' ? [v] : []))
  return Object.keys(asBlock(value))
}

function conditionsOf(rule: Block): Condition[] {
  return conditionKeys.flatMap((key) => {
    const values = listOf(rule, key)
    return values.length > 0 ? [{ key, values }] : []
  })
}

function targetOf(rule: Block): RuleFacts['target'] {
  const [outbound, balancer] = [foldedText(rule, 'outboundTag'), foldedText(rule, 'balancerTag')]
  if (outbound) return { kind: 'outbound', tag: outbound } // the core checks this first
  return balancer ? { kind: 'balancer', tag: balancer } : { kind: 'none', tag: '' }
}

const isApiRule = (rule: Block): boolean =>
  foldedText(rule, 'outboundTag') === 'api' && listOf(rule, 'inboundTag').join() === 'api'

const ruleFacts = (rule: Block, index: number, all: readonly Block[]): RuleFacts => ({
  index,
  number: all.slice(0, index + 1).filter((other) => !isApiRule(other)).length,
  name: foldedText(rule, 'ruleTag'),
  conditions: conditionsOf(rule),
  inboundTags: listOf(rule, 'inboundTag'),
  target: targetOf(rule),
})

/** Matches everything: rules below it are never reached. */
export const takesAll = ({ conditions }: RuleFacts): boolean =>
  conditions.every(
    ({ key, values }) => key === 'network' && ['tcp', 'udp'].every((layer) => values.includes(layer)),
  )

function outboundFacts(outbound: Block, index: number, isOwn: boolean) {
  const sockopt = asBlock(foldedAt(asBlock(foldedAt(outbound, 'streamSettings')), 'sockopt'))
  return {
    tag: foldedText(outbound, 'tag') || `untagged-outbound-${index + 1}`, // the tag used in the core configuration
    protocol: foldedText(outbound, 'protocol'),
    /** The outbound it dials through; usually blank. */
    via:
      foldedText(asBlock(foldedAt(outbound, 'proxySettings')), 'tag') || foldedText(sockopt, 'dialerProxy'),
    /** From the template, not from a subscription. */
    isOwn,
  }
}

const balancerFacts = (balancer: Block) => ({
  tag: foldedText(balancer, 'tag'),
  /** Prefixes of outbound tags. */
  selector: listOf(balancer, 'selector'),
  strategy: foldedText(asBlock(foldedAt(balancer, 'strategy')), 'type') || 'random',
  fallbackTag: foldedText(balancer, 'fallbackTag'),
})

function sourcesOf(dns: Block, reverse: Block, outbounds: readonly Block[]): Map<string, SourceKind> {
  const found = new Map<string, SourceKind>()
  for (const server of [dns, ...asBlocks(foldedAt(dns, 'servers'))])
    found.set(foldedText(server, 'tag'), 'dns')
  for (const bridge of asBlocks(foldedAt(reverse, 'bridges'))) found.set(foldedText(bridge, 'tag'), 'reverse')
  for (const outbound of outbounds) {
    const settings = asBlock(foldedAt(outbound, 'settings'))
    found.set(foldedText(settings, 'inboundTag'), 'loopback')
    found.set(foldedText(asBlock(foldedAt(settings, 'reverse')), 'tag'), 'reverse')
  }
  found.delete('')
  return found
}

/** The parts of a template that decide where connections go; `more` are the outbounds of subscriptions. */
export function templateParts(template: Block, more: readonly Block[] = []) {
  const sections = templateSections(template)
  const routing = asBlock(sections.routing)
  const reverse = asBlock(sections.reverse)
  const own = asBlocks(sections.outbounds)
  const written = { rules: asBlocks(foldedAt(routing, 'rules')), outbounds: [...own, ...more] }
  const outbounds = written.outbounds.map((outbound, i) => outboundFacts(outbound, i, i < own.length))
  const api = new Set(['api', foldedText(asBlock(sections.api), 'tag') || 'api'])
  const real = new Set(outbounds.map(({ tag }) => tag))
  const portals = asBlocks(foldedAt(reverse, 'portals')).map((portal) => foldedText(portal, 'tag'))
  return {
    // Rules to the API and disabled rules are not sent to the core (core-config/build.ts).
    rules: written.rules
      .map(ruleFacts)
      .filter(({ target: { kind, tag } }) => kind !== 'outbound' || !api.has(tag) || real.has(tag))
      .filter(({ index }) => written.rules[index]?.enabled !== false),
    balancers: asBlocks(foldedAt(routing, 'balancers')).map(balancerFacts),
    outbounds,
    /** Inbounds that the operator wrote into the template. */
    ownInbounds: asBlocks(sections.inbounds)
      .map((inbound, i) => foldedText(inbound, 'tag') || `untagged-inbound-${i + 1}`)
      .filter((tag) => !api.has(tag)),
    /** Tags that a rule may name although no inbound has them. */
    sources: sourcesOf(asBlock(sections.dns), reverse, written.outbounds),
    /** Valid targets that are not outbounds: the core's metrics, reverse portals. */
    ends: new Set(
      [foldedText(asBlock(sections.metrics), 'tag') || 'metrics_out', ...portals].filter(Boolean),
    ),
  }
}
