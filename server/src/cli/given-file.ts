import {
  closeSync,
  createReadStream,
  createWriteStream,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#domain/refusal.ts'
import { explained } from '../backup/disk-full.ts'
import { refuseNoSpace } from '../platform/files.ts'

/**
 * `/dev/fd/3` is a file that the caller has opened for us, because this user may not open it by its name. It must be read
 * through that handle: opening the path again asks for the permission again.
 */
function handleOf(path: string): number | undefined {
  const found = /^\/dev\/fd\/(\d+)$/.exec(path)
  return found ? Number(found[1]) : undefined
}

/** The text of a small file that somebody named on the command line. */
export const readGiven = (path: string): string => readFileSync(handleOf(path) ?? path, 'utf8')

function nameOf(path: string): string {
  try {
    return basename(readlinkSync(path))
  } catch {
    return basename(path)
  }
}

/** An open file is copied to `place`; a file that can be opened by its name stays where it is. */
export async function withGivenFile<T>(
  path: string,
  place: string,
  work: (file: string, name: string) => Promise<T>,
): Promise<T> {
  const handle = handleOf(path)
  if (handle === undefined) return work(resolve(path), basename(path))
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
    await copyHandle(handle, place)
    return await work(place, nameOf(path))
  } finally {
    rmSync(place, { force: true })
  }
}

async function copyHandle(handle: number, place: string): Promise<void> {
  refuseNoSpace(dirname(place), fstatSync(handle).size)
  const source = createReadStream('', { fd: handle, autoClose: false })
  try {
    await pipeline(source, createWriteStream(place, { mode: 0o600 }))
  } catch (error) {
    throw explained(error)
  }
}

export function refuseUnreadable(file: string): void {
  if (handleOf(file) !== undefined) return
  try {
    closeSync(openSync(file, 'r'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException // of node:fs
    throw code === 'ENOENT'
      ? new Refusal('cli.no-such-file', { file })
      : new Refusal('cli.file-unreadable', { file, reason: message })
  }
}
