import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Server } from './server.ts'

/** What Debian itself writes while it runs: its journal, clock and caches, and copies of the list of users. */
const ofDebian =
  /^\/var\/(cache|tmp|log\/journal|(log|lib)\/private|lib\/(systemd|dbus))(\/|$)|^\/etc\/(\.pwd\.lock|machine-id|(passwd|group|shadow|gshadow|subuid|subgid)-)$|\/\.updated$/

/** All paths of a server, and its users. */
export function pictureOf({ root, run }: Server): { paths: Set<string>; users: string } {
  const paths = run('find', '/', '-xdev').trim().split('\n')
  return {
    paths: new Set(paths.filter((path) => !ofDebian.test(path))),
    users: ['passwd', 'group'].map((name) => readFileSync(join(root, 'etc', name), 'utf8')).join('\n'),
  }
}

/** Paths that are there now and were not before, and those that are gone. */
export const differences = (before: Set<string>, after: Set<string>) => ({
  added: [...after].filter((path) => !before.has(path)).sort(),
  gone: [...before].filter((path) => !after.has(path)).sort(),
})
