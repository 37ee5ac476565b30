import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Preflight } from '#contract/core-preflight.ts'
import { PINNED_VERSION } from '#server/core/binary/binary-version.ts'
import { managedPath } from '#server/core/binary/locate.ts'
import { coreBinary, otherCores } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { until } from '#test/until.ts'
import { cacheVersion, installVersion, listing } from './core/versions.ts'

const version = '26.10.10'
const newest = otherCores[version]
const cell = { protocol: 'masque', network: 'masque', security: 'tls' } as const

describe.runIf(coreBinary !== undefined && newest !== undefined)('a MASQUE inbound and other cores', () => {
  let t: TestPanel
  let me: Visitor
  let cache: string
  const preflight = async (to: string) => (await me.post<Preflight>(`/panel/api/server/preflight/v${to}`)).obj

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', '')
    vi.stubEnv('PATH', '/nowhere:/usr/bin:/bin')
    cache = mkdtempSync(join(tmpdir(), 'sluice-masque-'))
    vi.stubEnv('XDG_CACHE_HOME', cache)
    cacheVersion(cache, PINNED_VERSION, readFileSync(coreBinary ?? ''))
    cacheVersion(cache, version, readFileSync(newest ?? ''))
    const ports = { SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(await freePort()) }
    t = await testPanel(ports, { egress: listing(version, PINNED_VERSION) })
    installVersion(managedPath(t.config.binFolder), version, readFileSync(newest ?? ''))
    me = await t.login()
    await t.panel.start()
    await until('the core runs', () => t.panel.core.connected() !== undefined)
    const { id: _, tag: __, ...body } = cellInbound(cell, { port: await freePort() })
    const { id } = await addInbound(me, { ...body, remark: 'Tunnel', listen: '127.0.0.1' })
    await addClient(me, { email: 'ann' }, [id])
  })
  afterAll(async () => {
    await t?.stop()
    vi.unstubAllEnvs()
    if (cache) rmSync(cache, { recursive: true, force: true })
  })

  it('one without MASQUE is named before it is installed, with the version that has it', async () => {
    const found = await preflight(PINNED_VERSION)
    expect(found.ok).toBe(false)
    expect(found.blocks).toEqual([expect.stringMatching(/Tunnel.*26\.7\.28.*masque.*1 \(ann\)/)])
    expect(found.notes).toContainEqual(expect.stringMatching(/masque.*26\.9\.30.*Tunnel/))
  })

  it('with one that has it, a client goes through it in the trial', async () => {
    const { parts, ok } = await preflight(version)
    expect(parts.find(({ name }) => name === 'Tunnel')).toMatchObject({
      kind: 'inbound',
      stage: 'connects',
      state: 'ok',
    })
    expect(ok).toBe(true)
  })
})
