import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newestKnownCore } from '#domain/core-config/core-changes.ts'
import { compareVersions } from '#domain/core-config/core-version.ts'
import { PINNED_VERSION, parseVersion, probeVersion, tooOld } from './binary-version.ts'
import { testConfig } from './config-test.ts'
import { createKeys, parseVlessEnc } from './keys.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function script(body: string): string {
  const file = join(folder, 'core')
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
  return file
}

it('without a core: keys that need none are made, the others tell what to do', async () => {
  const keys = createKeys(() => undefined)
  expect(keys.uuid().uuid).toMatch(/^[0-9a-f-]{36}$/)
  const { privateKey, publicKey } = keys.x25519()
  expect([privateKey, publicKey].map((key) => Buffer.from(key, 'base64url').length)).toEqual([32, 32])
  await expect(keys.mldsa65()).rejects.toThrow('Install one')
})

it('a core that is too old for a key reports it in a sentence', async () => {
  const keys = createKeys(() => script('echo "xray mldsa65: unknown command"; exit 2'))
  await expect(keys.mldsa65()).rejects.toThrow('could not generate a key: xray mldsa65: unknown command')
})

it('reads every kind of VLESS encryption', () => {
  const text =
    'Choose.\n\nAuthentication: X25519, not Post-Quantum\n"decryption": "a"\n"encryption": "b"\n\nAuthentication: Other One\n"decryption": "c"\n"encryption": "d"\n'
  expect(parseVlessEnc(text)).toEqual([
    { id: 'x25519', label: 'X25519, not Post-Quantum', decryption: 'a', encryption: 'b' },
    { id: 'otherone', label: 'Other One', decryption: 'c', encryption: 'd' },
  ])
  expect(parseVlessEnc('nothing')).toEqual([])
})

it('a hung binary blocks nothing', async () => {
  const hanging = script('exec sleep 60')
  await expect(probeVersion(hanging, { deadlineMs: 100 })).rejects.toThrow(
    'did not say its version within 0.1 s',
  )
  expect(await testConfig(hanging, '{}', { assetFolder: folder, deadlineMs: 100 })).toMatchObject({
    ok: false,
    refused: false,
  })
})

it('a binary that is missing, or is not Xray, is named', async () => {
  await expect(probeVersion(join(folder, 'none'))).rejects.toThrow('ENOENT')
  await expect(probeVersion(script('echo hello'))).rejects.toThrow('is not Xray')
  expect(await testConfig(join(folder, 'none'), '{}', { assetFolder: folder })).toMatchObject({
    refused: false,
  })
})

it('reads a version and knows which ones are too old', () => {
  expect(compareVersions(PINNED_VERSION, newestKnownCore)).toBeLessThanOrEqual(0)
  expect(parseVersion('Xray 26.7.28 (Xray, Penetrates Everything.) Custom (go1.26.8 linux/amd64)')).toBe(
    '26.7.28',
  )
  expect(parseVersion('')).toBeUndefined()
  expect(tooOld('26.4.25')).toBeUndefined()
  expect(tooOld('26.10.1')).toBeUndefined()
  expect(tooOld('26.4.24')).toContain('older than 26.4.25')
  expect(tooOld('1.8.24')).toContain('older than')
})

it('a core gets only the environment that it needs', async () => {
  process.env.SLUICE_TEST_SECRET = 'x'
  const seen = script(
    'env > "$(dirname "$0")/seen"; echo "Failed to start: $(cut -d= -f1 "$(dirname "$0")/seen" | sort | tr "\\n" " ")"; exit 23',
  )
  const verdict = await testConfig(seen, '{}', { assetFolder: folder })
  delete process.env.SLUICE_TEST_SECRET
  const names = String('words' in verdict ? verdict.words : '')
    .trim()
    .split(' ')
  expect(names).toEqual(expect.arrayContaining(['GODEBUG', 'XRAY_LOCATION_ASSET']))
  expect(names).not.toContain('SLUICE_TEST_SECRET')
})
