import { randomBytes } from 'node:crypto'
import { copyFileSync, linkSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import { indexGeoFile } from './dat-file.ts'
import { BrokenMessage } from './wire-reader.ts'

const MOST_BYTES = 128 * 1024 * 1024
const LEAST_BYTES = 64
const DOWNLOAD_MS = 300_000

/** A fetched and validated file that lies beside the one it replaces. */
export interface Staged {
  name: string
  lastModified: string
  /** Puts it in place atomically; the previous file can be restored until `settle`. */
  commit(): void
  putBack(): void
  settle(): void
}

export interface FetchDeps {
  egress: Pick<Egress, 'safeDownload'>
  folder: string
}

/**
 * Fetches a geo file; undefined if it has not changed since `since`. A file that the core could not read is never put
 * in place.
 */
export async function stage(
  { egress, folder }: FetchDeps,
  { name, url, since }: { name: string; url: string; since: string },
): Promise<Staged | undefined> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fresh = join(folder, `${name}.${randomBytes(6).toString('hex')}.new`)
  try {
    // Opened first: a lazily opened stream would create the file after a request that failed at once.
    const handle = await open(fresh, 'wx', 0o600)
    const { status, headers, size } = await egress.safeDownload(url, handle.createWriteStream(), {
      expectStatus: since === '' ? [200] : [200, 304],
      maxBytes: MOST_BYTES,
      timeoutMs: DOWNLOAD_MS,
      headers: since === '' ? {} : { 'if-modified-since': since },
    })
    if (status === 304) {
      rmSync(fresh, { force: true })
      return undefined
    }
    if (size < LEAST_BYTES) throw new Refusal('geo.download-too-small', { name })
    await indexGeoFile(fresh).catch((error) => {
      if (!(error instanceof BrokenMessage)) throw error
      throw new Refusal('geo.download-unusable', { name, reason: error.message })
    })
    return placed(folder, name, fresh, headers.get('last-modified') ?? '')
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}

function placed(folder: string, name: string, fresh: string, lastModified: string): Staged {
  const target = join(folder, name)
  const old = `${fresh}.old`
  const modified = Date.parse(lastModified)
  return {
    name,
    lastModified,
    commit() {
      if (!Number.isNaN(modified)) utimesSync(fresh, modified / 1000, modified / 1000)
      keep(target, old)
      renameSync(fresh, target)
    },
    putBack() {
      try {
        renameSync(old, target)
      } catch {
        rmSync(target, { force: true }) // there was no file before
      }
    },
    settle() {
      rmSync(old, { force: true })
      rmSync(fresh, { force: true })
    },
  }
}

/** Keeps a second link to the current file, so that the rename does not lose it. */
function keep(target: string, old: string): void {
  try {
    linkSync(target, old)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    copyFileSync(target, old) // the file system has no hard links
  }
}

/** HTTP date of an existing file that is not truncated; blank otherwise. */
export async function modifiedAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined)
  return found && found.size >= LEAST_BYTES ? found.mtime.toUTCString() : ''
}
