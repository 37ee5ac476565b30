import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedTmp } from '../../tools/shared-tmp.mjs'
import { hasCore } from './core/binary.ts'
import { archiveIn, buildPackage, copySources } from './package/build.ts'

// Whole builds take minutes: they are part of the long run.
const long = process.env.SLUICE_LONG === '1'
if (!long)
  console.log('Not tested: two builds and the build for arm64, because they are part of the long run.')

const most = 60_000_000
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(sharedTmp(), 'sluice-builds-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

describe.runIf(long && hasCore())('a build', () => {
  const patience = 30 * 60_000

  it('of the same sources in two places gives the same archive, of 60 MB at most', {
    timeout: patience,
  }, () => {
    const places = ['one', 'a/longer/path/two'].map((name) => join(folder, name))
    for (const place of places) copySources(join(place, 'sources'))
    const hashes = places.map((place) => {
      buildPackage(join(place, 'out'), ['--arch', process.arch], undefined, join(place, 'sources'))
      return hashOf(archiveIn(join(place, 'out')))
    })
    expect(hashes[0]).toBe(hashes[1])
    expect(statSync(archiveIn(join(folder, 'one', 'out'))).size).toBeLessThanOrEqual(most)
  })

  it('for arm64 has only programs for arm64, and 60 MB at most', { timeout: patience }, () => {
    const out = join(folder, 'arm64')
    buildPackage(out, ['--arch', 'arm64'])
    const archive = archiveIn(out, '0.1.0', 'arm64')
    expect(statSync(archive).size).toBeLessThanOrEqual(most)
    execFileSync('tar', ['-xzf', archive, '-C', out])
    const top = join(out, 'sluice-0.1.0')
    writeFileSync(join(top, 'bin', 'xray'), zstdDecompressSync(readFileSync(join(top, 'bin', 'xray.zst'))))
    const programs = execFileSync('find', [
      top,
      '-name',
      '*.node',
      '-o',
      '-path',
      '*/bin/node',
      '-o',
      '-name',
      'xray',
    ])
    const machines = String(programs)
      .trim()
      .split('\n')
      .map((file) => readFileSync(file).readUInt16LE(18))
    const arm64 = 183
    expect(machines).toEqual([arm64, arm64, arm64, arm64, arm64])
  })
})
