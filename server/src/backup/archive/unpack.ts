import { createReadStream, createWriteStream, mkdirSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter } from 'age-encryption'
import { Refusal } from '#domain/refusal.ts'
import { hashFile, refuseNoSpace } from '../../platform/files.ts'
import { endingOf, headOf } from '../names.ts'
import { type Inspected, inspectDatabase } from './inspect.ts'
import { databaseName, type Manifest } from './manifest.ts'
import { unzip } from './unzip.ts'

/** The most that a header may ask for: scrypt with 256 MiB. */
const mostWork = 18

export interface UnpackRequest {
  archive: string
  /** Blank: none given. */
  passphrase: string
  /** An empty folder for the content. */
  folder: string
}

export interface Unpacked extends Inspected {
  /** Of the archive as it is. */
  sha256: string
  /** Absent for a bare database file. */
  manifest: Manifest | undefined
  /** Paths below the data folder. */
  files: string[]
}

/** Reads an archive completely, checks every byte of it, and leaves its content in the folder. */
export async function unpack(request: UnpackRequest): Promise<Unpacked> {
  const { archive, folder } = request
  const database = join(folder, databaseName)
  const sha256 = await hashFile(archive)
  const ending = endingOf(archive)
  if (ending === 'db') {
    refuseNoSpace(folder, statSync(archive).size)
    await copyFile(archive, database)
    return { ...inspectDatabase(database), sha256, manifest: undefined, files: [] }
  }
  const zip = ending === 'zip.age' ? await decrypted(request) : archive
  const { manifest, files } = await unzip(zip, folder, (bytes) => refuseNoSpace(folder, bytes))
  if (zip !== archive) rmSync(zip)
  const found = inspectDatabase(database)
  refuseLies(manifest, found)
  return { ...found, panelVersion: manifest.panelVersion, sha256, manifest, files }
}

/** To a file: the list of a zip's entries is at its end. */
async function decrypted({ archive, passphrase, folder }: UnpackRequest): Promise<string> {
  const [, work] = /^-> scrypt \S+ (\d{1,3})$/m.exec(headOf(archive)) ?? []
  if (work === undefined) throw new Refusal('backup.not-by-passphrase')
  if (Number(work) > mostWork) throw new Refusal('backup.too-much-work')
  if (passphrase === '') throw new Refusal('backup.passphrase-missing', {}, 'passphrase')
  refuseNoSpace(folder, statSync(archive).size)
  const target = join(folder, 'archive.zip')
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  try {
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    // The library has the browser's types of streams, which are the same at run time.
    const stream = await decrypter.decrypt(Readable.toWeb(createReadStream(archive)) as never)
    const plain = Readable.fromWeb(stream as unknown as ReadableStream<Uint8Array>)
    await pipeline(plain, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
    return target
  } catch (error) {
    const { message, code } = error as Error & { code?: string } // the library throws plain errors
    if (/no identity matched/i.test(message)) throw new Refusal('backup.passphrase-wrong', {}, 'passphrase')
    throw code === undefined ? new Refusal('backup.archive-damaged') : error
  }
}

/** The manifest's words about the database must be true. */
function refuseLies(manifest: Manifest, { counts, steps }: Inspected): void {
  const isTrue =
    manifest.schema === steps.at(-1) &&
    (['inbounds', 'clients', 'users'] as const).every((what) => manifest.counts[what] === counts[what])
  if (!isTrue) throw new Refusal('backup.manifest-lies')
}
