import type { NameFact } from '#domain/health/names.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import { waitFor } from '../platform/wait-for.ts'

export type WantedName = Pick<NameFact, 'of' | 'name'>
export type Lookup = (name: string) => Promise<readonly string[]>

const mostNames = 30
/** Lookups use threads that files and passwords need too: a name server that is silent must not take all of them. */
const atOnce = 2

/** All within the time: a name that was not answered by then, or not asked, says so. */
export async function nameFacts(
  wanted: readonly WantedName[],
  lookup: Lookup,
  withinMs: number,
): Promise<NameFact[]> {
  const byName = new Map(wanted.map((name) => [name.name.toLowerCase(), name]))
  const names = [...byName.values()].slice(0, mostNames)
  const silent = { addresses: undefined, error: `no answer within ${withinMs / 1000} s` }
  const facts = names.map((name): NameFact => ({ ...name, ...silent }))
  let isOver = false
  const asked = mapLimited(names, atOnce, async (name, at) => {
    const answer = isOver ? undefined : await answerTo(name.name, lookup)
    if (answer && !isOver) facts[at] = { ...name, ...answer }
  })
  await waitFor(asked, withinMs)
  isOver = true
  return facts
}

async function answerTo(name: string, lookup: Lookup): Promise<Pick<NameFact, 'addresses' | 'error'>> {
  try {
    return { addresses: await lookup(name), error: '' }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { addresses: undefined, error: code === 'ENOTFOUND' ? 'no such name' : message }
  }
}
