import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentVersion, installationOf, readRelease, switchTo } from './layout.ts'
import { hasEnded, readRun, type UpdateRun, writeRun } from './update-run.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-layout-'))
})
afterAll(() => rmSync(root, { recursive: true }))

function unpacked(folder: string, release: unknown): string {
  mkdirSync(join(folder, 'lib'), { recursive: true })
  writeFileSync(join(folder, 'release.json'), typeof release === 'string' ? release : JSON.stringify(release))
  return join(folder, 'lib/')
}
const release = {
  version: '1.2.0',
  arch: 'x64',
  core: '26.7.28',
  coreSha256: '00',
  schema: 33,
  keys: ['RW'],
  updatesFrom: 'https://a/',
}

it('a package knows its home if it is one of several versions there', () => {
  const home = join(root, 'home')
  const folder = join(home, 'versions', '1.2.0')
  expect(installationOf(unpacked(folder, release))).toEqual({ home, folder, release })
  const alone = join(root, 'container')
  expect(installationOf(unpacked(alone, release))).toEqual({ home: undefined, folder: alone, release })
  expect(installationOf(join(root, 'a checkout/'))).toBeUndefined()
})

it('what is no description of a release is none', () => {
  const texts = ['', '[]', 'null', '{}', '{"version":"../up"}', '{"version":"a/b"}', '{"version":7}']
  for (const [i, text] of texts.entries()) {
    unpacked(join(root, String(i)), text)
    expect(readRelease(join(root, String(i))), text).toBeUndefined()
  }
  unpacked(join(root, 'odd'), { version: '1', schema: 'x', keys: [1, 'RW'], core: {} })
  expect(readRelease(join(root, 'odd'))).toMatchObject({ schema: 0, keys: ['RW'], core: '', updatesFrom: '' })
})

it('the link leads to one version after the other, and nothing else is left', () => {
  const home = join(root, 'switched')
  mkdirSync(home)
  expect(currentVersion(home)).toBeUndefined()
  for (const version of ['1.0.0', '1.1.0', '1.0.0']) {
    switchTo(home, version)
    expect(currentVersion(home)).toBe(version)
  }
  expect(readdirSync(home)).toEqual(['current'])
})

it('the state of an update is what was written last, or none', () => {
  const home = join(root, 'home')
  expect(readRun(home)).toBeUndefined()
  const times = { startedAt: 1, finishedAt: 0 }
  const run: UpdateRun = {
    ...{
      runId: 'r',
      from: '1.0.0',
      to: '1.1.0',
      by: 'ann',
      step: 'trial',
      percent: 0,
      coreRan: true,
      ...times,
    },
  }
  writeRun(home, run)
  expect(readRun(home)).toEqual(run)
  expect(hasEnded(run)).toBe(false)
  for (const text of [
    '',
    '{}',
    JSON.stringify({ ...run, step: 'of tomorrow' }),
    JSON.stringify({ ...run, to: '../x' }),
  ]) {
    writeFileSync(join(home, 'update.json'), text)
    expect(readRun(home), text).toBeUndefined()
  }
})
