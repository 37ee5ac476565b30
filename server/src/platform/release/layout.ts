import { closeSync, fsyncSync, openSync, readFileSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** `release.json` of a packaged version: what it is, and whose signatures it trusts. */
export interface Release {
  version: string
  arch: string
  /** Version of the core that it brings along. */
  core: string
  /** SHA-256 of that program. */
  coreSha256: string
  /** Number of its newest schema step. */
  schema: number
  /** Public keys of minisign; a release list must be signed by one of them. */
  keys: readonly string[]
  /** Address of the release list; blank if there is none. */
  updatesFrom: string
}

/** A packaged panel. */
export interface Installation {
  /**
   * Where versions can be replaced: they are in `<home>/versions/<version>/`, and `<home>/current` is a link to the one that
   * runs. Undefined for a package that was only unpacked, as in a container.
   */
  home: string | undefined
  /** The folder of the version that this code belongs to. */
  folder: string
  release: Release
}

/** Safe as the name of a folder. */
export const isVersion = (text: string): boolean => /^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/.test(text)

export const versionFolder = (home: string, version: string): string => join(home, 'versions', version)
export const programIn = (folder: string): string => join(folder, 'lib', 'dist', 'server', 'main.js')

/** Undefined if the file is missing or is no description of a release. */
export function readRelease(folder: string): Release | undefined {
  let given: Record<string, unknown>
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))
    if (typeof read !== 'object' || read === null) return undefined
    given = { ...read }
  } catch {
    return undefined
  }
  const text = (key: string) => (typeof given[key] === 'string' ? given[key] : '')
  const version = text('version')
  if (!isVersion(version)) return undefined
  return {
    version,
    arch: text('arch'),
    core: text('core'),
    coreSha256: text('coreSha256'),
    schema: Number.isSafeInteger(given.schema) ? Number(given.schema) : 0,
    keys: Array.isArray(given.keys) ? given.keys.filter((key) => typeof key === 'string') : [],
    updatesFrom: text('updatesFrom'),
  }
}

/** `program` is the folder with `dist/`. Undefined for a panel that runs from source. */
export function installationOf(program: string): Installation | undefined {
  const lib = join(program, '.')
  const folder = dirname(lib)
  const release = basename(lib) === 'lib' ? readRelease(folder) : undefined
  const versions = dirname(folder)
  const home = basename(versions) === 'versions' ? dirname(versions) : undefined
  return release && { home, folder, release }
}

/** The version that `current` leads to; undefined if there is no such link. */
export function currentVersion(home: string): string | undefined {
  try {
    return basename(readlinkSync(join(home, 'current')))
  } catch {
    return undefined
  }
}

/** One rename, so that the link leads to the old version or to the new one at any moment. */
export function switchTo(home: string, version: string): void {
  const draft = join(home, `.current-${process.pid}-${process.hrtime.bigint()}`)
  symlinkSync(join('versions', version), draft)
  renameSync(draft, join(home, 'current'))
  const folder = openSync(home, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
