import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Entry } from 'yauzl'
import { Refusal } from '#domain/refusal.ts'

/** For the archive and for the file in it. */
export const MOST_BYTES = 200 * 1024 * 1024

export const isSymlink = ({ versionMadeBy, externalFileAttributes }: Entry) =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

function check(entry: Entry, most: number): void {
  if (entry.isEncrypted()) throw new Refusal('core.archive-encrypted')
  if (isSymlink(entry)) throw new Refusal('core.archive-link')
  if (entry.uncompressedSize > most) throw new Refusal('core.archive-too-large')
}

/**
 * Extracts exactly the entry `xray` from an archive, to a name of ours: no name in it is used as a path. The size that
 * the entry claims is enforced while unpacking.
 */
export async function unzipCore(archive: string, target: string, most = MOST_BYTES): Promise<void> {
  const { openPromise } = await import('yauzl') // rarely needed, so loaded on demand
  const zip = await openPromise(archive, {
    validateEntrySizes: true,
    strictFileNames: true,
    autoClose: false,
  }).catch((error: Error) => {
    throw new Refusal('core.archive-unreadable', { reason: error.message })
  })
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== 'xray') continue
      check(entry, most)
      const source = await zip.openReadStreamPromise(entry)
      await pipeline(source, createWriteStream(target, { mode: 0o700, flags: 'wx' }))
      return
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('core.archive-broken', {
      reason: error instanceof Error ? error.message : String(error),
    })
  } finally {
    zip.close()
  }
  throw new Refusal('core.archive-without-xray')
}
