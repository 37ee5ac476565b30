import { type FileHandle, open } from 'node:fs/promises'
import type { GeoKind } from '#contract/geo-api.ts'
import { summarise } from './category.ts'
import { BrokenMessage, headOf } from './wire-reader.ts'

const MOST_CATEGORIES = 50_000
/** Limit for one category: only one is in memory at a time, never the whole file. */
const MOST_BYTES = 32 * 1024 * 1024
const HEAD_BYTES = 16

type IndexedCategory = Awaited<ReturnType<typeof summarise>> & { at: number; length: number }

export interface GeoIndex {
  kind: GeoKind
  categories: IndexedCategory[]
}

async function readAt(handle: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** Offset and content summary of each category; throws BrokenMessage if it is not a geo file. */
export async function indexGeoFile(path: string): Promise<GeoIndex> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const categories: IndexedCategory[] = []
    for (let at = 0; at < size; ) {
      if (categories.length >= MOST_CATEGORIES) throw new BrokenMessage('it holds too many categories')
      const head = headOf(await readAt(handle, at, HEAD_BYTES))
      if (!head) throw new BrokenMessage('it is no geo file')
      const { length, at: next } = head
      if (length > MOST_BYTES || at + next + length > size)
        throw new BrokenMessage('it ends in the middle of a category')
      const body = await readAt(handle, at + next, length)
      categories.push({ ...(await summarise(body)), at: at + next, length })
      at += next + length
    }
    if (categories.length === 0) throw new BrokenMessage('it is empty')
    const sites = categories.some(({ kind, entries }) => kind === 'geosite' && entries > 0)
    return { kind: sites ? 'geosite' : 'geoip', categories }
  } finally {
    await handle.close()
  }
}

export async function readCategory(path: string, { at, length }: IndexedCategory): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const body = await readAt(handle, at, length)
    if (body.length !== length) throw new BrokenMessage('it was replaced meanwhile')
    return body
  } finally {
    await handle.close()
  }
}
