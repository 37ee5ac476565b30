import { type AskedRoute, isEntryOf } from '#domain/core-config/matched-rules.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Geodata } from './geodata.ts'
import { namedBy } from './tokens.ts'

type Destination = Pick<AskedRoute, 'domain' | 'ip'>

/** The name without its attributes, and whether it has the wanted ones. */
function parted(value: string, wanted: readonly string[]) {
  const [name = '', ...attributes] = value.split(' @')
  const has = new Set(attributes.map((attribute) => attribute.toLowerCase()))
  const fits = wanted.every((w) =>
    w.startsWith('!') ? !has.has(w.slice(1).toLowerCase()) : has.has(w.toLowerCase()),
  )
  return { name, fits }
}

/** Whether the list of a token names a destination; undefined if that cannot be told. */
export async function inList(
  geodata: Pick<Geodata, 'entriesIn'>,
  token: string,
  to: Destination,
): Promise<boolean | undefined> {
  const named = namedBy(token)
  if (named === undefined || named === 'syntax') return undefined
  const isReversed = /^!|:!/.test(token)
  let unsure = false
  try {
    for await (const { kind, value } of geodata.entriesIn(named.file, named.code)) {
      const { name, fits } = parted(value, named.wanted)
      const verdict = fits && isEntryOf({ kind, value: name }, to)
      if (verdict) return !isReversed
      unsure ||= verdict === undefined
    }
  } catch (error) {
    if (error instanceof Refusal) return undefined // the file is gone, or has no such list
    throw error
  }
  return unsure ? undefined : isReversed
}
