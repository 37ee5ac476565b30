import { createReadStream } from 'node:fs'
import { chmod, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { Parser } from 'tar/parse'
import type { ReadEntry } from 'tar/read-entry'
import { Refusal } from '#domain/refusal.ts'

const mostEntries = 50_000
const mostBytes = 1024 * 1024 * 1024
/** A long name has an entry of its own in front of its file. */
const mostNameBytes = 8 * 1024

const broken = () => new Refusal('update.archive-broken')

/** The parts of a name below the folder of the archive; one that would lead elsewhere is refused. */
function partsOf(name: string, root: string): string[] {
  const [first, ...parts] = name.replace(/\/$/, '').split('/')
  const isOdd = (part: string) => part === '' || part === '.' || part === '..' || /[\0\\]/.test(part)
  if (first !== root || parts.some(isOdd))
    throw new Refusal('update.archive-escapes', { name: name.slice(0, 200) })
  return parts
}

async function writeFile(entry: ReadEntry, path: string): Promise<void> {
  // Never over something that is there: an archive has each name once, and there are no links to follow.
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? broken() : error
  })
  try {
    if (entry.destroyed) throw broken()
    for await (const chunk of entry) await file.writeFile(chunk)
    await file.chmod(((entry.mode ?? 0) & 0o111) !== 0 ? 0o755 : 0o644)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Unpacks a compressed tar archive with one folder in it, `root`, into `folder`, which exists and is empty. Plain files
 * and folders only: a link or a device is refused, and so is a name that leads out of the folder.
 */
export async function untar(archive: string, folder: string, root: string): Promise<void> {
  const source = createReadStream(archive)
  const plain = createGunzip() // the parser would decompress on this thread
  const parser = new Parser({ strict: true, maxMetaEntrySize: mostNameBytes, zstd: false, brotli: false })
  const unpack = createUnpack(folder, root)
  let work = unpack.begin()
  let latest: ReadEntry | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      let hasEnd = false
      parser.on('entry', (entry) => {
        latest = entry.on('error', reject)
        work = work.then(() => unpack.entry(entry))
        work.catch(reject)
      })
      parser.on('ignoredEntry', (entry) => reject(entry.meta ? broken() : odd(entry)))
      parser.on('eof', () => {
        hasEnd = true
      })
      parser.on('end', () => work.then(hasEnd ? resolve : () => reject(broken()), reject))
      parser.on('error', () => reject(broken()))
      source.on('error', reject)
      plain.on('error', () => reject(broken()))
      source.pipe(plain).pipe(parser)
    })
  } finally {
    source.destroy()
    plain.destroy()
    latest?.destroy(broken()) // after a failure nobody sends the rest of the file
    await work.catch(() => {})
  }
}

const odd = ({ path }: ReadEntry) => new Refusal('update.archive-odd', { name: path.slice(0, 200) })

function createUnpack(folder: string, root: string) {
  const made = new Set<string>()
  let entries = 0
  let bytes = 0

  async function makeFolder(parts: readonly string[]): Promise<void> {
    const path = join(folder, ...parts)
    if (made.has(path)) return
    await mkdir(path, { recursive: true })
    await chmod(path, 0o755)
    made.add(path)
  }

  return {
    begin: () => makeFolder([]),
    async entry(entry: ReadEntry): Promise<void> {
      if (entry.header.size === undefined) throw broken()
      bytes += entry.size
      entries += 1
      if (entries > mostEntries || bytes > mostBytes) throw new Refusal('update.archive-too-large')
      const parts = partsOf(entry.path, root)
      const isFile = entry.type === 'File' || entry.type === 'OldFile'
      if (entry.linkpath || (!isFile && entry.type !== 'Directory') || (isFile && parts.length === 0))
        throw odd(entry)
      if (!isFile) {
        await makeFolder(parts)
        entry.resume()
        return
      }
      for (let depth = 0; depth < parts.length; depth++) await makeFolder(parts.slice(0, depth))
      await writeFile(entry, join(folder, ...parts))
    },
  }
}
