/** A field that somebody else saved with another value than the one in the form. */
export interface Clash {
  key: string
  theirs: unknown
  mine: unknown
  /** The form has changed it too. */
  both: boolean
}

type Values = Readonly<Record<string, unknown>>
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Fields that were saved meanwhile and differ from what the form would save. */
export function clashesOf(base: Values, theirs: Values, mine: Values): Clash[] {
  return [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
    .filter((key) => !same(theirs[key], base[key]) && !same(theirs[key], mine[key]))
    .map((key) => ({ key, theirs: theirs[key], mine: mine[key], both: !same(mine[key], base[key]) }))
}

/** The form's values, with theirs where they were chosen. */
export const mergedValues = <V extends object>(mine: V, theirs: Values, taken: ReadonlySet<string>): V =>
  ({ ...mine, ...Object.fromEntries([...taken].map((key) => [key, theirs[key]])) }) as V // keys of both
