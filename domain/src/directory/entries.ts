import type { Person } from './plan.ts'

interface Mapping {
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

/** Whether the flag enables an entry. A blank flag field means that everybody is enabled. */
export const isEnabled = (
  entry: Entry,
  { flagField, truthy, invert }: Pick<Mapping, 'flagField' | 'truthy' | 'invert'>,
): boolean =>
  flagField === '' || textsAt(entry, flagField).some((value) => truthy.includes(value.trim())) !== invert

/** The people among the entries: those with a name for the client. */
export const peopleIn = (entries: readonly Entry[], mapping: Mapping): Person[] =>
  entries.flatMap((entry) => {
    const email = textsAt(entry, mapping.userAttr)[0]?.trim()
    return email ? [{ email, enabled: isEnabled(entry, mapping) }] : []
  })
