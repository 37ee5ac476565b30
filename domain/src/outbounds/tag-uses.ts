import type { Block } from '#contract/inbound.ts'
import { textIn, valueAt, withValueAt } from '#domain/core-config/edit.ts'
import { foldedKey, isBlock } from '#domain/untyped.ts'
import { balancersOf, changeBalancers, rulesOf, selectorOf } from './balancers.ts'
import { observatories, subjectsOf } from './observatory.ts'
import { matchedBy, renamedSelector } from './selector.ts'
import { outboundsOf, tagOf, withOutbounds } from './template-outbounds.ts'

type TagUse =
  | { kind: 'rule'; index: number; rule: Block }
  | { kind: 'balancer'; tag: string; as: 'member' | 'fallback' }
  /** Another outbound that dials through it. */
  | { kind: 'outbound'; tag: string }

/** Everything that refers to an outbound. */
export function usesOf(template: Block, tag: string): TagUse[] {
  const rules = rulesOf(template).flatMap((rule, index): TagUse[] =>
    textIn(rule, ['outboundTag']) === tag ? [{ kind: 'rule', index, rule }] : [],
  )
  const balancers = balancersOf(template).flatMap((balancer): TagUse[] => {
    const use = { kind: 'balancer', tag: tagOf(balancer) } as const
    const member = matchedBy(selectorOf(balancer), [tag]).length > 0
    const fallback = textIn(balancer, ['fallbackTag']) === tag
    return [
      ...(member ? [{ ...use, as: 'member' } as const] : []),
      ...(fallback ? [{ ...use, as: 'fallback' } as const] : []),
    ]
  })
  const outbounds = outboundsOf(template).flatMap((outbound): TagUse[] =>
    tagOf(outbound) !== tag && isDialledThrough(outbound, tag)
      ? [{ kind: 'outbound', tag: tagOf(outbound) }]
      : [],
  )
  return [...rules, ...balancers, ...outbounds]
}

/** Renames an outbound and updates the rules, balancers, observatories and outbounds that refer to it. */
export function renameOutbound(template: Block, from: string, to: string): Block {
  if (from === to || from === '') return template
  const tags = outboundsOf(template).map(tagOf)
  const follow = (selector: readonly string[]) => renamedSelector(selector, tags, [from, to])
  let next = withOutbounds(
    template,
    outboundsOf(template).map((outbound) => renamedIn(outbound, from, to)),
  )
  next = changeBalancers(next, (balancer) => {
    const led = withValueAt(balancer, ['selector'], follow(selectorOf(balancer)))
    return textIn(led, ['fallbackTag']) === from ? withValueAt(led, ['fallbackTag'], to) : led
  })
  for (const kind of observatories)
    if (valueAt(next, [kind, 'subjectSelector']) !== undefined)
      next = withValueAt(next, [kind, 'subjectSelector'], follow(subjectsOf(next, kind)))
  if (textIn(next, ['geodata', 'outbound']) === from) next = withValueAt(next, ['geodata', 'outbound'], to)
  const rules = rulesOf(next)
  if (!rules.some((rule) => textIn(rule, ['outboundTag']) === from)) return next
  return withValueAt(
    next,
    ['routing', 'rules'],
    rules.map((rule) =>
      textIn(rule, ['outboundTag']) === from ? withValueAt(rule, ['outboundTag'], to) : rule,
    ),
  )
}

function renamedIn(outbound: Block, from: string, to: string): Block {
  let next = tagOf(outbound) === from ? withValueAt(outbound, ['tag'], to) : outbound
  if (!isDialledThrough(next, from)) return next
  if (textIn(next, ['proxySettings', 'tag']) === from) next = withValueAt(next, ['proxySettings', 'tag'], to)
  const stream = valueAt(next, ['streamSettings'])
  return stream === undefined ? next : withValueAt(next, ['streamSettings'], redialled(stream, from, to))
}

/** Replaces an outbound; if its tag changes, references are updated. */
export function replaceOutbound(template: Block, index: number, outbound: Block): Block {
  const list = outboundsOf(template)
  const old = list[index]
  if (!old) return template
  const renamed = renameOutbound(template, tagOf(old), tagOf(outbound))
  const next = outboundsOf(renamed)
  next[index] = outbound
  return withOutbounds(renamed, next)
}

/** Every `dialerProxy` of an outbound, including its download settings, and the tag in its `proxySettings`. */
function dialsThrough(value: unknown, tag: string): boolean {
  if (Array.isArray(value)) return value.some((v) => dialsThrough(v, tag))
  if (!isBlock(value)) return false
  return Object.entries(value).some(([key, v]) =>
    foldedKey(key) === 'dialerproxy' ? v === tag : dialsThrough(v, tag),
  )
}
export const isDialledThrough = (outbound: Block, tag: string): boolean =>
  textIn(outbound, ['proxySettings', 'tag']) === tag ||
  dialsThrough(valueAt(outbound, ['streamSettings']), tag)

function redialled(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((v) => redialled(v, from, to))
  if (!isBlock(value)) return value
  const entries = Object.entries(value).map(([key, v]) => [
    key,
    foldedKey(key) === 'dialerproxy' ? (v === from ? to : v) : redialled(v, from, to),
  ])
  return Object.fromEntries(entries)
}
