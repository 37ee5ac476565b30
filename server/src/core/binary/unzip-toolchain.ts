import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Entry } from 'yauzl'
import { Refusal } from '#domain/refusal.ts'
import { isSymlink } from './unzip.ts'

export interface UnpackLimits {
  entries: number
  /** Unpacked, of one file and of all together. */
  fileBytes: number
  bytes: number
}

const usualLimits: UnpackLimits = { entries: 30_000, fileBytes: 100 * 2 ** 20, bytes: 600 * 2 ** 20 }

const broken = (reason: string) => new Refusal('core.go-archive-broken', { reason })

/** Sources of the tests and of the tools, which come built: half of the archive that no build reads. */
const isNeeded = (name: string): boolean =>
  /^(bin|pkg|src|lib)\/|^[^/]+$/.test(name) && !/^src\/cmd\/|\/testdata\/|_test\.go$/.test(name)

const isProgram = (name: string): boolean => name.startsWith('bin/') || name.startsWith('pkg/tool/')

/** A module cannot hold another one, so the toolchain's own go.mod files have this name in the archive. */
const placeOf = (name: string): string => name.replace(/(^|\/)_go\.mod$/, '$1go.mod')

async function unpackFile(source: Readable, target: string | undefined, mode: number): Promise<string> {
  const hash = createHash('sha256')
  const seen = new PassThrough()
  seen.on('data', (chunk: Buffer) => hash.update(chunk))
  if (target === undefined) await pipeline(source, seen.resume())
  else {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    await pipeline(source, seen, createWriteStream(target, { mode, flags: 'wx' }))
  }
  return hash.digest('hex')
}

/** Counts what is unpacked, and refuses an archive that is larger than a toolchain can be. */
function createMeter(limits: UnpackLimits) {
  let entries = 0
  let bytes = 0
  return ({ uncompressedSize }: Entry): void => {
    entries++
    bytes += uncompressedSize
    if (entries > limits.entries || bytes > limits.bytes || uncompressedSize > limits.fileBytes)
      throw broken('it is larger than allowed')
  }
}

/**
 * Unpacks what a build needs of a Go toolchain, and returns the hash of all files as Go computes it for a module
 * (`h1:`), which does not depend on how a mirror packed them. Nothing of it may run before that was compared.
 */
export async function unpackToolchain(
  archive: string,
  folder: string,
  { prefix, limits = usualLimits }: { prefix: string; limits?: UnpackLimits },
): Promise<string> {
  const { openPromise } = await import('yauzl') // rarely needed, so loaded on demand
  const options = { validateEntrySizes: true, strictFileNames: true, autoClose: false }
  const zip = await openPromise(archive, options).catch((error: Error) => {
    throw broken(error.message)
  })
  const count = createMeter(limits)
  const hashes = new Map<string, string>()
  try {
    for await (const entry of zip.eachEntry()) {
      count(entry)
      const { fileName } = entry
      if (entry.isEncrypted() || isSymlink(entry) || fileName.endsWith('/') || !fileName.startsWith(prefix))
        throw broken(`unexpected entry ${fileName.slice(0, 200)}`)
      if (hashes.has(fileName)) throw broken(`${fileName} is there twice`)
      const name = fileName.slice(prefix.length)
      const target = isNeeded(name) ? join(folder, placeOf(name)) : undefined
      const source = await zip.openReadStreamPromise(entry)
      hashes.set(fileName, await unpackFile(source, target, isProgram(name) ? 0o700 : 0o600))
    }
  } catch (error) {
    throw error instanceof Refusal ? error : broken(error instanceof Error ? error.message : String(error))
  } finally {
    zip.close()
  }
  const lines = [...hashes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `${hash}  ${name}\n`)
  return `h1:${createHash('sha256').update(lines.join('')).digest('base64')}`
}
