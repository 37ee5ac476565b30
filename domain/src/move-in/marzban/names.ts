import { coded } from '#domain/refusal.ts'
import { healedEmail, TakenNames } from '../names.ts'
import type { Findings } from './findings.ts'
import type { Person } from './people.ts'

/** Emails of the clients: unique ignoring case, the users' own names first. */
export function createNames(people: readonly Person[], findings: Findings) {
  const taken = new TakenNames()
  const given = new Map<Person, string>()
  for (const person of people) {
    if (person.name.trim() === '') continue
    const email = taken.takeFree(healedEmail(person.name))
    given.set(person, email)
    if (email !== person.name) findings.add('healed', person.name, coded('marzban.name-changed', { email }))
  }

  return {
    /** Undefined for a user without a name. */
    primary: (person: Person): string | undefined => given.get(person),
    /** For the second client of one user. */
    further: (email: string): string => taken.takeFree(email),
  }
}

export type Names = ReturnType<typeof createNames>
