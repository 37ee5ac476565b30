import {
  chmodSync,
  copyFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CoreFile, coreFileBytes } from '#contract/core-file.ts'
import { compareVersions } from '#domain/core-config/core-version.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Egress } from '../../platform/egress/safe-fetch.ts'
import { hashFile, readJson } from '../../platform/files.ts'
import type { HttpRequest } from '../../platform/http/request.ts'
import { receiveFile } from '../../platform/http/upload.ts'
import { writeAtomic } from '../../platform/write-atomic.ts'
import type { Base } from '../../settings/base-services.ts'
import { OLDEST_VERSION, probeVersion } from './binary-version.ts'
import { cachedPath, cacheFolders } from './install.ts'
import { cacheFolder } from './platform.ts'
import { headOf, isLinuxProgram, otherSystemOf, type ProgramHead, refuseForeign } from './program-file.ts'
import { closeFolders, placeBinary } from './trusted-binary.ts'
import { headInArchive, MOST_BYTES, unzipCore } from './unzip.ts'

/** How long a file waits to be confirmed and installed, and how many wait. */
const KEPT_MS = 24 * 3_600_000
const MOST_KEPT = 3
const DOWNLOAD_MS = 20 * 60_000

interface Deps {
  env: NodeJS.ProcessEnv
  now?: () => number
  arch?: string | undefined
}

/** Where files of operators wait; nothing here runs before its SHA-256 was confirmed. */
export function givenFolder(env: NodeJS.ProcessEnv): string {
  const folder = join(cacheFolder(env), 'given')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  closeFolders([dirname(dirname(folder)), dirname(folder), folder])
  return folder
}

const isArchive = ({ bytes }: ProgramHead): boolean => bytes.toString('latin1', 0, 4) === 'PK\x03\x04'

/** Refuses what cannot be a core for this machine. Nothing of the file runs. */
async function examine(file: string, arch: string | undefined): Promise<void> {
  const head = await headOf(file)
  if (isArchive(head)) refuseForeign(await headInArchive(file, { arch }), arch)
  else if (isLinuxProgram(head) || otherSystemOf(head)) refuseForeign(head, arch)
  else throw new Refusal('core.file-not-a-core')
}

/** What is known of a kept file is beside it. */
const noteOf = (kept: string): string => `${kept}.json`

function forget(path: string): void {
  for (const gone of [path, noteOf(path)]) rmSync(gone, { recursive: true, force: true })
}

function sweep(folder: string, now: number): void {
  const all = readdirSync(folder)
  const files = all.filter((name) => !(name.endsWith('.json') && all.includes(name.slice(0, -5))))
  const timed = files.map((name) => {
    const path = join(folder, name)
    return { path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
  })
  const newestFirst = timed.sort((a, b) => b.at - a.at)
  for (const [nth, { path, at }] of newestFirst.entries())
    if (nth >= MOST_KEPT || now - at > KEPT_MS) forget(path)
}

/** Files that can be confirmed, newest first. */
export function listGiven({ env, now = Date.now }: Deps): CoreFile[] {
  const folder = givenFolder(env)
  return readdirSync(folder)
    .flatMap((name) => readJson(join(folder, noteOf(name)), CoreFile) ?? [])
    .filter(({ at }) => now() - at <= KEPT_MS)
    .sort((a, b) => b.at - a.at)
}

/** Takes a file that was stored in `givenFolder`, and keeps it under its hash. */
export async function keepGiven(
  path: string,
  name: string,
  { env, now = Date.now, arch }: Deps,
): Promise<CoreFile> {
  try {
    await examine(path, arch)
    const sha256 = await hashFile(path)
    const file = { name, bytes: statSync(path).size, sha256, at: now() }
    const folder = givenFolder(env)
    const kept = join(folder, sha256)
    renameSync(path, kept)
    writeAtomic(noteOf(kept), JSON.stringify(file))
    sweep(folder, file.at)
    return file
  } finally {
    rmSync(path, { force: true })
  }
}

/** Downloads a file from a mirror and keeps it. */
export async function fetchGiven(
  url: string,
  deps: Deps & {
    egress: Pick<Egress, 'safeDownload'>
    allowPrivateAddress: boolean
    /** Told the share that has come, where the mirror names the size. */
    onPercent?: ((percent: number) => void) | undefined
  },
): Promise<CoreFile> {
  const workshop = mkdtempSync(join(givenFolder(deps.env), 'new-'))
  try {
    const path = join(workshop, 'file')
    const sink = createWriteStream(path, { mode: 0o600, flags: 'wx' })
    sink.on('error', () => {}) // the download reports it
    await deps.egress.safeDownload(url, sink, {
      expectStatus: [200],
      maxBytes: MOST_BYTES,
      timeoutMs: DOWNLOAD_MS,
      allowPrivateAddress: deps.allowPrivateAddress,
      onProgress(received, total) {
        if (total) deps.onPercent?.(Math.min(100, Math.floor((received / total) * 100)))
      },
    })
    return await keepGiven(path, basename(new URL(url).pathname) || 'file', deps)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/**
 * Puts the core of a kept file into the cache, and returns its version. The hash was confirmed by an operator. A file whose
 * core cannot be used does not wait for another try.
 */
export async function placeGiven(sha256: string, { env, arch }: Deps): Promise<string> {
  const folder = givenFolder(env)
  const kept = join(folder, sha256)
  if (!statSync(kept, { throwIfNoEntry: false }) || (await hashFile(kept)) !== sha256)
    throw new Refusal('core.file-unknown', { hash: sha256 }, 'sha256')
  const workshop = mkdtempSync(join(folder, 'new-'))
  try {
    const fresh = join(workshop, 'xray')
    if (isArchive(await headOf(kept))) await unzipCore(kept, fresh, { arch })
    else copyFileSync(kept, fresh)
    refuseForeign(await headOf(fresh), arch)
    chmodSync(fresh, 0o700)
    // Another program of that name may write where it is started, and into its user's folder.
    const version = await probeVersion(fresh, { named: 'xray', folder: workshop })
    if (compareVersions(version, OLDEST_VERSION) < 0)
      throw new Refusal('core.version-too-old', { version, oldest: OLDEST_VERSION })
    const path = cachedPath(version, env, arch)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeFolders(cacheFolders(path))
    placeBinary(fresh, path, { version, from: 'file', release: sha256, sha256: [await hashFile(fresh)] })
    return version
  } catch (error) {
    if (error instanceof Refusal) forget(kept)
    throw error
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/** Cores that operators bring, by upload or from a mirror. */
export function createGivenFiles({ egress, settings, now }: Pick<Base, 'egress' | 'settings' | 'now'>) {
  const { env } = process
  return {
    async upload(request: HttpRequest): Promise<CoreFile> {
      const rules = { field: 'file', folder: givenFolder(env), mostBytes: coreFileBytes }
      const { path, filename } = await receiveFile(request, rules)
      return keepGiven(path, filename, { env, now })
    },
    list: (): CoreFile[] => listGiven({ env, now }),
    fetch(url: string, onPercent?: (percent: number) => void): Promise<CoreFile> {
      const allowPrivateAddress = settings.current().updateAllowPrivate
      return fetchGiven(url, { env, now, egress, allowPrivateAddress, onPercent })
    },
  }
}

export type GivenFiles = ReturnType<typeof createGivenFiles>
