import { setTimeout as sleep } from 'node:timers/promises'
import type { NameFact } from '#domain/health/names.ts'

export type WantedName = Pick<NameFact, 'of' | 'name'>
export type Lookup = (name: string) => Promise<readonly string[]>

const mostNames = 30

/** All at once, each within the time: a name server that is silent must not hold up the report. */
export async function nameFacts(
  wanted: readonly WantedName[],
  lookup: Lookup,
  withinMs: number,
): Promise<NameFact[]> {
  const once = [...new Map(wanted.map((name) => [name.name.toLowerCase(), name])).values()]
  return Promise.all(
    once.slice(0, mostNames).map(async (name): Promise<NameFact> => {
      const waiting = new AbortController()
      const late = sleep(withinMs, undefined, { signal: waiting.signal, ref: false }).then(() => {
        throw new Error(`no answer within ${withinMs / 1000} s`)
      })
      late.catch(() => {})
      try {
        return { ...name, addresses: await Promise.race([lookup(name.name), late]), error: '' }
      } catch (error) {
        return { ...name, addresses: undefined, error: wordsOf(error) }
      } finally {
        waiting.abort()
      }
    }),
  )
}

const wordsOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ENOTFOUND' ? 'no such name' : message
}
