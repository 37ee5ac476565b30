import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What belongs to the service, and what the kernel shows. */
const others = new Set([
  '/opt/sluice/panel',
  '/var/lib/sluice',
  '/var/log/sluice',
  '/proc',
  '/dev',
  '/run',
  '/tmp',
])

/** Owner, group, kind and mode of every path of a server that is not the service's. */
export function ownersIn(root: string, from = '/'): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of readdirSync(join(root, from))) {
    const path = join(from, name)
    if (others.has(path)) continue
    const { uid, gid, mode } = lstatSync(join(root, path))
    found.set(path, `${uid}:${gid} ${mode.toString(8)}`)
    if ((mode & 0o170000) === 0o040000)
      for (const [below, owner] of ownersIn(root, path)) found.set(below, owner)
  }
  return found
}

/** Paths of before that are gone or belong to somebody else now. */
export const changedOwners = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...before].flatMap(([path, owner]) =>
    after.get(path) === owner ? [] : `${path}: ${owner} -> ${after.get(path) ?? 'gone'}`,
  )
