import { createPrivateKey, createPublicKey } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { probeVersion, tooOld } from '#server/core/binary/binary-version.ts'
import { testConfig } from '#server/core/binary/config-test.ts'
import { createKeys } from '#server/core/binary/keys.ts'
import { runBinary } from '#server/core/binary/run-binary.ts'
import { coreBinary } from '#test/core-binary.ts'

describe.skipIf(!coreBinary)('commands of the real core', () => {
  const binary = coreBinary ?? ''
  const keys = createKeys(() => binary)
  let assetFolder: string
  beforeEach(() => {
    assetFolder = mkdtempSync(join(tmpdir(), 'sluice-assets-'))
  })
  afterEach(() => rmSync(assetFolder, { recursive: true, force: true }))

  it('reports a supported version', async () => {
    const version = await probeVersion(binary)
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(tooOld(version)).toBeUndefined()
  })

  it('accepts a valid configuration and says why it refuses an invalid one', async () => {
    const outbounds = [{ protocol: 'freedom' }]
    expect(await testConfig(binary, JSON.stringify({ outbounds }), { assetFolder })).toEqual({ ok: true })
    const inbounds = [{ tag: 'a', port: 1, protocol: 'vles' }]
    expect(await testConfig(binary, JSON.stringify({ inbounds, outbounds }), { assetFolder })).toEqual({
      ok: false,
      refused: true,
      words: expect.stringMatching(/^failed to build inbound config with tag a: .*unknown config id: vles$/),
    })
    expect(await testConfig(binary, '{"inbounds":[', { assetFolder })).toMatchObject({
      refused: true,
      words: expect.stringContaining('unexpected EOF'),
    })
  })

  it('looks for geo files in the given folder', async () => {
    const routing = { rules: [{ ip: ['geoip:private'], outboundTag: 'x' }] }
    const config = JSON.stringify({ outbounds: [{ protocol: 'freedom', tag: 'x' }], routing })
    expect(await testConfig(binary, config, { assetFolder })).toMatchObject({
      refused: true,
      words: expect.stringContaining(`${assetFolder}/geoip.dat`),
    })
  })

  it('generates the keys that only it can', async () => {
    const { seed, verify } = await keys.mldsa65()
    expect([seed.length, verify.length]).toEqual([43, 2603])
    expect((await keys.mlkem768()).client).toHaveLength(1579)
    const { auths } = await keys.vlessEnc()
    expect(auths.map(({ id }) => id).sort()).toEqual(['mlkem768', 'x25519'])
    for (const auth of auths) expect(auth.decryption).toMatch(/^mlkem768x25519plus\.native\./)
    const ech = await keys.ech('a.example')
    expect(Buffer.from(ech.echConfigList, 'base64').toString('latin1')).toContain('a.example')
    expect(Buffer.from(ech.echServerKeys, 'base64').length).toBeGreaterThan(32)
  })

  it('agrees with X25519 pairs generated without it', async () => {
    const { privateKey, publicKey } = keys.x25519()
    const ran = await runBinary(binary, ['x25519', '-i', privateKey], { deadlineMs: 10_000 })
    expect(ran.stdout).toContain(`: ${publicKey}\n`)
    const own = createPrivateKey({
      key: { kty: 'OKP', crv: 'X25519', d: privateKey, x: publicKey },
      format: 'jwk',
    })
    expect(createPublicKey(own).export({ format: 'jwk' }).x).toBe(publicKey)
  })

  it('is never given a name that reads as a flag', async () => {
    await expect(keys.ech('-config')).rejects.toThrow('must be a domain')
    await expect(keys.ech('a b')).rejects.toThrow('must be a domain')
  })
})
