import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { coreBinary as found } from '#test/core-binary.ts'
import { sharedTmp } from '../../../tools/shared-tmp.mjs'

/** The real core for these tests; blank if there is none, which `core-binary.ts` has reported. */
export const coreBinary = found ?? ''

export const hasCore = (): boolean => coreBinary !== ''

/** The core is in this user's cache: another user gets a copy. */
export function readableCore(): { path: string; remove(): void } {
  const folder = mkdtempSync(join(sharedTmp(), 'sluice-core-'))
  const path = join(folder, 'xray')
  copyFileSync(coreBinary, path)
  chmodSync(folder, 0o755)
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
