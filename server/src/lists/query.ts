/** Reads rows of one snapshot; `$1` placeholders. The caller names the row type of its own text. */
export type Query = <T>(sql: string, parameters: readonly unknown[]) => T[] | Promise<T[]>

/** Rows per step: large enough to be quick, small enough that nothing waits long behind it. */
export const step = 1_000

/** Joins pieces of a JSON array that arrive step by step. */
export function createJoin() {
  let first = true
  return (items: readonly string[]): string => {
    if (items.length === 0) return ''
    const text = (first ? '' : ',') + items.join(',')
    first = false
    return text
  }
}
