import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import { Refusal } from '#domain/refusal.ts'
import { corePlatform } from './platform.ts'
import { headBytes, type ProgramHead } from './program-file.ts'

/** For the archive and for the file in it. */
export const MOST_BYTES = 200 * 1024 * 1024

export const isSymlink = ({ versionMadeBy, externalFileAttributes }: Entry) =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

function check(entry: Entry, most: number): void {
  if (entry.isEncrypted()) throw new Refusal('core.archive-encrypted')
  if (isSymlink(entry)) throw new Refusal('core.archive-link')
  if (entry.uncompressedSize > most) throw new Refusal('core.archive-too-large')
}

interface Rules {
  most?: number
  arch?: string | undefined
}

/** Finds exactly the entry `xray` in an archive: no name in it is used as a path. */
async function withCore<T>(
  archive: string,
  { most = MOST_BYTES, arch }: Rules,
  use: (zip: ZipFile, entry: Entry) => Promise<T>,
): Promise<T> {
  const { openPromise } = await import('yauzl') // rarely needed, so loaded on demand
  const zip = await openPromise(archive, {
    validateEntrySizes: true,
    strictFileNames: true,
    autoClose: false,
  }).catch((error: Error) => {
    throw new Refusal('core.archive-unreadable', { reason: error.message })
  })
  const { asset } = corePlatform(arch)
  let isOfWindows = false
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === 'xray.exe') isOfWindows = true
      if (entry.fileName !== 'xray') continue
      check(entry, most)
      return await use(zip, entry)
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('core.archive-broken', {
      reason: error instanceof Error ? error.message : String(error),
    })
  } finally {
    zip.close()
  }
  if (isOfWindows) throw new Refusal('core.file-other-system', { system: 'Windows', asset })
  throw new Refusal('core.archive-without-xray', { asset })
}

/** Extracts the core from an archive. The size that the entry claims is enforced while unpacking. */
export const unzipCore = (archive: string, target: string, rules: Rules = {}): Promise<void> =>
  withCore(archive, rules, async (zip, entry) => {
    const source = await zip.openReadStreamPromise(entry)
    await pipeline(source, createWriteStream(target, { mode: 0o700, flags: 'wx' }))
  })

/** The beginning of the core in an archive. */
export const headInArchive = (archive: string, rules: Rules = {}): Promise<ProgramHead> =>
  withCore(archive, rules, async (zip, entry) => {
    const source = await zip.openReadStreamPromise(entry)
    const parts: Buffer[] = []
    let length = 0
    for await (const part of source as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= headBytes) break // which ends the stream
    }
    return { bytes: Buffer.concat(parts).subarray(0, headBytes), size: entry.uncompressedSize }
  })
