import { fileURLToPath } from 'node:url'
import { readRelease } from './layout.ts'

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
  const { version = '', core = '', coreSha256 = '' } = readRelease(folder) ?? {}
  return core !== '' && coreSha256 !== '' ? { folder, version, core, coreSha256 } : undefined
}

/** Undefined if this panel runs from its source. */
export const ownVersion = readRelease(ownFolder)?.version
/** Undefined too if the package brings no core along. */
export const ownRelease = readOwn(ownFolder)

/** How a person calls this program. */
export const ownCommand = ownVersion ? 'sluice' : 'npm start --'
