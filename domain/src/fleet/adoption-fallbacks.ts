import type { FallbackInput } from '#contract/fallback.ts'
import { effectiveRouting } from '#domain/inbounds/fallbacks.ts'
import { dialAddress } from '#domain/inbounds/listen.ts'
import { asCount, asLine, isBlock } from '#domain/untyped.ts'
import type { NodeList } from './adoption-list.ts'

/** A fallback row of a node. Its target is named by its tag, because row ids are the node's own. */
export type NodeFallback = Omit<FallbackInput, 'childId'> & { childTag: string }

const longest = 1024

/** The rows of one inbound in a node's answer; anything else in it is ignored. */
export function readNodeFallbacks(answer: unknown, { inbounds }: NodeList): NodeFallback[] {
  if (!Array.isArray(answer)) return []
  const tags = new Map([...inbounds.values()].map(({ remote }) => [remote.id, remote.tag]))
  return answer.filter(isBlock).map((row) => ({
    childTag: tags.get(asCount(row.childId)) ?? '',
    name: asLine(row.name, longest),
    alpn: asLine(row.alpn, longest),
    path: asLine(row.path, longest),
    xver: asCount(row.xver),
    dest: asLine(row.dest, longest),
    sortOrder: asCount(row.sortOrder),
  }))
}

/**
 * The rows of the inbound with this tag as this panel has them; `ids` are its inbounds by tag on the node. A target
 * that is not adopted is named by its address. A row without a target is left out, as in the node's core.
 */
export function adoptedFallbacks(
  tag: string,
  rows: readonly NodeFallback[],
  { inbounds }: NodeList,
  ids: ReadonlyMap<string, number>,
): FallbackInput[] {
  const master = inbounds.get(tag)?.remote
  if (!master) return []
  return rows.flatMap(({ childTag, ...row }): FallbackInput[] => {
    const childId = ids.get(childTag)
    if (childId !== undefined) return [{ ...row, childId }]
    const child = inbounds.get(childTag)?.remote
    const dest = row.dest || (child && dialAddress(child.listen, child.port))
    return dest ? [{ ...row, ...effectiveRouting(row, child, master), childId: 0, dest }] : []
  })
}
