import type { Block } from '#contract/inbound.ts'
import { textAt } from '#domain/untyped.ts'
import { useDraft } from '../draft/draft.tsx'
import { balancersOf, outboundsOf, type Template, type TemplateReply } from '../draft/template.ts'

export interface Target {
  /** As a rule's form writes it: `outbound direct`. */
  value: string
  tag: string
  kind: 'outbound' | 'balancer'
  tone: 'blocked' | 'direct' | 'proxied'
}

const tones: Readonly<Record<string, Target['tone']>> = {
  blackhole: 'blocked',
  freedom: 'direct',
  dns: 'direct',
}

const asTarget = (kind: Target['kind'], tag: string, protocol = ''): Target => ({
  value: `${kind} ${tag}`,
  tag,
  kind,
  tone: tones[protocol] ?? 'proxied',
})

/** The possible targets of a rule: outbounds of the draft and of subscriptions, reverse clients, balancers. */
export function targetsOf(template: Template, about: TemplateReply): Target[] {
  const own = outboundsOf(template)
    .filter((outbound: Block) => textAt(outbound, 'tag') !== '')
    .map((outbound) => asTarget('outbound', textAt(outbound, 'tag'), textAt(outbound, 'protocol')))
  const known = new Set(own.map(({ tag }) => tag))
  const brought = [...about.subscriptionOutboundTags, ...about.clientReverseTags].filter(
    (tag) => !known.has(tag),
  )
  const balancers = balancersOf(template).map((balancer) => asTarget('balancer', textAt(balancer, 'tag')))
  return [...own, ...[...new Set(brought)].map((tag) => asTarget('outbound', tag)), ...balancers]
}

export function useTargets(): Target[] {
  const { template, about } = useDraft()
  return targetsOf(template, about)
}
