import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  constants,
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Coded } from '#contract/coded.ts'
import { compareVersions } from '#domain/core-config/core-version.ts'
import { coded, codedList, codedOf, Refusal } from '#domain/refusal.ts'
import { hashFile } from '../../platform/files.ts'
import { type OwnRelease, ownRelease } from '../../platform/release/own.ts'
import { OLDEST_VERSION, PINNED_VERSION, plainVersion, probeVersion } from './binary-version.ts'
import { buildCore } from './build-from-source.ts'
import { type KnownHash, knownHash, unconfirmed } from './confirm-hash.ts'
import { type DownloadDeps, downloadCore, releaseDigest } from './download.ts'
import type { Toolchain } from './go-toolchain.ts'
import { managedPath } from './locate.ts'
import { cacheFolder, corePlatform } from './platform.ts'
import { headOf, refuseForeign } from './program-file.ts'
import { type Report, stepOf } from './progress.ts'
import { closeFolders, type Note, type Origin, placeBinary, trustedNote } from './trusted-binary.ts'

export interface InstallDeps {
  egress: DownloadDeps['egress']
  env: NodeJS.ProcessEnv
  report: Report
  signal?: AbortSignal
  arch?: string
  /** SHA-256 of the archive, as confirmed by an operator. */
  confirmed?: string | undefined
  /** Overridden in tests. */
  moduleFolder?: string
  packaged?: OwnRelease
  known?: KnownHash
  toolchain?: Toolchain
}

/** The cache path of a version, shared by all panels of this user. */
export const cachedPath = (version: string, env: NodeJS.ProcessEnv, arch?: string): string =>
  join(cacheFolder(env), version, corePlatform(arch).fileName)

/** Every folder that we created for it: write access to any of them allows replacing the program. */
export const cacheFolders = (cached: string): string[] => {
  const version = dirname(cached)
  return [dirname(dirname(version)), dirname(version), version]
}

/** The path of a version in the cache, downloaded or built there once. */
export async function provideCore(wanted: string, deps: InstallDeps): Promise<string> {
  return (await provide(wanted, deps)).path
}

async function provide(wanted: string, deps: InstallDeps) {
  const version = plainVersion(wanted)
  if (!version) throw new Refusal('core.version-invalid', { text: wanted, example: PINNED_VERSION })
  if (compareVersions(version, OLDEST_VERSION) < 0) {
    throw new Refusal('core.version-too-old', { version, oldest: OLDEST_VERSION })
  }
  const path = cachedPath(version, deps.env, deps.arch)
  const folders = cacheFolders(path)
  const note = await trustedNote(path, folders)
  // A file that somebody brought is used only by whoever confirms it.
  const isOthers = note?.from === 'file' && note.release !== deps.confirmed
  if (note?.version === version && !isOthers) {
    refuseUnconfirmed(version, note, deps)
    return { path, note }
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeFolders(folders)
  const folder = mkdtempSync(join(dirname(path), 'new-'))
  try {
    const fresh = join(folder, 'xray')
    const origin = (await unpackCore(version, fresh, deps)) ?? (await make(version, folder, fresh, deps))
    refuseForeign(await headOf(fresh), deps.arch)
    chmodSync(fresh, 0o700)
    const sha256 = await hashFile(fresh)
    const found = await probeVersion(fresh)
    if (found !== version) throw new Refusal('core.version-differs', { version, found })
    const made = { ...origin, sha256: [sha256] }
    placeBinary(fresh, path, made) // atomic: another panel may look for it at the same time
    return { path, note: made }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A version other than the pinned one must be confirmed each time, even if it is already cached. */
function refuseUnconfirmed(version: string, { release }: Note, { confirmed, arch }: InstallDeps): void {
  if (version === PINNED_VERSION || !release || release === confirmed) return
  throw unconfirmed(version, corePlatform(arch).asset, release)
}

/** The release whose hash is known or confirmed; for the pinned version also our own build, with or without a Go here. */
async function make(version: string, folder: string, fresh: string, deps: InstallDeps): Promise<Origin> {
  const { asset } = corePlatform(deps.arch)
  const release = expectedHash(version, asset, deps)
  const canBuild = version === PINNED_VERSION
  const failures: Coded[] = []
  async function works(what: 'release' | 'go', work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      rmSync(fresh, { force: true })
      failures.push(coded(`core.${what}-failed`, { reason: codedOf(error) }))
      return false
    }
  }
  if (release) {
    if (await works('release', () => downloadCore(version, folder, fresh, release, deps)))
      return { version, from: 'release', release }
    if (canBuild)
      deps.report(stepOf('build', coded('core-step.release-failed', { failures: allOf(failures) })))
  }
  if (canBuild && !deps.signal?.aborted && (await works('go', () => buildCore(fresh, deps))))
    return { version, from: 'build' }
  let named: string | undefined
  const ask = async () => {
    named = await releaseDigest(version, asset, deps)
  }
  if (!release && (await works('release', ask)) && named) throw unconfirmed(version, asset, named)
  throw new Refusal(canBuild ? 'core.not-installed-pinned' : 'core.not-installed', {
    version,
    failures: allOf(failures),
  })
}

function expectedHash(version: string, asset: string, deps: InstallDeps): string | undefined {
  const known = (deps.known ?? knownHash)(version, asset)
  if (known && deps.confirmed && known !== deps.confirmed)
    throw new Refusal('core.hash-not-confirmed', { asset, version, known, given: deps.confirmed }, 'sha256')
  return known ?? deps.confirmed
}

const allOf = ([first, ...more]: readonly Coded[]): Coded | string =>
  first ? codedList([first, ...more]) : ''

/** Copies a version into this panel's folder; a running core keeps the file it was started from. */
export async function installCore(binFolder: string, version: string, deps: InstallDeps): Promise<string> {
  const cached = await provide(version, deps)
  const managed = managedPath(binFolder, deps.arch)
  deps.report(stepOf('copy', coded('core-step.copying', { path: managed }), 95))
  mkdirSync(binFolder, { recursive: true, mode: 0o700 })
  const fresh = `${managed}.${randomBytes(6).toString('hex')}`
  try {
    // A copy, not a link: changes in the cache do not affect this panel's core.
    await copyFile(cached.path, fresh, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    chmodSync(fresh, 0o700)
    const [sha256 = ''] = cached.note.sha256
    if ((await hashFile(fresh)) !== sha256) throw new Refusal('core.cache-changed', { path: cached.path })
    placeBinary(fresh, managed, { ...cached.note, sha256: [sha256] })
  } finally {
    rmSync(fresh, { force: true })
  }
  deps.report(stepOf('done', coded('core-step.installed', { version }), 100))
  return managed
}

/**
 * Unpacks the core that came with this panel's package, so that a first start needs no network: whoever installed the
 * package has checked it as a whole. Undefined if it is another version, or damaged.
 */
export async function unpackCore(
  version: string,
  target: string,
  { report, packaged = ownRelease }: { report: Report; packaged?: OwnRelease | undefined },
): Promise<Origin | undefined> {
  if (packaged?.core !== version) return undefined
  report(stepOf('unpack', coded('core-step.unpacking')))
  try {
    const packed = createReadStream(join(packaged.folder, 'bin', 'xray.zst'))
    await pipeline(packed, createZstdDecompress(), createWriteStream(target))
    if ((await hashFile(target)) === packaged.coreSha256) return { version, from: 'package' }
  } catch {
    // Missing or damaged: it is fetched like any other version.
  }
  rmSync(target, { force: true })
  return undefined
}
