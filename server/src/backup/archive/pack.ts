import { createHash } from 'node:crypto'
import { createWriteStream, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Encrypter } from 'age-encryption'
import { ZipFile } from 'yazl'
import { hashFile } from '../../platform/files.ts'
import { countedInFile } from '../facts.ts'
import {
  databaseName,
  fileBytes,
  filePrefix,
  formatVersion,
  isFileName,
  type Manifest,
  manifestName,
  mostFiles,
} from './manifest.ts'

/** scrypt with 128 MiB and half a second: as recommended for passwords, and possible on a small machine. */
const usualWork = 17

export interface PackRequest {
  /** A copy that nothing writes to. */
  database: string
  dataFolder: string
  /** Paths of certificates and keys below the data folder. */
  files: readonly string[]
  about: Omit<Manifest, 'format' | 'files' | 'schema' | 'counts'>
  /** Blank: not encrypted. */
  passphrase: string
  /** The logarithm of scrypt's cost; tests have no time for the usual one. */
  work?: number
  /** Must not exist. It is complete and on the disk when the promise resolves. */
  target: string
}

async function filesOf({ dataFolder, files }: PackRequest) {
  const wanted = files.filter(isFileName).slice(0, mostFiles)
  const found = await Promise.all(
    wanted.map(async (path) => {
      const full = join(dataFolder, path)
      const stat = statSync(full, { throwIfNoEntry: false })
      if (!stat?.isFile() || stat.size > fileBytes) return []
      return [{ name: filePrefix + path, content: await readFile(full) }]
    }),
  )
  return found.flat()
}

export async function pack(request: PackRequest): Promise<{ bytes: number }> {
  const { database, about, passphrase, work = usualWork, target } = request
  const files = await filesOf(request)
  const { inbounds, clients, users, schema } = countedInFile(database)
  const manifest: Manifest = {
    format: formatVersion,
    ...about,
    schema,
    counts: { inbounds, clients, users },
    files: [
      { name: databaseName, bytes: statSync(database).size, sha256: await hashFile(database) },
      ...files.map(({ name, content }) => ({
        name,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
    ],
  }
  const zip = new ZipFile()
  const options = { mtime: new Date(about.madeAt), mode: 0o100600 }
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName, options)
  zip.addFile(database, databaseName, options)
  for (const { name, content } of files) zip.addBuffer(content, name, options)
  const zipped = new Readable().wrap(zip.outputStream)
  zip.on('error', (error: Error) => zipped.destroy(error))
  zip.end()
  const source = passphrase === '' ? zipped : await encrypted(zipped, passphrase, work)
  await pipeline(source, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
  return { bytes: statSync(target).size }
}

async function encrypted(source: Readable, passphrase: string, work: number): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(work)
  // The library has the browser's types of streams, which are the same at run time.
  const stream = await encrypter.encrypt(Readable.toWeb(source) as never)
  return Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>)
}
