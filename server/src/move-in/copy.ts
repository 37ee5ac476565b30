import { type BigIntStats, constants, mkdirSync } from 'node:fs'
import { chmod, copyFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { largestSource } from '#contract/move-in-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { spareBytes } from '../platform/files.ts'
import { isSqlite } from './kind.ts'

const attempts = 5
const pauseMs = 250
const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6)

/** What SQLite keeps beside a database: committed pages, or the pages to roll back. `-shm` is rebuilt from the log. */
const besides = ['-wal', '-journal'] as const

async function statOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await stat(path, { bigint: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const parts = (path: string) => [path, ...besides.map((end) => path + end)]
const stampsOf = async (path: string): Promise<string> =>
  (await Promise.all(parts(path).map(statOf)))
    .map((s) => (s ? `${s.size} ${s.mtimeNs} ${s.ctimeNs} ${s.ino}` : 'none'))
    .join(', ')

async function sizeOf(path: string): Promise<number> {
  const found = await statOf(path)
  if (!found) throw new Refusal('source.missing', { path })
  if (!found.isFile()) throw new Refusal('source.unreadable', { path, reason: 'it is not a file' })
  const rest = await Promise.all(besides.map((end) => statOf(path + end)))
  return Number(rest.reduce((sum, one) => sum + (one?.size ?? 0n), found.size))
}

async function refuseSize(size: number, folder: string): Promise<void> {
  if (size > largestSource)
    throw new Refusal('source.too-large', { size: megabytes(size), max: megabytes(largestSource) })
  const { bavail, bsize } = await statfs(folder)
  const needed = size + spareBytes
  if (needed > bavail * bsize)
    throw new Refusal('source.no-space', { free: megabytes(bavail * bsize), needed: megabytes(needed) })
}

type Copy = (from: string, to: string, mode?: number) => Promise<void>

async function copyOnce(path: string, to: string, copy: Copy): Promise<boolean> {
  const before = await stampsOf(path)
  for (const end of ['', ...besides]) {
    await rm(to + end, { force: true })
    const copied = await copy(path + end, to + end, constants.COPYFILE_FICLONE).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (end !== '' && error.code === 'ENOENT') return false
        throw error
      },
    )
    if (copied) await chmod(to + end, 0o600)
  }
  return (await stampsOf(path)) === before
}

/**
 * Copies a database with what lies beside it, without opening the original: SQLite would write there. A copy during
 * which the original changed is made again; one that never stands still is refused. Tests pass a `copy` that changes it.
 */
export async function copySource(
  path: string,
  folder: string,
  copy: Copy = copyFile,
): Promise<{ path: string; bytes: number }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const to = join(folder, 'source.db')
  try {
    const bytes = await sizeOf(path)
    if (!(await isSqlite(path))) throw new Refusal('source.not-sqlite')
    await refuseSize(bytes, folder)
    for (let attempt = 1; !(await copyOnce(path, to, copy)); attempt++) {
      if (attempt === attempts) throw new Refusal('source.busy')
      await pause(pauseMs)
    }
    return { path: to, bytes }
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { code, message } = error as NodeJS.ErrnoException // the file system throws nothing else
    if (code === 'ENOSPC') throw new Refusal('storage.disk-full')
    throw new Refusal('source.unreadable', { path, reason: code ?? message })
  }
}
