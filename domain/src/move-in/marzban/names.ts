import { checkEmail, emailKey } from '#domain/clients/names.ts'
import { coded } from '#domain/refusal.ts'
import type { Findings } from './findings.ts'
import type { Person } from './person.ts'

const longest = 254

function isEmail(name: string): boolean {
  try {
    checkEmail(name)
    return true
  } catch {
    return false
  }
}

/** The nearest name that a client can have; undefined if nothing of it is left. */
function fitting({ id, name }: Person): string | undefined {
  if (isEmail(name)) return name
  const cleaned = name.replace(/[\p{White_Space}\p{Cc}\p{Cs}/\\<>"'`]/gu, '_').slice(0, longest - 10)
  if (/^[_.]*$/.test(cleaned)) return name === '' ? undefined : `user-${id}`
  return isEmail(cleaned) ? cleaned : `user-${id}`
}

/** Emails of the clients: unique ignoring case, the users' own names first. */
export function createNames(people: readonly Person[], findings: Findings) {
  const taken = new Set<string>()
  const free = (wanted: string, tries: Iterable<string>): string => {
    for (const name of tries) {
      if (taken.has(emailKey(name))) continue
      taken.add(emailKey(name))
      return name
    }
    return wanted
  }
  function* numbered(stem: string, first: number): Generator<string> {
    const short = stem.slice(0, longest - 12)
    for (let n = first; n < first + 1_000_000; n++) yield `${short}-${n}`
  }

  const given = new Map<Person, string>()
  for (const person of people) {
    const name = fitting(person)
    if (name === undefined) continue
    const email = free(
      name,
      (function* () {
        yield name
        yield* numbered(name, person.id)
      })(),
    )
    given.set(person, email)
    if (email !== person.name) findings.add('healed', person.name, coded('marzban.name-changed', { email }))
  }

  return {
    primary: (person: Person): string | undefined => given.get(person),
    /** For the second client of one user. */
    further: (email: string): string => free(email, numbered(email, 2)),
  }
}

export type Names = ReturnType<typeof createNames>
