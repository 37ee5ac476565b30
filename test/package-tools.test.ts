import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stripped } from '../tools/package/elf.mjs'
import { notesOf } from '../tools/package/facts.mjs'
import { downloadOf, manualOf } from '../tools/package/manual.mjs'
import { readSecretKey, scryptParameters, sign } from '../tools/package/minisign.mjs'
import { addRelease } from '../tools/package/release-list.mjs'
import { writeArchive } from '../tools/package/tar.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-tools-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const read = (name: string) => readFileSync(join(folder, name))

describe('an archive', () => {
  const deep = `lib/${'a-long-name/'.repeat(12)}file.js`
  const files = [
    { path: 'bin/run', mode: 0o755, bytes: Buffer.from('#!/bin/sh\necho it runs\n') },
    { path: deep, bytes: Buffer.from('x'.repeat(700)) },
    { path: 'a.json', bytes: Buffer.alloc(0) },
  ]

  it('is packed with xz where its name says so', async () => {
    await writeArchive(join(folder, 'one.tar.xz'), 'top', files, { time: 1_700_000_000, fast: true })
    execFileSync('tar', ['-xJf', 'one.tar.xz'], { cwd: folder })
    expect(read(`top/${deep}`).toString()).toBe('x'.repeat(700))
    expect(execFileSync(join(folder, 'top/bin/run')).toString()).toBe('it runs\n')
  })

  it('is the same bytes whatever the order of its files, and tar unpacks it', async () => {
    await writeArchive(join(folder, 'one.tgz'), 'top', files, { time: 1_700_000_000, fast: true })
    await writeArchive(join(folder, 'two.tgz'), 'top', files.toReversed(), {
      time: 1_700_000_000,
      fast: true,
    })
    expect(read('one.tgz').equals(read('two.tgz'))).toBe(true)
    await writeArchive(join(folder, 'three.tgz'), 'top', files, { time: 1_700_000_001, fast: true })
    expect(read('one.tgz').equals(read('three.tgz'))).toBe(false)
    execFileSync('tar', ['-xzf', join(folder, 'one.tgz'), '-C', folder])
    expect(execFileSync(join(folder, 'top/bin/run'), { encoding: 'utf8' })).toBe('it runs\n')
    expect([read(`top/${deep}`).length, read('top/a.json').length]).toEqual([700, 0])
  })
})

describe('a signature', () => {
  /** A secret key without a password, as minisign writes it; its checksum is not read. */
  function writeKey(damage = 0) {
    const { privateKey } = generateKeyPairSync('ed25519')
    const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
    const shown = Buffer.from(privateKey.export({ format: 'jwk' }).x ?? '', 'base64url')
    if (damage) shown[0] = (shown[0] ?? 0) ^ damage
    const head = Buffer.concat([Buffer.from('Ed\0\0B2'), Buffer.alloc(48)])
    const body = Buffer.concat([Buffer.from('12345678'), seed, shown, Buffer.alloc(32)])
    const text = `untrusted comment: secret\n${Buffer.concat([head, body]).toString('base64')}\n`
    writeFileSync(join(folder, 'key'), text)
    return privateKey
  }

  it('covers the hash of the file, and the comment', () => {
    const pair = writeKey()
    const key = readSecretKey(join(folder, 'key'))
    expect(Buffer.from(key.publicKey, 'base64').toString('latin1', 0, 10)).toBe('Ed12345678')
    const hash = createHash('blake2b512').update('content').digest()
    const [, line = '', comment = '', whole = ''] = sign(key, hash, 'file:a').split('\n')
    const signature = Buffer.from(line, 'base64')
    expect(signature.toString('latin1', 0, 10)).toBe('ED12345678')
    expect(
      verify(null, hash, { key: pair.export({ format: 'pem', type: 'pkcs8' }) }, signature.subarray(10)),
    ).toBe(true)
    expect(comment).toBe('trusted comment: file:a')
    const signed = Buffer.concat([signature.subarray(10), Buffer.from('file:a')])
    expect(
      verify(null, signed, key.key.export({ format: 'pem', type: 'pkcs8' }), Buffer.from(whole, 'base64')),
    ).toBe(true)
  })

  it('is not made with a damaged key, or with something else', () => {
    writeKey(1)
    expect(() => readSecretKey(join(folder, 'key'))).toThrow(/password of the release key is wrong/)
    writeFileSync(join(folder, 'key'), 'something else\n')
    expect(() => readSecretKey(join(folder, 'key'))).toThrow(/no secret key of minisign/)
    expect(() => readSecretKey(join(folder, 'none'))).toThrow(/cannot be read/)
  })

  it("uses libsodium's parameters for a key with a password", () => {
    expect(scryptParameters(33_554_432, 1_073_741_824)).toEqual({ N: 1_048_576, r: 8, p: 1 })
    expect(scryptParameters(524_288, 16_777_216)).toEqual({ N: 16_384, r: 8, p: 1 })
  })
})

it('a program without its symbols runs like before', () => {
  const program = stripped(readFileSync('/bin/sh'))
  writeFileSync(join(folder, 'sh'), program, { mode: 0o755 })
  expect(execFileSync(join(folder, 'sh'), ['-c', 'echo it runs'], { encoding: 'utf8' })).toBe('it runs\n')
  expect(program.readBigUInt64LE(40)).toBe(0n)
  expect(() => stripped(Buffer.from('#!/bin/sh\n'.repeat(10)))).toThrow(/64-bit/)
})

it('the release list gets a new release first, and keeps the archives of the same version', () => {
  const file = join(folder, 'releases.json')
  addRelease(file, { version: '1.0.0', archives: { x64: { url: 'a' } } })
  addRelease(file, { version: '1.1.0', archives: { x64: { url: 'b' } } })
  addRelease(file, { version: '1.1.0', archives: { arm64: { url: 'c' } } })
  const { releases } = JSON.parse(readFileSync(file, 'utf8'))
  expect(releases.map(({ version }: { version: string }) => version)).toEqual(['1.1.0', '1.0.0'])
  expect(releases[0].archives).toEqual({ x64: { url: 'b' }, arm64: { url: 'c' } })
})

it('the notes of a release are the points of its section in the changelog', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n### Added\n\n- new\n  and more\n- second\n\n## 1.0.0\n\n- first\n'
  expect(notesOf(text, '1.0.0')).toEqual(['first'])
  expect(notesOf(text, '1.1.0')).toEqual(['new and more', 'second'])
})

it('the manual of a release names its address, key and version, and nothing that is not beside it', () => {
  const download = downloadOf('https://example.com/sluice/releases.json')
  expect(download).toBe('https://example.com/sluice')
  const text = readFileSync(join(import.meta.dirname, '..', 'docs', 'install.md'), 'utf8')
  const manual = manualOf(text, { download, key: 'RWkey', version: '1.2.3' })
  expect(manual).toContain('https://example.com/sluice')
  expect(manual).toContain('--key RWkey')
  expect(manual).toContain('sluice-1.2.3-linux-')
  expect(manual).not.toMatch(/@[A-Z]+@|\]\((?!https:)/)
})
