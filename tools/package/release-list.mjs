// The list of releases that installed panels read; a new release is added to those that the file has.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** An archive for another processor is added to the release of the same version. */
export function addRelease(file, release) {
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).releases : []
  const same = before.find(({ version }) => version === release.version)
  const merged = { ...release, archives: { ...same?.archives, ...release.archives } }
  const others = before.filter(({ version }) => version !== release.version)
  writeFileSync(file, `${JSON.stringify({ releases: [merged, ...others] }, undefined, 2)}\n`)
}
