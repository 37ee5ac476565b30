import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { allPids, exeOf } from '../core/process/proc.ts'
import type { Log } from '../platform/log.ts'
import { currentVersion, isVersion, versionFolder } from '../platform/release/layout.ts'

/** A core that goes on through an update still runs from the folder that it was started from. */
const isInUse = (folder: string): boolean => allPids().some((pid) => exeOf(pid)?.startsWith(`${folder}/`))

/** Gives a complete version its place. What a failed attempt left there goes. */
export function placeVersion(home: string, version: string, from: string): void {
  const folder = versionFolder(home, version)
  const old = join(home, `.incoming-${version}-old`)
  rmSync(old, { recursive: true, force: true })
  if (existsSync(folder)) renameSync(folder, old) // a name that is taken away at once, however much is in it
  renameSync(from, folder)
  rmSync(old, { recursive: true, force: true })
}

/** Deletes versions, but never the current one, nor one that something still runs from. */
export function deleteVersions(home: string, isWanted: (version: string) => boolean, log: Log): void {
  const current = currentVersion(home)
  for (const version of readdirSync(join(home, 'versions'))) {
    const folder = versionFolder(home, version)
    if (version === current || !isVersion(version) || isWanted(version) || isInUse(folder)) continue
    try {
      rmSync(folder, { recursive: true, force: true })
      log.info({ version }, 'an old version was deleted')
    } catch (error) {
      log.warn({ err: error, version }, 'failed to delete an old version')
    }
  }
}

/** Left by a panel that was killed while it fetched a version. */
export function sweepIncoming(home: string): void {
  for (const name of readdirSync(home).filter((left) => left.startsWith('.incoming-')))
    rmSync(join(home, name), { recursive: true, force: true })
}
