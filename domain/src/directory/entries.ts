import type { Person } from './plan.ts'

/** How entries of a directory are read. */
export interface Mapping {
  userAttr: string
  flagField: string
  truthy: readonly string[]
  invert: boolean
}

/** Values by attribute name, as the directory sent them. */
export type Entry = Readonly<Record<string, unknown>>

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')

/** Attribute names have no letter case. */
function textsAt(entry: Entry, name: string): string[] {
  const wanted = name.toLowerCase()
  const found = Object.entries(entry).find(([key]) => key.toLowerCase() === wanted)
  return found ? textsOf(found[1]) : []
}

/** The people among the entries: those with a name for the client. A blank flag field means that everybody is enabled. */
export const peopleIn = (
  entries: readonly Entry[],
  { userAttr, flagField, truthy, invert }: Mapping,
): Person[] =>
  entries.flatMap((entry) => {
    const email = textsAt(entry, userAttr)[0]?.trim()
    if (!email) return []
    const isFlagged =
      flagField === '' || textsAt(entry, flagField).some((value) => truthy.includes(value.trim()))
    return [{ email, enabled: flagField === '' ? true : isFlagged !== invert }]
  })

/** `true, 1,,yes` as its parts. */
export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
