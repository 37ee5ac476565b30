import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { Refusal } from '#domain/refusal.ts'
import {
  databaseBytes,
  databaseName,
  fileBytes,
  filePrefix,
  formatVersion,
  isFileName,
  Manifest,
  manifestBytes,
  manifestName,
  mostFiles,
} from './manifest.ts'

/** A database shrinks to a tenth. What shrinks to a thousandth is made of zeros, to fill a disk. */
const mostRatio = 200
const smallBytes = 16 * 1024 * 1024

const damaged = () => new Refusal('backup.archive-damaged')
const lies = () => new Refusal('backup.manifest-lies')

/**
 * Takes the known entries out of an archive and compares each with the manifest. No name in the archive is used as a
 * path before it was checked, and no entry may be larger than it says.
 */
export async function unzip(
  archive: string,
  folder: string,
  refuseNoSpace: (bytes: number) => void,
): Promise<{ manifest: Manifest; files: string[] }> {
  const zip = await openPromise(archive, {
    validateEntrySizes: true,
    strictFileNames: true,
    autoClose: false,
  }).catch(() => {
    throw damaged()
  })
  try {
    const entries = await entriesOf(zip)
    const manifest = await manifestOf(zip, entries)
    const listed = new Map(manifest.files.map((file) => [file.name, file]))
    if (listed.size !== manifest.files.length || listed.size !== entries.size - 1) throw lies()
    refuseNoSpace(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0))
    for (const [name, entry] of entries) {
      if (name === manifestName) continue
      const wanted = listed.get(name)
      if (!wanted || wanted.bytes !== entry.uncompressedSize) throw lies()
      if ((await extract(zip, entry, join(folder, name))) !== wanted.sha256) throw lies()
    }
    const files = [...listed.keys()].filter((name) => name.startsWith(filePrefix))
    return { manifest, files: files.map((name) => name.slice(filePrefix.length)) }
  } catch (error) {
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw damaged() // yauzl and zlib say it in their own words
  } finally {
    zip.close()
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  if (zip.entryCount > mostFiles + 2) throw new Refusal('backup.not-a-backup')
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw damaged()
    checkEntry(entry)
    entries.set(entry.fileName, entry)
  }
  if (!entries.has(manifestName) || !entries.has(databaseName)) throw new Refusal('backup.not-a-backup')
  return entries
}

const isSymlink = ({ versionMadeBy, externalFileAttributes }: Entry) =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

function checkEntry(entry: Entry): void {
  const { fileName, uncompressedSize, compressedSize } = entry
  const most = mostBytesOf(fileName)
  if (most === undefined || entry.isEncrypted() || isSymlink(entry)) throw new Refusal('backup.not-a-backup')
  const isBomb = uncompressedSize > smallBytes && uncompressedSize > compressedSize * mostRatio
  if (uncompressedSize > most || isBomb) throw new Refusal('backup.too-large')
}

function mostBytesOf(name: string): number | undefined {
  if (name === manifestName) return manifestBytes
  if (name === databaseName) return databaseBytes
  const isKnown = name.startsWith(filePrefix) && isFileName(name.slice(filePrefix.length))
  return isKnown ? fileBytes : undefined
}

async function manifestOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(manifestName)
  const pieces: Buffer[] = []
  if (entry) for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece)
  const value = parsed(Buffer.concat(pieces).toString('utf8'))
  // Read first and alone: a later format may look different otherwise.
  const { format, panelVersion } = (value ?? {}) as { format?: unknown; panelVersion?: unknown }
  if (typeof format === 'number' && format > formatVersion)
    throw new Refusal('backup.newer', { version: String(panelVersion ?? '').slice(0, 100) })
  const result = Manifest.safeParse(value)
  if (!result.success || result.data.format !== formatVersion) throw new Refusal('backup.manifest-unreadable')
  return result.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the SHA-256 of what was written. */
async function extract(zip: ZipFile, entry: Entry, target: string): Promise<string> {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  const counting = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      done(null, piece)
    },
  })
  const out = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(await zip.openReadStreamPromise(entry), counting, out)
  return hash.digest('hex')
}
