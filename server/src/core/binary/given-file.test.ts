import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { core, depsFor, program, sha256, site } from '#test/fixtures/release-site.ts'
import { zipOf } from '#test/fixtures/zip.ts'
import { probeVersion } from './binary-version.ts'
import { fetchGiven, givenFolder, keepGiven, listGiven, placeGiven } from './given-file.ts'
import { provideCore } from './install.ts'
import { readNote } from './trusted-binary.ts'

let folder: string
let env: NodeJS.ProcessEnv
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-given-'))
  env = { XDG_CACHE_HOME: folder }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function keep(bytes: Buffer) {
  const path = join(givenFolder(env), '.upload')
  writeFileSync(path, bytes)
  return keepGiven(path, 'x.zip', { env, arch: 'x64' })
}

it('keeps an archive under its hash, and places its core once that is confirmed', async () => {
  const archive = zipOf([core('26.9.9')])
  const kept = await keep(archive)
  expect(kept).toMatchObject({ name: 'x.zip', bytes: archive.length, sha256: sha256(archive) })
  expect(listGiven({ env })).toEqual([kept])
  expect(listGiven({ env, now: () => kept.at + 25 * 3_600_000 })).toEqual([])
  expect(await placeGiven(kept.sha256, { env, arch: 'x64' })).toBe('26.9.9')
  const { deps } = depsFor(folder, site(zipOf([])).egress, { confirmed: kept.sha256 })
  const path = await provideCore('26.9.9', deps)
  expect(await probeVersion(path)).toBe('26.9.9')
  expect(readNote(path)).toMatchObject({ from: 'file', release: kept.sha256 })
  expect(readdirSync(givenFolder(env)).sort()).toEqual([kept.sha256, `${kept.sha256}.json`])
})

it('a brought core is not taken for the release of its version', async () => {
  const brought = await keep(
    zipOf([{ name: 'xray', data: Buffer.concat([program('26.7.28'), program('0')]) }]),
  )
  await placeGiven(brought.sha256, { env, arch: 'x64' })
  const release = zipOf([core()])
  const { egress, known } = site(release)
  const path = await provideCore('26.7.28', depsFor(folder, egress, { known }).deps)
  expect(readNote(path)).toMatchObject({ from: 'release', release: sha256(release) })
})

const archive = zipOf([core('26.9.9')])
it.each([
  ['a text', Buffer.from('hello'), 'neither a release archive'],
  ['nothing', Buffer.alloc(0), 'neither a release archive'],
  [
    'an archive without a core',
    zipOf([{ name: 'README', data: Buffer.from('x') }]),
    'Take Xray-linux-64.zip',
  ],
  ['an archive without its end', archive.subarray(0, archive.length / 2), 'Download it again'],
  ['a core under another name', zipOf([{ ...core(), name: 'xray-26.9.9' }]), 'a file named xray'],
  ['a core for Windows', zipOf([{ ...core(), name: 'xray.exe' }]), 'is for Windows and not for Linux'],
  ['a program for Windows', Buffer.from('MZ\x90\x00'), 'is for Windows and not for Linux'],
  ['a program for macOS', Buffer.from('cffaedfe07000001', 'hex'), 'is for macOS and not for Linux'],
  ['a program of four bytes', Buffer.from('\x7fELF'), 'is cut short'],
])('refuses %s at once, and keeps nothing', async (_what, bytes, sentence) => {
  await expect(keep(bytes)).rejects.toThrow(sentence)
  expect(readdirSync(givenFolder(env))).toEqual([])
})

it.each([
  ['a core that is too old', '#!/bin/sh\necho "Xray 26.4.1 (Fake)"\n', 'too old'],
  ['another program', '#!/bin/sh\necho "curl 26.9.9"\n', 'xray is not Xray'],
])('refuses %s when it is placed, and does not keep it', async (_what, text, sentence) => {
  const { sha256 } = await keep(zipOf([{ name: 'xray', data: Buffer.from(text) }]))
  await expect(placeGiven(sha256, { env, arch: 'x64' })).rejects.toThrow(sentence)
  expect(readdirSync(givenFolder(env))).toEqual([])
})

it('takes a program as it is, and refuses one that is no core', async () => {
  const path = join(givenFolder(env), '.upload')
  copyFileSync('/bin/true', path)
  const { sha256 } = await keepGiven(path, 'true', { env })
  await expect(placeGiven(sha256, { env, arch: 'x64' })).rejects.toThrow('is not Xray')
})

it('refuses a hash that no file has, also if the kept file was changed', async () => {
  await expect(placeGiven('a'.repeat(64), { env })).rejects.toThrow('no uploaded file')
  const { sha256 } = await keep(zipOf([core('26.9.9')]))
  writeFileSync(join(givenFolder(env), sha256), zipOf([core('26.9.8')]))
  await expect(placeGiven(sha256, { env })).rejects.toThrow('no uploaded file')
})

it('keeps three files for a day', async () => {
  const first = await keep(zipOf([core('26.9.1')]))
  const old = new Date(Date.now() - 25 * 3_600_000)
  utimesSync(join(givenFolder(env), first.sha256), old, old)
  for (const nth of [2, 3, 4, 5]) await keep(zipOf([core(`26.9.${nth}`)]))
  const left = readdirSync(givenFolder(env))
  expect(left.filter((name) => !name.endsWith('.json'))).toHaveLength(3)
  expect(left).toHaveLength(6)
  expect(existsSync(join(givenFolder(env), first.sha256))).toBe(false)
})

it('fetches from a mirror with bounds, and asks before it calls a private address', async () => {
  const archive = zipOf([core('26.9.9')])
  const { asked, egress } = site(archive)
  const url = 'https://mirror.test/core/Xray-linux-64.zip?x=1'
  const found = await fetchGiven(url, { env, egress, allowPrivateAddress: false })
  expect(found).toMatchObject({ name: 'Xray-linux-64.zip', bytes: archive.length, sha256: sha256(archive) })
  expect(asked).toMatchObject([
    { url, options: { expectStatus: [200], maxBytes: 200 * 1024 * 1024, allowPrivateAddress: false } },
  ])
})
