import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a package says of itself; `tools/package/make.mjs` writes it. */
export interface Release {
  version: string
  arch: string
  /** Seconds. */
  commitTime: number
  /** Version and SHA-256 of the core in `bin/xray`. */
  core: string
  coreSha256: string
  /** The number of the newest migration. */
  schema: number
  /** Public keys of minisign that may sign the releases after this one. */
  keys: readonly string[]
  /** Where the release list is; empty if the panel cannot update itself. */
  updatesFrom: string
}

/** In a package the program is `lib/dist/server/*.js`, so this is the package's own folder. */
export const packageFolder = fileURLToPath(new URL('../../../', import.meta.url))

/** Undefined if this panel runs from its source. */
export function readRelease(folder: string): Release | undefined {
  try {
    const found = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as Partial<Release>
    const isWhole = typeof found.version === 'string' && typeof found.core === 'string'
    return isWhole ? (found as Release) : undefined // written together with this program
  } catch {
    return undefined
  }
}

export const release = readRelease(packageFolder)

/** How a person calls this program. */
export const command = release ? 'sluice' : 'npm start --'
