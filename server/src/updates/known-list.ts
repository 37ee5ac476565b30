import { join } from 'node:path'
import { z } from 'zod'
import type { ReleaseEntry } from '#contract/updates.ts'
import { Refusal } from '#domain/refusal.ts'
import { readJson } from '../platform/files.ts'
import { writeAtomic } from '../platform/write-atomic.ts'
import { readList, type SignedText } from './release-list.ts'

const Stored = z.object({
  checkedAt: z.int(),
  url: z.string(),
  text: z.string(),
  signature: z.string(),
  /** The newest version that people were told of. */
  told: z.string(),
})
type Stored = z.output<typeof Stored>

/**
 * The last list that was read, kept as it was signed. It survives a restart, and a list that was signed before it is
 * refused: whoever serves an old list would hide an update that repairs something.
 */
export function createKnownList(dataFolder: string, keys: readonly string[]) {
  const file = join(dataFolder, 'release-list.json')
  let stored = readJson(file, Stored)
  let known = stored && readable(stored)

  /** Another version of the panel may trust other keys. */
  function readable(list: SignedText) {
    try {
      return readList(list, keys)
    } catch {
      return undefined
    }
  }

  function write(next: Stored): void {
    writeAtomic(file, JSON.stringify(next))
    stored = next
  }

  return {
    /** The releases of a list from this address; none if another one was read last. */
    releases: (url: string): readonly ReleaseEntry[] => (stored?.url === url ? (known?.releases ?? []) : []),
    checkedAt: (url: string): number => (stored?.url === url ? stored.checkedAt : 0),
    told: (): string => stored?.told ?? '',
    tell(version: string): void {
      if (stored) write({ ...stored, told: version })
    },
    take(list: SignedText, at: number): void {
      const found = readList(list, keys)
      if (known && found.signedAt < known.signedAt) throw new Refusal('update.list-old')
      write({ ...list, checkedAt: at, told: stored?.told ?? '' })
      known = found
    },
  }
}
