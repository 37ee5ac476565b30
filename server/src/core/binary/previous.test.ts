import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLog } from '../../platform/log.ts'
import { checkInstalled, keepPrevious, noteFile, placeBinary, previousPath } from './trusted-binary.ts'

let folder: string
let managed: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-previous-'))
  managed = join(folder, 'bin', 'xray')
  mkdirSync(join(folder, 'bin'), { mode: 0o700 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function install(text: string): void {
  const fresh = join(folder, 'fresh')
  writeFileSync(fresh, text, { mode: 0o700 })
  const sha256 = [createHash('sha256').update(text).digest('hex')]
  placeBinary(fresh, managed, { version: text, from: 'build', sha256 })
}

it('puts the binary back with its record, as often as needed', async () => {
  install('old')
  const putBack = keepPrevious(managed)
  install('new')
  expect(readFileSync(previousPath(managed), 'utf8')).toBe('old')
  putBack()
  expect(readFileSync(managed, 'utf8')).toBe('old')
  await checkInstalled(managed, silentLog)
  install('newer')
  putBack()
  expect(readFileSync(managed, 'utf8')).toBe('old')
  await checkInstalled(managed, silentLog)
})

it('puts back a binary that has no record', () => {
  writeFileSync(managed, 'found', { mode: 0o700 })
  const putBack = keepPrevious(managed)
  install('new')
  putBack()
  expect(readFileSync(managed, 'utf8')).toBe('found')
  expect(existsSync(noteFile(managed))).toBe(false)
})

it('leaves nothing where nothing was, so that the core on the PATH is used again', () => {
  const putBack = keepPrevious(managed)
  install('new')
  putBack()
  expect(existsSync(managed)).toBe(false)
  expect(existsSync(noteFile(managed))).toBe(false)
})
