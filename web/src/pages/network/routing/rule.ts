import type { Block } from '#contract/inbound.ts'
import { besideInside, namesEveryInside } from '#domain/net/inside-ranges.ts'
import { foldedAt, withoutKeys } from '#domain/untyped.ts'

/** A rule as its form has it. Other keys are kept as they are. */
export interface RuleValues {
  domain: string[]
  ip: string[]
  port: string
  network: string[]
  protocol: string[]
  source: string[]
  user: string[]
  inboundTag: string[]
  /** `outbound direct`, `balancer fast`; blank until one is chosen. */
  target: string
}

export const emptyRule: RuleValues = {
  ...{ domain: [], ip: [], port: '', network: [], protocol: [], source: [], user: [], inboundTag: [] },
  target: '',
}

/** Every key that the form writes, with the core's aliases. */
const written = [
  ...['domain', 'domains', 'ip', 'port', 'network', 'protocol', 'source', 'sourceIP', 'user', 'inboundTag'],
  ...['outboundTag', 'balancerTag'],
]

/** The core accepts a list, or one comma-separated text. */
export const textsOf = (value: unknown): string[] => {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return list.map((entry) => String(entry).trim()).filter((entry) => entry !== '')
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

export const targetOf = (rule: Block): string => {
  const [outbound, balancer] = [textOf(foldedAt(rule, 'outboundTag')), textOf(foldedAt(rule, 'balancerTag'))]
  // The core uses the balancer only if no outbound is named.
  return outbound !== '' ? `outbound ${outbound}` : balancer === '' ? '' : `balancer ${balancer}`
}

export const tagOfTarget = (target: string): string => target.slice(target.indexOf(' ') + 1)

export function ruleValues(rule: Block): RuleValues {
  const texts = (...keys: string[]) => keys.flatMap((key) => textsOf(foldedAt(rule, key)))
  return {
    domain: texts('domain', 'domains'),
    ip: texts('ip'),
    port: textOf(foldedAt(rule, 'port')),
    network: texts('network'),
    protocol: texts('protocol'),
    source: texts('source', 'sourceIP'),
    user: texts('user'),
    inboundTag: texts('inboundTag'),
    target: targetOf(rule),
  }
}

/** The rule for these values; `old` provides what the form does not show. */
export function ruleOf(values: RuleValues, old: Block = {}): Block {
  const { target, port, network, ...lists } = values
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0)
  const to = target.startsWith('balancer ') ? 'balancerTag' : 'outboundTag'
  return {
    type: 'field',
    ...withoutKeys(old, written),
    ...Object.fromEntries(filled),
    ...(port.trim() !== '' && { port: port.trim() }),
    ...(network.length > 0 && { network: network.join(',') }),
    [to]: tagOfTarget(target),
  }
}

/** The conditions of a rule, in the order of a sentence. */
const kinds = ['user', 'inboundTag', 'source', 'domain', 'ip', 'port', 'network', 'protocol'] as const
export type PartKind = (typeof kinds)[number] | 'other'
export interface Part {
  kind: PartKind
  values: string[]
}

/** All private ranges are shown as one item. */
export const privateWord = 'private'
const readable = (values: string[]): string[] =>
  namesEveryInside(values) ? [privateWord, ...besideInside(values)] : values

/** Conditions that the form does not have: `attrs`, `process` and those of newer cores. */
const quiet = new Set(['type', 'enabled', 'ruleTag', 'domainMatcher'])
const othersOf = (rule: Block): string[] =>
  Object.entries(withoutKeys(rule, written))
    .filter(([key, value]) => !quiet.has(key) && value !== null && value !== '')
    .map(([key, value]) => `${key} ${typeof value === 'string' ? value : JSON.stringify(value)}`)

export function partsOf(rule: Block): Part[] {
  const values = ruleValues(rule)
  const parts: Part[] = kinds.map((kind) => {
    const value = values[kind]
    return { kind, values: readable(typeof value === 'string' ? textsOf(value) : value) }
  })
  return [...parts, { kind: 'other' as const, values: othersOf(rule) }].filter(
    (part) => part.values.length > 0,
  )
}

export const isOff = (rule: Block): boolean => rule.enabled === false

/** Switched off in the template, in the form 3x-ui uses; not sent to the core (R50). */
export const switched = (rule: Block, on: boolean): Block => {
  const { enabled: _, ...rest } = rule
  return on ? rest : { ...rest, enabled: false }
}

/** The rule for the panel's own API to the core; kept for other programs, hidden here. */
export const isApiRule = (rule: Block): boolean =>
  targetOf(rule) === 'outbound api' && ruleValues(rule).inboundTag.join() === 'api'

/** Whether two rules say the same: ranges that the panel widened count as the same. */
export const saysSame = (a: Block, b: Block): boolean =>
  targetOf(a) === targetOf(b) && JSON.stringify(partsOf(a)) === JSON.stringify(partsOf(b))
