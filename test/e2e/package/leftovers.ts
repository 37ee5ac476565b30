import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What Debian itself writes while it runs: its journal, clock and caches, and copies of the list of users. */
const ofDebian =
  /^(run|tmp|proc|sys|dev)\/|^var\/(log\/journal|lib\/systemd|lib\/dbus|lib\/private|cache|tmp)(\/|$)|^var\/(log|lib|cache)\/private$|^etc\/(\.pwd\.lock|\.updated|machine-id|(passwd|group|shadow|gshadow|subuid|subgid)-)$|^var\/\.updated$/

/** All paths of a server, and its users. */
export function pictureOf(root: string): { paths: Set<string>; users: string } {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
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
