import type { Verb, VerbGroup } from '../verbs/verbs.ts'

/** Every typed word is the start of a word in the command. */
function matches({ label, words = '' }: Verb, typed: string): boolean {
  const known = `${label} ${words}`.toLowerCase().split(/[\s/]+/)
  return typed
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => known.some((word) => word.startsWith(part)))
}

const disconnects = ({ verbs }: VerbGroup): boolean => verbs.every((verb) => verb.disconnects)

/** A page and the shell may offer the same command: the page's comes first, and is listed alone. */
export const matchingVerbs = (groups: readonly VerbGroup[], typed: string): VerbGroup[] => {
  const listed = new Set<string>()
  const isNew = ({ label }: Verb) => !listed.has(label) && listed.add(label)
  return groups
    .map(({ title, verbs }) => ({
      title,
      verbs: verbs.filter((verb) => !verb.keyOnly && matches(verb, typed) && isNew(verb)),
    }))
    .filter(({ verbs }) => verbs.length > 0)
    .toSorted((a, b) => Number(disconnects(a)) - Number(disconnects(b)))
}
