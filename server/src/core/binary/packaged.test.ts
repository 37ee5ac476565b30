import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOwn } from '../../platform/release/own.ts'
import { unpackCore } from './install.ts'

const program = Buffer.from('the program')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-packaged-'))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin', 'xray.zst'), zstdCompressSync(program))
  const coreSha256 = createHash('sha256').update(program).digest('hex')
  writeFileSync(
    join(folder, 'release.json'),
    JSON.stringify({ version: '1.0.0', core: '26.7.28', coreSha256 }),
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const unpack = (version: string) => {
  const packaged = readOwn(folder)
  return unpackCore(version, join(folder, 'xray'), { report: () => {}, ...(packaged && { packaged }) })
}

it('the core of the package is unpacked, if it is the wanted version', async () => {
  expect(await unpack('26.6.27')).toBe(undefined)
  expect(await unpack('26.7.28')).toEqual({ version: '26.7.28', from: 'package' })
  expect(readFileSync(join(folder, 'xray'))).toEqual(program)
})

it.each([
  ['damaged', () => writeFileSync(join(folder, 'bin', 'xray.zst'), 'no archive')],
  [
    'another program',
    () => writeFileSync(join(folder, 'bin', 'xray.zst'), zstdCompressSync(Buffer.from('x'))),
  ],
  ['missing', () => rmSync(join(folder, 'bin', 'xray.zst'))],
])('a core that is %s is not used, and nothing of it stays', async (_what, change) => {
  change()
  expect(await unpack('26.7.28')).toBe(undefined)
  expect(existsSync(join(folder, 'xray'))).toBe(false)
})

it('a folder without a whole release.json is no package', () => {
  writeFileSync(join(folder, 'release.json'), '{"version":"1.0.0"}')
  expect(readOwn(folder)).toBe(undefined)
  rmSync(join(folder, 'release.json'))
  expect(readOwn(folder)).toBe(undefined)
})
