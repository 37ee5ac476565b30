import type { Block } from '#contract/inbound.ts'
import { textIn, valueAt, withValueAt } from '#domain/core-config/edit.ts'
import { asBlocks } from '#domain/untyped.ts'

/** The outbounds of a template, in order; the first is the default route. */
export const outboundsOf = (template: Block): Block[] => asBlocks(valueAt(template, ['outbounds']))
export const withOutbounds = (template: Block, outbounds: readonly Block[]): Block =>
  withValueAt(template, ['outbounds'], [...outbounds])

export const tagOf = (entry: Block): string => textIn(entry, ['tag'])
export const protocolOf = (outbound: Block): string => textIn(outbound, ['protocol']).toLowerCase()

/** Makes tags unique: a number is added to a tag that is taken. */
function freeTag(wanted: string, taken: ReadonlySet<string>): string {
  let tag = wanted
  for (let n = 2; taken.has(tag); n++) tag = `${wanted}-${n}`
  return tag
}

/** Renames outbounds whose tags are taken in `others`. */
export function withFreeTags(outbounds: readonly Block[], others: readonly string[]): Block[] {
  const taken = new Set(others)
  return outbounds.map((outbound) => {
    const tag = freeTag(tagOf(outbound) || protocolOf(outbound) || 'outbound', taken)
    taken.add(tag)
    return withValueAt(outbound, ['tag'], tag)
  })
}

/** Appended, so that the default route does not change. */
export function addOutbounds(
  template: Block,
  added: readonly Block[],
  others: readonly string[] = [],
): Block {
  const own = outboundsOf(template)
  return withOutbounds(template, [...own, ...withFreeTags(added, [...own.map(tagOf), ...others])])
}

export function moveOutbound(template: Block, from: number, to: number): Block {
  const list = outboundsOf(template)
  if (from === to || !list[from] || to < 0 || to >= list.length) return template
  list.splice(to, 0, ...list.splice(from, 1))
  return withOutbounds(template, list)
}

/** Why an outbound or a balancer cannot have this tag. */
type TagProblem = 'blank' | 'taken'
export function tagProblem(tag: string, taken: Iterable<string>): TagProblem | undefined {
  if (tag.trim() === '') return 'blank'
  return new Set(taken).has(tag) ? 'taken' : undefined
}
