import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package that this program came in: its folder, and what its `release.json` says of it. */
export interface OwnRelease {
  folder: string
  version: string
  /** Version of the core in `bin/xray.zst`, and the SHA-256 of that program. */
  core: string
  coreSha256: string
}

/** `lib/dist/server/*.js` of a package is the program; of a repository it is `dist/server/*.js`. */
const ownFolder = fileURLToPath(new URL('../../../', import.meta.url))

export function readOwn(folder: string): OwnRelease | undefined {
  try {
    const { version, core, coreSha256 } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))
    const isWhole = [version, core, coreSha256].every((value) => typeof value === 'string')
    return isWhole ? { folder, version, core, coreSha256 } : undefined
  } catch {
    return undefined
  }
}

/** Undefined if this panel runs from its source. */
export const ownRelease = readOwn(ownFolder)

/** How a person calls this program. */
export const ownCommand = ownRelease ? 'sluice' : 'npm start --'
