import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { coreBinary as found } from '#test/core-binary.ts'
import { sharedTmp } from '../../../tools/shared-tmp.mjs'

/** The real core these tests run against; blank where there is none, which `core-binary.ts` has said. */
export const coreBinary = found ?? ''

export const hasCore = (): boolean => coreBinary !== ''

/** The core lies in this user's own cache: another user is given a copy. */
export function readableCore(): { path: string; remove(): void } {
  const folder = mkdtempSync(join(sharedTmp(), 'sluice-core-'))
  const path = join(folder, 'xray')
  copyFileSync(coreBinary, path)
  chmodSync(folder, 0o755)
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
