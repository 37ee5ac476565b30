/** Balancers and observatories select outbounds by tag prefix. */
export const matchedBy = (selector: readonly string[], tags: readonly string[]): string[] =>
  tags.filter((tag) => selector.some((start) => start !== '' && tag.startsWith(start)))

/**
 * Updates a selector after a rename: it still selects that outbound and every other it did. An outbound whose new tag
 * starts with a selector joins it, as it does in the core.
 */
export function renamedSelector(
  selector: readonly string[],
  tags: readonly string[],
  [from, to]: readonly [from: string, to: string],
): string[] {
  const others = tags.filter((tag) => tag !== from)
  const next = selector.flatMap((start) => {
    if (start !== from) return [start]
    return matchedBy([start], others).length > 0 ? [to, start] : [to]
  })
  const lost = matchedBy(selector, [from]).length > 0 && matchedBy(next, [to]).length === 0
  return [...new Set(lost ? [...next, to] : next)]
}

/** Updates a selector after a removal: prefixes that matched only the removed outbounds go, others stay. */
export function shrunkSelector(
  selector: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  return selector.filter(
    (start) => matchedBy([start], after).length > 0 || matchedBy([start], before).length === 0,
  )
}
