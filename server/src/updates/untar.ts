import { createReadStream } from 'node:fs'
import { chmod, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { Refusal } from '#domain/refusal.ts'
import { type Blocks, blocksOf } from './tar-blocks.ts'

const mostEntries = 50_000
const mostBytes = 1024 * 1024 * 1024
/** A long name has an entry of its own in front of its file. */
const mostNameBytes = 8 * 1024

interface Entry {
  name: string
  size: number
  type: string
  isProgram: boolean
}

const broken = () => new Refusal('update.archive-broken')

function textIn(block: Buffer, from: number, length: number): string {
  const bytes = block.subarray(from, from + length)
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end < 0 ? length : end).toString('utf8')
}

function octalIn(block: Buffer, from: number, length: number): number {
  const text = textIn(block, from, length).trim()
  if (!/^[0-7]+$/.test(text)) throw broken()
  return Number.parseInt(text, 8)
}

/** The sum of all bytes, with blanks in the place of the sum itself. */
function sumOf(block: Buffer): number {
  let sum = 8 * 0x20
  for (let i = 0; i < block.length; i++) if (i < 148 || i >= 156) sum += block[i] ?? 0
  return sum
}

function readHeader(block: Buffer): Entry {
  if (octalIn(block, 148, 8) !== sumOf(block) || textIn(block, 257, 5) !== 'ustar') throw broken()
  const prefix = textIn(block, 257, 8) === 'ustar' ? textIn(block, 345, 155) : '' // GNU keeps other things there
  const name = textIn(block, 0, 100)
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    size: octalIn(block, 124, 12),
    type: textIn(block, 156, 1),
    isProgram: (octalIn(block, 100, 8) & 0o111) !== 0,
  }
}

/** The parts of a name below the folder of the archive; one that would lead elsewhere is refused. */
function partsOf(name: string, root: string): string[] {
  const [first, ...parts] = name.replace(/\/$/, '').split('/')
  const isOdd = (part: string) => part === '' || part === '.' || part === '..' || /[\0\\]/.test(part)
  if (first !== root || parts.some(isOdd))
    throw new Refusal('update.archive-escapes', { name: name.slice(0, 200) })
  return parts
}

/** `27 path=a/very/long/name\n`: lines with their length in front. */
function pathInPax(bytes: Buffer): string | undefined {
  let path: string | undefined
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at)
    const length = Number(bytes.subarray(at, blank).toString('latin1'))
    if (blank < 0 || !Number.isInteger(length) || length <= 0 || at + length > bytes.length) throw broken()
    const line = bytes.subarray(blank + 1, at + length - 1).toString('utf8')
    if (line.startsWith('path=')) path = line.slice(5)
    if (line.startsWith('size=')) throw broken() // only for files beyond what an archive of ours has
    at += length
  }
  return path
}

async function writeFile(blocks: Blocks, path: string, { size, isProgram }: Entry): Promise<void> {
  // Never over something that is there: an archive has each name once, and there are no links to follow.
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? broken() : error
  })
  try {
    for await (const chunk of blocks.content(size)) await file.writeFile(chunk)
    await file.chmod(isProgram ? 0o755 : 0o644)
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
  const plain = createGunzip()
  source.on('error', (error) => plain.destroy(error)).pipe(plain)
  const blocks = blocksOf(plain)
  try {
    await unpack(blocks, folder, root)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw code.startsWith('Z_') ? broken() : error // what zlib says about damaged data
  } finally {
    source.destroy()
    plain.destroy()
  }
}

async function unpack(blocks: Blocks, folder: string, root: string): Promise<void> {
  const made = new Set<string>()
  const makeFolder = async (parts: readonly string[]) => {
    const path = join(folder, ...parts)
    if (made.has(path)) return
    await mkdir(path, { recursive: true })
    await chmod(path, 0o755)
    made.add(path)
  }
  await makeFolder([])
  let longName: string | undefined
  let bytes = 0
  for (let n = 0; ; n++) {
    const block = await blocks.header()
    if (!block) return
    const entry = readHeader(block)
    bytes += entry.size
    if (n >= mostEntries || bytes > mostBytes) throw new Refusal('update.archive-too-large')
    if (entry.type === 'L' || entry.type === 'x' || entry.type === 'g') {
      if (entry.size > mostNameBytes) throw broken()
      const content = await blocks.whole(entry.size)
      if (entry.type === 'L') longName = textIn(content, 0, content.length)
      if (entry.type === 'x') longName = pathInPax(content) ?? longName
      continue
    }
    const name = longName ?? entry.name
    longName = undefined
    const parts = partsOf(name, root)
    if (entry.type === '5') {
      await makeFolder(parts)
    } else if ((entry.type === '0' || entry.type === '') && parts.length > 0) {
      for (let depth = 0; depth < parts.length; depth++) await makeFolder(parts.slice(0, depth))
      await writeFile(blocks, join(folder, ...parts), entry)
    } else {
      throw new Refusal('update.archive-odd', { name: name.slice(0, 200) })
    }
  }
}
