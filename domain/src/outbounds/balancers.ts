import type { Block } from '#contract/inbound.ts'
import { textIn, valueAt, withValueAt } from '#domain/core-config/edit.ts'
import { asBlocks, textsAt } from '#domain/untyped.ts'
import { observed } from './observatory.ts'
import { tagOf } from './template-outbounds.ts'

export const strategies = ['random', 'roundRobin', 'leastPing', 'leastLoad'] as const
export type Strategy = (typeof strategies)[number]

const place = ['routing', 'balancers'] as const
export const balancersOf = (template: Block): Block[] => asBlocks(valueAt(template, place))
export const rulesOf = (template: Block): Block[] => asBlocks(valueAt(template, ['routing', 'rules']))

const strategyOf = (balancer: Block): Strategy => {
  const written = textIn(balancer, ['strategy', 'type']).toLowerCase()
  return strategies.find((s) => s.toLowerCase() === written) ?? 'random' // the core's default
}
export const selectorOf = (block: Block): string[] =>
  textsAt({ selector: valueAt(block, ['selector']) }, 'selector')

export const readBalancer = (balancer: Block) => ({
  tag: tagOf(balancer),
  /** Prefixes of its outbounds' tags. */
  selector: selectorOf(balancer),
  strategy: strategyOf(balancer),
  /** Used if no outbound is alive; blank for none. */
  fallbackTag: textIn(balancer, ['fallbackTag']),
})

export type BalancerForm = ReturnType<typeof readBalancer>

/** Keeps unknown keys; strategy settings are kept only for the same strategy. */
function writeBalancer(balancer: Block, form: BalancerForm): Block {
  const named = withValueAt(withValueAt(balancer, ['tag'], form.tag), ['selector'], form.selector)
  const same = strategyOf(balancer) === form.strategy && valueAt(balancer, ['strategy']) !== undefined
  const led = same ? named : withValueAt(named, ['strategy'], { type: form.strategy })
  return withValueAt(led, ['fallbackTag'], form.fallbackTag === '' ? undefined : form.fallbackTag)
}

const withBalancers = (template: Block, balancers: readonly Block[]): Block =>
  withValueAt(template, place, balancers.length === 0 ? undefined : [...balancers])

/** Adds a balancer or changes the one at `index`, and updates rules that name it and the observatory. */
export function saveBalancer(template: Block, index: number | undefined, form: BalancerForm): Block {
  const list = balancersOf(template)
  const old = index === undefined ? undefined : list[index]
  if (old) list[index!] = writeBalancer(old, form)
  else list.push(writeBalancer({}, form))
  const saved = withBalancers(template, list)
  return observed(template, old ? renamedInRules(saved, tagOf(old), form.tag) : saved)
}

function renamedInRules(template: Block, from: string, to: string): Block {
  const rules = rulesOf(template)
  if (from === to || from === '' || !rules.some((rule) => textIn(rule, ['balancerTag']) === from))
    return template
  const next = rules.map((rule) =>
    textIn(rule, ['balancerTag']) === from ? withValueAt(rule, ['balancerTag'], to) : rule,
  )
  return withValueAt(template, ['routing', 'rules'], next)
}

export const rulesOfBalancer = (template: Block, tag: string): Block[] =>
  rulesOf(template).filter((rule) => tag !== '' && textIn(rule, ['balancerTag']) === tag)

/** Also removes the rules that lead to it: a rule with a missing balancer keeps the core from starting. */
export function removeBalancers(template: Block, gone: readonly string[]): Block {
  if (gone.length === 0) return template
  const left = withBalancers(
    template,
    balancersOf(template).filter((balancer) => !gone.includes(tagOf(balancer))),
  )
  const rules = rulesOf(left).filter((rule) => !gone.includes(textIn(rule, ['balancerTag'])))
  const next = rules.length === rulesOf(left).length ? left : withValueAt(left, ['routing', 'rules'], rules)
  return observed(template, next)
}

/** Changes some of the balancers and updates the observatory. */
export const changeBalancers = (template: Block, change: (balancer: Block) => Block): Block => {
  const list = balancersOf(template)
  return list.length === 0 ? template : observed(template, withBalancers(template, list.map(change)))
}
