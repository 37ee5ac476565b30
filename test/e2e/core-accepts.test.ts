import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { buildConfig } from '#domain/core-config/build.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import {
  cellClient,
  cellClientConfig,
  cellConfig,
  cellInbound,
  cellName,
  commonCells,
  testHidden,
} from '#test/fixtures/inbound-cells.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { coreBinary, hasCore } from './core/binary.ts'

const run = promisify(execFile)
const ok = 'accepted'
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-accepts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The core's message about a configuration that it refuses. */
async function verdict(name: string, config: Block): Promise<string> {
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 })
  try {
    await run(coreBinary, ['run', '-test', '-c', file], { timeout: 60_000 })
    return ok
  } catch (error) {
    // execFile rejects with the output on the error.
    return String((error as { stdout?: string }).stdout || error)
  }
}
describe.runIf(hasCore())('the real core accepts', () => {
  it.each(commonCells.map((cell) => [cellName(cell), cell] as const))('%s', async (name, cell) => {
    const inbound = cellInbound(cell)
    const [server, client] = await Promise.all([
      verdict(`${name}-server`, cellConfig(inbound)),
      verdict(`${name}-client`, cellClientConfig(inbound)),
    ])
    expect({ server, client }).toEqual({ server: ok, client: ok })
  })

  const tls = { protocol: 'vless', network: 'tcp', security: 'tls' } as const
  const shadowsocks = { protocol: 'shadowsocks', network: 'tcp', security: 'none' } as const

  it.each([
    ['vless-encryption', tls, testKeys.vlessEncryption],
    ['vision-seed', tls, { testseed: [900, 500, 900, 256] }],
    ['shadowsocks-legacy', shadowsocks, { method: 'chacha20-ietf-poly1305', password: 'secret' }],
    [
      'shadowsocks-aes128',
      shadowsocks,
      { method: '2022-blake3-aes-128-gcm', password: 'AAAAAAAAAAAAAAAAAAAAAA==' },
    ],
  ] as const)('%s', async (name, cell, settings) => {
    const inbound = cellInbound(cell, { settings })
    expect(await verdict(name, cellConfig(inbound))).toBe(ok)
    expect(await verdict(`${name}-client`, cellClientConfig(inbound))).toBe(ok)
  })

  it.each(['2022-blake3-aes-256-gcm', '2022-blake3-chacha20-poly1305', 'aes-256-gcm'])(
    'a %s inbound without clients',
    async (method) => {
      const inbound = cellInbound(shadowsocks, { settings: { method } })
      expect(
        await verdict(`empty-${method}`, cellConfig(inbound, { inbounds: [{ inbound, clients: [] }] })),
      ).toBe(ok)
    },
  )

  it('fallback rows, an observatory and a balancer', async () => {
    const master = cellInbound(tls)
    const child = {
      ...cellInbound({ protocol: 'vmess', network: 'ws', security: 'none' }, { port: 4444 }),
      id: 2,
    }
    const row = {
      id: 1,
      masterId: 1,
      childId: 2,
      name: '',
      alpn: '',
      path: '',
      xver: 0,
      dest: '',
      sortOrder: 0,
    }
    const template = {
      ...defaultTemplate(),
      observatory: { subjectSelector: ['direct'], probeInterval: '1h' },
      routing: {
        balancers: [{ tag: 'b', selector: ['direct'], strategy: { type: 'leastPing' } }],
        rules: [{ type: 'field', network: 'tcp', balancerTag: 'b' }],
      },
    }
    const config = buildConfig({
      template,
      inbounds: [master, child].map((inbound) => ({ inbound, clients: [cellClient(inbound)] })),
      fallbacks: [row],
      apiListen: '127.0.0.1:61001',
      hidden: testHidden,
    })
    expect(await verdict('whole', config)).toBe(ok)
  })
})
