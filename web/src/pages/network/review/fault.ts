import type { Block } from '#contract/inbound.ts'
import { partsOf } from '../routing/rule.ts'

/** The location of an error, as far as its message tells. */
export interface Fault {
  /** Its index among all rules. */
  rule?: number
  section?: 'routing' | 'outbounds' | 'dns' | 'log' | 'policy'
}

const sections = [
  ['dns', /\bdns\b/i],
  ['outbounds', /\boutbound/i],
  ['policy', /\bpolicy\b/i],
  ['log', /\blog\b/i],
  ['routing', /\brout(ing|er)\b|\brule\b|\bbalancer\b/i],
] as const

/** The core names no location but quotes the value it rejects: the longest quoted value leads to its rule. */
export function faultOf(words: string, field: string, rules: readonly Block[]): Fault {
  const named = /^routing\.rules\[(\d+)\]/.exec(field)
  if (named) return { rule: Number(named[1]), section: 'routing' }
  let found: { rule: number; length: number } | undefined
  for (const [rule, block] of rules.entries())
    for (const value of partsOf(block).flatMap((part) => part.values))
      if (value.length > 1 && words.includes(value) && value.length > (found?.length ?? 0))
        found = { rule, length: value.length }
  if (found) return { rule: found.rule, section: 'routing' }
  const section = sections.find(([, pattern]) => pattern.test(`${field} ${words}`))?.[0]
  return section ? { section } : {}
}
