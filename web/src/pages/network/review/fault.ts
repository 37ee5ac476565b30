import type { Block } from '#contract/inbound.ts'
import { partsOf } from '../routing/rule.ts'

/**
 * The index of the rule that an error is about, as far as its message tells. The core names no location but quotes the
 * value it rejects: the longest quoted value leads to its rule.
 */
export function faultyRule(words: string, field: string, rules: readonly Block[]): number | undefined {
  const named = /^routing\.rules\[(\d+)\]/.exec(field)
  if (named) return Number(named[1])
  const quoted = rules.flatMap((block, rule) =>
    partsOf(block)
      .flatMap(({ values }) => values)
      .filter((value) => value.length > 1 && words.includes(value))
      .map((value) => ({ rule, length: value.length })),
  )
  return quoted.toSorted((a, b) => b.length - a.length)[0]?.rule
}
