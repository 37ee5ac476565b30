import type { Block } from '#contract/inbound.ts'
import { asBlock, asBlocks, foldedAt, foldedText } from '#domain/untyped.ts'
import { defaultTemplate } from './default-template.ts'
import { templateSections } from './sections.ts'

/** One thing that an edit of the template did, without secrets: names, tags and conditions only. */
export interface TemplateChange {
  part: 'rule' | 'rules' | 'outbound' | 'balancer' | 'section'
  did: 'added' | 'removed' | 'changed' | 'moved'
  name: string
  /** Where a rule leads. */
  to?: string
}

/** Further changes are not listed; a person compares the two configurations instead. */
const most = 40
const mostValues = 2

const valuesAt = (rule: Block, key: string): string[] => {
  const value = foldedAt(rule, key)
  if (Array.isArray(value)) return value.filter((one): one is string => typeof one === 'string')
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'string' && value !== '' ? value.split(',') : []
}

/** Its name, else what it matches: `geosite:netflix`, `443 +3`. */
function ruleName(rule: Block): string {
  const named = foldedText(rule, 'ruleTag')
  if (named) return named
  const values = [
    'domain',
    'ip',
    'port',
    'protocol',
    'user',
    'source',
    'sourceIP',
    'network',
    'inboundTag',
  ].flatMap((key) => valuesAt(rule, key))
  const rest = values.length - mostValues
  return values.slice(0, mostValues).join(', ') + (rest > 0 ? ` +${rest}` : '')
}

const ruleTarget = (rule: Block): string => foldedText(rule, 'outboundTag') || foldedText(rule, 'balancerTag')

/** Items with equal names are one item that changed. */
function compare(
  part: 'rule' | 'outbound' | 'balancer',
  before: readonly Block[],
  after: readonly Block[],
  nameOf: (item: Block) => string,
): TemplateChange[] {
  const text = (item: Block) => JSON.stringify(item)
  const [old, next] = [new Set(before.map(text)), new Set(after.map(text))]
  const gone = before.filter((item) => !next.has(text(item)))
  const come = after.filter((item) => !old.has(text(item)))
  const names = new Set(gone.map(nameOf))
  const kept = new Set(come.map(nameOf).filter((name) => names.has(name)))
  const say = (did: TemplateChange['did'], item: Block): TemplateChange => {
    const to = part === 'rule' ? ruleTarget(item) : ''
    return { part, did, name: nameOf(item), ...(to && { to }) }
  }
  return [
    ...come.map((item) => say(kept.has(nameOf(item)) ? 'changed' : 'added', item)),
    ...gone.filter((item) => !kept.has(nameOf(item))).map((item) => say('removed', item)),
  ]
}

/** What an edit of the template did, for people who read the audit log. */
export function templateChanges(before: Block, after: Block): TemplateChange[] {
  const [a, b] = [templateSections(before), templateSections(after)]
  const [was, is] = [asBlock(a.routing), asBlock(b.routing)]
  const listOf = (routing: Block, key: string) => asBlocks(foldedAt(routing, key))
  const tagOf = (item: Block) => foldedText(item, 'tag')
  const rules = compare('rule', listOf(was, 'rules'), listOf(is, 'rules'), ruleName)
  const moved =
    rules.length === 0 && JSON.stringify(listOf(was, 'rules')) !== JSON.stringify(listOf(is, 'rules'))
  const { rules: _, balancers: __, ...restBefore } = was
  const { rules: ___, balancers: ____, ...restAfter } = is
  const others = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => {
    if (name === 'outbounds') return false
    if (name === 'routing') return JSON.stringify(restBefore) !== JSON.stringify(restAfter)
    return JSON.stringify(Reflect.get(a, name)) !== JSON.stringify(Reflect.get(b, name))
  })
  return [
    ...rules,
    ...(moved ? [{ part: 'rules', did: 'moved', name: '' } as const] : []),
    ...compare('outbound', asBlocks(a.outbounds), asBlocks(b.outbounds), tagOf),
    ...compare('balancer', listOf(was, 'balancers'), listOf(is, 'balancers'), tagOf),
    ...others.map((name) => ({ part: 'section', did: 'changed', name }) as const),
  ].slice(0, most)
}

/** The same for the stored texts; nothing for one that is no JSON. */
export function templateTextChanges(before: string, after: string): TemplateChange[] {
  try {
    const read = (text: string) => asBlock(text === '' ? defaultTemplate() : JSON.parse(text))
    return templateChanges(read(before), read(after))
  } catch {
    return []
  }
}
