import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coreBinary as found } from '#test/core-binary.ts'

/** The real core these tests run against; blank where there is none, which `core-binary.ts` has said. */
export const coreBinary = found ?? ''

export const hasCore = (): boolean => coreBinary !== ''

/** The core lies in this user's own cache: another user is given a copy. */
export function readableCore(): { path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-core-'))
  const path = join(folder, 'xray')
  copyFileSync(coreBinary, path)
  chmodSync(folder, 0o755)
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Whether another user could run this checkout at all; says so where it lies in a folder closed to it. */
export function isOpenTo(uid: number): boolean {
  const look = `require('node:fs').accessSync(${JSON.stringify(import.meta.filename)})`
  const { status } = spawnSync(process.execPath, ['-e', look], { uid, gid: uid, cwd: '/', stdio: 'ignore' })
  if (status === 0) return true
  console.log(`Not tested as an unprivileged user: user ${uid} cannot read this checkout.`)
  return false
}
