import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Preflight } from '#contract/core-preflight.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import type { CoreStatus } from '#contract/status.ts'
import { blockAt } from '#domain/untyped.ts'
import { PINNED_VERSION } from '#server/core/binary/binary-version.ts'
import { managedPath } from '#server/core/binary/locate.ts'
import { coreBinary, otherCores } from '#test/core-binary.ts'
import { allCells, cellConfig, cellInbound, cellName } from '#test/fixtures/inbound-cells.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import {
  asAdvertised,
  entriesOf,
  type Variant,
  variantClient,
  variantInbound,
} from '#test/fixtures/subscription-entries.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { templateTo } from './core/core-panel.ts'
import { fetchThrough } from './core/dial.ts'
import { createOrigin, megabyte } from './core/origin.ts'
import { cacheVersion, installVersion, listing } from './core/versions.ts'
import { files } from './real-apps/apps.ts'
import { programs, startListening } from './real-apps/programs.ts'

// Two real versions of the core: the oldest that the module servers have, and the pinned one.
const older = '26.6.1'
const before = otherCores[older] ?? ''
const hasBoth = coreBinary !== undefined && before !== ''
if (!hasBoth) console.log(`Not tested with two versions of the core: the long run builds ${older}.`)

const reality = allCells.find((cell) => cellName(cell) === 'vless-tcp-reality')!
const withoutMinimum = (stream: Block): Block => ({
  ...stream,
  realitySettings: { ...blockAt(stream, 'realitySettings'), minClientVer: '' },
})

describe.runIf(hasBoth)('the table of known breaks, in the programs that people run', () => {
  /** Bytes that an app gets through a Reality inbound without a minimum version, in this core. */
  async function through(
    core: string,
    format: (typeof files)[number],
    most: number,
  ): Promise<number | string> {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-versions-'))
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text, { mode: 0o600 })
      return join(folder, name)
    }
    const origin = await createOrigin()
    const stops: (() => Promise<unknown>)[] = [origin.close]
    try {
      const [api, port] = [await freePort(), await freePort()]
      const variant: Variant = { name: 'reality', cell: reality }
      const made = variantInbound(variant, { id: 1, port, target: origin.realityTarget })
      const inbound = { ...made, listen: '127.0.0.1', streamSettings: withoutMinimum(made.streamSettings) }
      const client = variantClient(inbound, variant)
      const config = cellConfig(inbound, {
        template: templateTo(origin.port),
        inbounds: [{ inbound, clients: [client] }],
        apiListen: `127.0.0.1:${api}`,
      })
      const ca = write('ca.pem', `${testKeys.ca}\n`)
      const file = write('server.json', JSON.stringify(config))
      const server = await startListening(core, ['run', '-c', file], [api, port], ca)
      stops.unshift(server.stop)
      const entries = entriesOf(asAdvertised(inbound, 'reality'), { client, publicHost: '127.0.0.1' })
      const app = await format.open({ folder, ca, entries, write, words: server.words, close: server.stop })
      stops.unshift(app.stop)
      const door = app.doors.get('reality') ?? 0
      let got: number | string = ''
      // A server that has just started turns the first ones away; who is turned away by its version is so each time.
      for (let tries = 0; tries < most && got !== megabyte; tries++) {
        if (tries > 0) await new Promise((next) => setTimeout(next, 200))
        got = await fetchThrough(door).catch(String)
      }
      return got
    } finally {
      for (const stop of stops) await stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it.each(files.filter(({ binary }) => binary))('$name: Reality without a minimum', async (format) => {
    expect(await through(before, format, 15)).toBe(megabyte)
    expect(await through(coreBinary ?? '', format, 3)).not.toBe(megabyte)
  })
})

describe.runIf(hasBoth)(`from Xray ${older} to ${PINNED_VERSION}`, () => {
  let t: TestPanel
  let me: Visitor
  let cache: string
  let blank: Inbound
  let subPort: number
  const server = (path: string) => `/panel/api/server/${path}`
  const running = () => t.panel.core.pid() !== undefined && t.panel.core.connected() !== undefined
  const status = async () => (await me.get<{ xray: CoreStatus }>(server('status'))).obj.xray
  const far = {
    tag: 'far',
    protocol: 'vless',
    settings: { address: '1.2.3.4', port: 443, id: crypto.randomUUID(), encryption: 'none' },
  }
  const saveTemplate = async (change: (template: { outbounds: object[] }) => void) => {
    const written = JSON.parse((await me.post<string>('/panel/xray/')).obj).xraySetting
    change(written)
    return me.post('/panel/xray/update', { xraySetting: JSON.stringify(written) })
  }

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', '')
    vi.stubEnv('PATH', '/nowhere')
    vi.stubEnv('SLUICE_MIHOMO_BIN', programs.mihomo)
    vi.stubEnv('SLUICE_SINGBOX_BIN', programs.singbox)
    cache = mkdtempSync(join(tmpdir(), 'sluice-versions-'))
    vi.stubEnv('XDG_CACHE_HOME', cache)
    cacheVersion(cache, PINNED_VERSION, readFileSync(coreBinary ?? ''))
    subPort = await freePort()
    t = await testPanel(
      { SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(subPort) },
      { egress: listing() },
    )
    installVersion(managedPath(t.config.binFolder), older, readFileSync(before))
    me = await t.login()
    const { id: _, tag: __, ...made } = cellInbound(reality)
    const body = {
      ...made,
      remark: 'Main',
      listen: '127.0.0.1',
      port: await freePort(),
      streamSettings: withoutMinimum(made.streamSettings),
    }
    const added = await me.post<Inbound>('/panel/api/inbounds/add', body)
    expect(added).toMatchObject({ success: true })
    blank = added.obj
    const client = { email: 'ann', subId: 'sub-ann' }
    expect(await me.post('/panel/api/clients/add', { client, inboundIds: [blank.id] })).toMatchObject({
      success: true,
    })
    await t.panel.start()
    await until('the core runs', running)
    // The older core, which checks it, has nothing against it.
    expect(await saveTemplate(({ outbounds }) => outbounds.push(far))).toMatchObject({ success: true })
  })
  afterAll(async () => {
    await t?.stop()
    vi.unstubAllEnvs()
    if (cache) rmSync(cache, { recursive: true, force: true })
  })

  it('names the outbound that the next version refuses, and the client whose app it turns away', async () => {
    const app = await subscriberOf(subPort)('/sub/sub-ann', { 'user-agent': 'clash-verge/v2.5.0' })
    expect(app.status).toBe(200)
    await t.panel.subscriptions.flush()
    expect(await status()).toMatchObject({ state: 'running', version: older })
    const { obj: found } = await me.post<Preflight>(server(`preflight/v${PINNED_VERSION}`))
    expect(found).toMatchObject({ from: older, version: PINNED_VERSION, ok: false })
    expect(found.blocks).toEqual([
      expect.stringMatching(/Outbound far would fail in Xray 26\.7\.28: .*without TLS/),
      expect.stringContaining('1 client with Clash Verge would fail on Main (ann): set'),
      ...(programs.mihomo
        ? [expect.stringMatching(/^Apps with a mihomo core can use Main .* there: 1\.$/)]
        : []),
    ])
    const nobody = expect.stringMatching(/^Apps with a sing-box core can use Main .* there: 0\.$/)
    if (programs.singbox) expect(found.notes).toEqual([nobody])
    const refused = await me.post(server(`installXray/v${PINNED_VERSION}`))
    expect(refused).toMatchObject({ success: false, msg: expect.stringContaining('Outbound far') })
    expect(await status()).toMatchObject({ state: 'running', version: older })
  })

  it('installs once both are mended', async () => {
    const streamSettings = {
      ...blank.streamSettings,
      realitySettings: { ...blockAt(blank.streamSettings, 'realitySettings'), minClientVer: '1.0.0' },
    }
    expect(
      await me.post(`/panel/api/inbounds/update/${blank.id}`, { ...blank, streamSettings }),
    ).toMatchObject({ success: true })
    expect(
      await saveTemplate((template) => {
        template.outbounds = template.outbounds.filter((one) => !('tag' in one) || one.tag !== 'far')
      }),
    ).toMatchObject({ success: true })
    expect(await me.post(server(`installXray/v${PINNED_VERSION}`))).toMatchObject({ success: true })
    await until('the core runs', running)
    expect(await status()).toMatchObject({ state: 'running', version: PINNED_VERSION })
  })
})
