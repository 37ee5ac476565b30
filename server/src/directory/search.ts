import { type Entry, isEnabled, peopleIn } from '#domain/directory/entries.ts'
import type { Person } from '#domain/directory/plan.ts'
import { Refusal } from '#domain/refusal.ts'
import { listIn } from '#domain/texts.ts'
import { type DirectorySettings, library, type Session, withDirectory } from './connect.ts'

const pageSize = 500
const mostPeople = 200_000
/** Groups in groups, at most this deep. */
const mostDepth = 10
const mostGroups = 1_000
/** A page of people with a few attributes each; a group with 100,000 members. */
const pageBytes = 1024 * 1024
const groupBytes = 8 * 1024 * 1024

const filterOf = (text: string): string => {
  const filter = text.trim() || '(objectClass=*)'
  return filter.startsWith('(') ? filter : `(${filter})`
}

const mappingOf = (settings: DirectorySettings) => ({
  userAttr: settings.ldapUserAttr || 'mail',
  flagField: settings.ldapFlagField || settings.ldapVlessField,
  truthy: listIn(settings.ldapTruthyValues),
  invert: settings.ldapInvertFlag,
})

const dnKey = (dn: string): string =>
  dn
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .join(',')

async function membersOf(
  { client, allow }: Pick<Session, 'client' | 'allow'>,
  group: string,
  isNested: boolean,
): Promise<Set<string>> {
  const members = new Set<string>()
  let level = [group]
  const seen = new Set<string>()
  for (let depth = 0; level.length > 0 && depth < (isNested ? mostDepth : 1); depth++) {
    const inside: string[] = []
    for (const dn of level) {
      if (seen.has(dnKey(dn)) || seen.size >= mostGroups) continue
      seen.add(dnKey(dn))
      allow(groupBytes)
      const found = await client
        .search(dn, { scope: 'base', filter: '(objectClass=*)', attributes: ['member', 'uniqueMember'] })
        .catch((error: unknown) => {
          if (depth === 0) throw error
          return { searchEntries: [] } // a person, or a group that this account may not read
        })
      for (const entry of found.searchEntries)
        for (const value of [entry.member, entry.uniqueMember].flat())
          if (typeof value === 'string' && value !== '') inside.push(value)
    }
    for (const dn of inside) members.add(dnKey(dn))
    level = inside
  }
  return members
}

/** All people in the directory. A failed, cut-off or empty answer is refused: it must change nobody. */
export async function readPeople(settings: DirectorySettings): Promise<Person[]> {
  const mapping = mappingOf(settings)
  const attributes = [mapping.userAttr, ...(mapping.flagField ? [mapping.flagField] : [])]
  const people = await withDirectory(settings, async ({ client, allow }) => {
    const { ldapBaseDN, ldapUserFilter, ldapGroupDN, ldapNestedGroups } = settings
    const members =
      ldapGroupDN === '' ? undefined : await membersOf({ client, allow }, ldapGroupDN, ldapNestedGroups)
    const entries: Entry[] = []
    allow(pageBytes)
    const pages = client.searchPaginated(ldapBaseDN, {
      scope: 'sub',
      filter: filterOf(ldapUserFilter),
      attributes,
      paged: { pageSize },
    })
    for await (const { searchEntries } of pages) {
      for (const entry of searchEntries) if (!members || members.has(dnKey(entry.dn))) entries.push(entry)
      allow(pageBytes)
      if (entries.length > mostPeople) throw new Refusal('directory.too-large', { max: mostPeople })
    }
    return peopleIn(entries, mapping)
  })
  if (people.length === 0) throw new Refusal('directory.empty')
  return people
}

/**
 * Whether the directory knows this name, once, and accepts this password for it. Only for people that the sync would enable:
 * the same filter, flag and group. The name is looked for in an attribute of its own, because people may edit their `mail`.
 */
export async function passwordFits(
  settings: DirectorySettings,
  name: string,
  password: string,
  isMember: (dn: string) => Promise<boolean>,
): Promise<boolean> {
  // A bind without a password is anonymous, and succeeds.
  if (name === '' || password === '') return false
  const { AndFilter, EqualityFilter, FilterParser } = await library()
  const mapping = mappingOf(settings)
  const { ldapBaseDN, ldapLoginDN, ldapLoginAttr } = settings
  const dn = await withDirectory(settings, async ({ client, bindAs }) => {
    const isPerson = FilterParser.parseString(filterOf(settings.ldapUserFilter))
    const isNamed = new EqualityFilter({ attribute: ldapLoginAttr || 'uid', value: name })
    const { searchEntries } = await client.search(ldapLoginDN || ldapBaseDN, {
      scope: ldapLoginDN ? 'base' : 'sub',
      filter: new AndFilter({ filters: [isPerson, isNamed] }),
      attributes: [mapping.flagField || '1.1'],
      sizeLimit: 2,
    })
    const [found, ...others] = searchEntries
    if (found === undefined || others.length > 0 || !isEnabled(found, mapping)) return undefined
    return (await bindAs(found.dn, password)) ? found.dn : undefined
  })
  if (dn === undefined || settings.ldapGroupDN === '') return dn !== undefined
  // The group is read after the password: a large one would cost something for every guess.
  return isMember(dn)
}

export const isInGroup = (settings: DirectorySettings, dn: string): Promise<boolean> =>
  withDirectory(settings, async (session) =>
    (await membersOf(session, settings.ldapGroupDN, settings.ldapNestedGroups)).has(dnKey(dn)),
  )
