import type { Block } from '#contract/inbound.ts'
import { textIn, withValueAt } from '#domain/core-config/edit.ts'
import { balancersOf, changeBalancers, removeBalancers, rulesOf, selectorOf } from './balancers.ts'
import { observatories, subjectsOf } from './observatory.ts'
import { matchedBy, shrunkSelector } from './selector.ts'
import { isDialledThrough } from './tag-uses.ts'
import { outboundsOf, tagOf, withOutbounds } from './template-outbounds.ts'

/** Also removes outbounds that dial through it: otherwise they would dial directly and reveal the server. */
function goneWith(all: readonly Block[], tag: string): Set<string> {
  const gone = new Set([tag])
  for (let size = 0; size !== gone.size; ) {
    size = gone.size
    for (const outbound of all)
      if ([...gone].some((t) => isDialledThrough(outbound, t))) gone.add(tagOf(outbound))
  }
  return gone
}

/** Removes the rules that lead there, and selectors of balancers and observatories that match nothing else. */
function withoutUses(
  template: Block,
  gone: ReadonlySet<string>,
  shrink: (selector: readonly string[]) => string[],
): Block {
  const rules = rulesOf(template)
  const stays = (rule: Block) => !gone.has(textIn(rule, ['outboundTag']))
  let next = rules.every(stays) ? template : withValueAt(template, ['routing', 'rules'], rules.filter(stays))
  next = changeBalancers(next, (balancer) => {
    const led = withValueAt(balancer, ['selector'], shrink(selectorOf(balancer)))
    return gone.has(textIn(led, ['fallbackTag'])) ? withValueAt(led, ['fallbackTag'], undefined) : led
  })
  for (const kind of observatories) {
    const subjects = subjectsOf(next, kind)
    const kept = shrink(subjects)
    if (kept.length === subjects.length) continue
    next =
      kept.length > 0
        ? withValueAt(next, [kind, 'subjectSelector'], kept)
        : withValueAt(next, [kind], undefined)
  }
  return next
}

/** Removes an outbound and everything that depends only on it, and lists what was removed. */
export function removalOf(template: Block, tag: string) {
  const all = outboundsOf(template)
  const gone = goneWith(all, tag)
  const left = all.filter((outbound) => !gone.has(tagOf(outbound)))
  const [before, after] = [all.map(tagOf), left.map(tagOf)]
  const shrink = (selector: readonly string[]) => shrunkSelector(selector, before, after)
  const balancers = balancersOf(template)
  const isEmptied = (b: Block) => selectorOf(b).length > 0 && shrink(selectorOf(b)).length === 0
  const emptied = balancers.filter(isEmptied).map(tagOf)
  const isHit = (b: Block) =>
    matchedBy(selectorOf(b), [...gone]).length > 0 || gone.has(textIn(b, ['fallbackTag']))
  const next = withoutUses(removeBalancers(withOutbounds(template, left), emptied), gone, shrink)
  const kept = new Set(rulesOf(next))
  return {
    template: next,
    /** What is removed with it. */
    rules: rulesOf(template).filter((rule) => !kept.has(rule)),
    balancers: emptied,
    outbounds: [...gone].filter((t) => t !== tag),
    /** Remaining balancers that lose an outbound or their fallback. */
    smaller: balancers.filter((b) => isHit(b) && !isEmptied(b)).map(tagOf),
  }
}

export type Removal = ReturnType<typeof removalOf>
