import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { cachedPath } from '#server/core/binary/install.ts'
import { noteFile } from '#server/core/binary/trusted-binary.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { reply } from '#test/fixtures/release-site.ts'

interface Manner {
  /** A configuration with this text is refused in these words. */
  refuses?: string
  saying?: string
  /** What it does when the panel starts it for real; a test of a configuration works in any case. */
  start?: 'works' | 'ends' | 'hangs'
  /** Another core for the real start. */
  starts?: string
}

/** The real core behind a script that says it is another version, and may refuse something. */
export const scriptOf = (real: string, version: string, manner: Manner = {}): string => {
  const { refuses = 'refuses nothing', saying = '', start = 'works', starts = real } = manner
  const begin = {
    works: `exec ${starts} "$@"`,
    ends: `echo "Failed to start: main: failed to create server > no such feature"; exit 23`,
    hangs: 'exec /bin/sleep 600',
  }[start]
  return `#!/bin/sh
if [ "$1" = version ]; then echo "Xray ${version} (a script)"; exit 0; fi
if [ "$1" != run ]; then exec ${real} "$@"; fi
for last; do :; done
if [ "$last" != stdin: ]; then ${begin}; fi
given=$(/bin/cat)
case "$given" in *'${refuses}'*)
  echo "Failed to start: main: failed to load config files: [stdin:] > infra/conf: ${saying}"; exit 23;;
esac
exec ${real} "$@" <<THE_END_OF_THE_CONFIGURATION
$given
THE_END_OF_THE_CONFIGURATION
`
}

/** `release`: the hash of the archive that it came in. */
function place(path: string, version: string, text: string | Buffer, release?: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, text, { mode: 0o700 })
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
  writeFileSync(
    noteFile(path),
    JSON.stringify({ version, from: release ? 'release' : 'build', release, sha256: [sha256] }),
    { mode: 0o600 },
  )
}

/** Puts a version where the panel looks for what was fetched before, so that nothing is downloaded. */
export const cacheVersion = (cache: string, version: string, text: string | Buffer): void =>
  place(cachedPath(version, { XDG_CACHE_HOME: cache }), version, text)

export const installVersion = place

const closed = () => Promise.reject(new Error('not asked'))

/** The list of releases, and no way to fetch one. */
export const listing = (...versions: readonly string[]): Egress => ({
  safeFetch: async () => reply(JSON.stringify(versions.map((version) => ({ tag_name: `v${version}` })))),
  safeDownload: closed,
  checkUrl: closed,
})
