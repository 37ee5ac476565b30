/** As many as the panel makes in one go from this form. */
export const mostNames = 1_000

/**
 * `shop-{001}` makes shop-001, shop-002: the number in braces is the first one, with its zeros. Without braces the number
 * follows the text.
 */
export function namesOf(pattern: string, count: number): string[] {
  const [, before = pattern.trim(), first = '1', after = ''] =
    /^([^{}]*)\{(\d{1,9})\}([^{}]*)$/.exec(pattern.trim()) ?? []
  const wanted = Math.min(Math.max(0, Math.trunc(count) || 0), mostNames)
  return Array.from({ length: wanted }, (_, i) => {
    const number = String(Number(first) + i).padStart(first.length, '0')
    return `${before}${number}${after}`
  })
}
