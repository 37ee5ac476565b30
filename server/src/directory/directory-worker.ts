import { answerParent } from '../platform/limited-process/answering.ts'
import type { DirectorySettings } from './connect.ts'
import { isInGroup, readPeople } from './search.ts'

export interface Questions {
  people: { given: { settings: DirectorySettings }; result: Awaited<ReturnType<typeof readPeople>> }
  isInGroup: { given: { settings: DirectorySettings; dn: string }; result: boolean }
}

/** Reads what may be large: everybody, and groups. */
answerParent((op, given) => {
  const { settings, dn } = given as Questions['isInGroup']['given'] // `reader.ts` sends nothing else
  return op === 'people' ? readPeople(settings) : isInGroup(settings, dn)
})
