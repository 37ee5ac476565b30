/** Selectors of balancers and observatories name outbounds by how their tags begin. */
export const matchedBy = (selector: readonly string[], tags: readonly string[]): string[] =>
  tags.filter((tag) => selector.some((start) => start !== '' && tag.startsWith(start)))

/**
 * A selector after an outbound got another name: it still selects that outbound, and every other that it did. One
 * whose new name begins like a selector joins it, as it does in the core.
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

/** A selector after outbounds are gone: what selected nothing but them goes too; what waits for others stays. */
export function shrunkSelector(
  selector: readonly string[],
  before: readonly string[],
  after: readonly string[],
): string[] {
  return selector.filter(
    (start) => matchedBy([start], after).length > 0 || matchedBy([start], before).length === 0,
  )
}
