import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Preflight } from '#contract/core-preflight.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { CoreStatus } from '#contract/status.ts'
import { managedPath } from '#server/core/binary/locate.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound, cellName, commonCells } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { cacheVersion, installVersion, listing, scriptOf } from './core/versions.ts'

const server = (path: string) => `/panel/api/server/${path}`
/** One of each way to connect; the long run has all of them. */
const some = new Set([
  'vless-tcp-reality',
  'vless-xhttp-none',
  'vmess-ws-tls',
  'trojan-grpc-tls',
  'shadowsocks-tcp-none',
  'hysteria-hysteria-tls',
  'wireguard',
  'mixed',
  'tunnel',
])
const cells = commonCells.filter(
  (cell) => cell.protocol !== 'tun' && (process.env.SLUICE_LONG || some.has(cellName(cell))),
)

let t: TestPanel
let me: Visitor
let cache: string
let blank: Inbound
let cipher: Inbound
let subPort: number

const running = () => t.panel.core.pid() !== undefined && t.panel.core.connected() !== undefined
const status = async () => (await me.get<{ xray: CoreStatus }>(server('status'))).obj.xray
const tryOut = async (version: string) => (await me.post<Preflight>(server(`preflight/v${version}`))).obj
const install = (version: string, body?: object) => me.post(server(`installXray/v${version}`), body)

async function add(source: object, remark: string): Promise<Inbound> {
  const { id: _, tag: __, ...input } = source as { id?: number; tag?: string }
  const body = { ...input, remark, listen: '127.0.0.1', port: await freePort() }
  const reply = await me.post<Inbound>('/panel/api/inbounds/add', body)
  expect(reply, remark).toMatchObject({ success: true })
  return reply.obj
}
async function addClient(email: string, inboundIds: number[]): Promise<void> {
  const client = { email, subId: `sub-${email}` }
  expect(await me.post('/panel/api/clients/add', { client, inboundIds })).toMatchObject({ success: true })
}
const cellOf = (name: string) => commonCells.find((cell) => cellName(cell) === name)!

/** Tries a port again and again; the result says for how long it did not answer. */
function watchPort(port: number): () => Promise<number> {
  let [isOver, lastAnswer, longest] = [false, performance.now(), 0]
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  const watching = (async () => {
    while (!isOver) {
      if (await answers()) {
        longest = Math.max(longest, performance.now() - lastAnswer)
        lastAnswer = performance.now()
      }
      await new Promise((next) => setTimeout(next, 25))
    }
  })()
  return async () => {
    isOver = true
    await watching
    return Math.round(longest)
  }
}

describe.runIf(coreBinary !== undefined)('before another version of the core is used', () => {
  beforeAll(async () => {
    const real = coreBinary ?? ''
    vi.stubEnv('SLUICE_CORE_BIN', '')
    vi.stubEnv('PATH', '/nowhere')
    cache = mkdtempSync(join(tmpdir(), 'sluice-preflight-'))
    vi.stubEnv('XDG_CACHE_HOME', cache)
    cacheVersion(cache, '26.8.1', scriptOf(real, '26.8.1'))
    const refusing = { refuses: 'chacha20-ietf-poly1305', saying: 'unsupported cipher method' }
    cacheVersion(cache, '26.8.2', scriptOf(real, '26.8.2', refusing))
    cacheVersion(cache, '26.8.3', scriptOf(real, '26.8.3', { start: 'ends' }))
    cacheVersion(cache, '26.8.4', scriptOf(real, '26.8.4', { start: 'hangs' }))
    subPort = await freePort()
    const ports = { SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(subPort) }
    t = await testPanel(ports, { egress: listing('26.8.1', '26.8.2', '26.8.3', '26.8.4') })
    installVersion(managedPath(t.config.binFolder), '26.6.27', scriptOf(real, '26.6.27'))
    me = await t.login()
    const reality = cellInbound(cellOf('vless-tcp-reality'))
    const { realitySettings } = reality.streamSettings as { realitySettings: object }
    blank = await add(
      {
        ...reality,
        streamSettings: {
          ...reality.streamSettings,
          realitySettings: { ...realitySettings, minClientVer: '' },
        },
      },
      'Blank',
    )
    const shadowsocks = cellInbound(cellOf('shadowsocks-tcp-none'))
    cipher = await add(
      { ...shadowsocks, settings: { ...shadowsocks.settings, method: 'chacha20-ietf-poly1305' } },
      'Cipher',
    )
    const written = JSON.parse((await me.post<string>('/panel/xray/')).obj).xraySetting
    written.inbounds.push({ tag: 'door', listen: '127.0.0.1', port: await freePort(), protocol: 'http' })
    expect(await me.post('/panel/xray/update', { xraySetting: JSON.stringify(written) })).toMatchObject({
      success: true,
    })
    await addClient('ann', [blank.id])
    await addClient('bob', [blank.id, cipher.id])
    await addClient('eve', [blank.id])
    await t.panel.start()
    await until('the core runs', running)
  })
  afterAll(async () => {
    await t?.stop()
    vi.unstubAllEnvs()
    if (cache) rmSync(cache, { recursive: true, force: true })
  })

  it('names the clients whose apps the new version would turn away, and says what to do', async () => {
    const fetchSub = subscriberOf(subPort)
    for (const [email, app] of [
      ['ann', 'ClashMetaForAndroid/2.11.32'],
      ['bob', 'ClashMetaForAndroid/2.11.32'],
      ['bob', 'v2rayNG/2.3.5'],
      ['eve', 'v2rayNG/2.3.5'],
    ] as const)
      expect((await fetchSub(`/sub/sub-${email}`, { 'user-agent': app })).status).toBe(200)
    await t.panel.subscriptions.flush()
    const pid = t.panel.core.pid()
    const found = await tryOut('26.8.1')
    expect(found).toMatchObject({
      version: '26.8.1',
      from: '26.6.27',
      ok: false,
      apps: [
        { app: 'clash-meta', name: 'Clash Meta', clients: 2 },
        { app: 'v2rayng', clients: 2 },
      ],
    })
    expect(found.blocks).toEqual([
      '2 clients with Clash Meta would fail on Blank (ann, bob): set Min client version (minClientVer) to 1.0.0 there.',
    ])
    expect(await install('26.8.1')).toMatchObject({
      success: false,
      msg: expect.stringContaining('2 clients with Clash Meta would fail'),
    })
    expect(t.panel.core.pid()).toBe(pid)
  })

  it('connects through every kind of inbound on spare ports, and then just installs', async () => {
    const { realitySettings } = blank.streamSettings as { realitySettings: object }
    const mended = { ...blank.streamSettings, realitySettings: { ...realitySettings, minClientVer: '1.0.0' } }
    expect(
      await me.post(`/panel/api/inbounds/update/${blank.id}`, { ...blank, streamSettings: mended }),
    ).toMatchObject({ success: true })
    for (const cell of cells) await add(cellInbound(cell), cellName(cell))
    const found = await tryOut('26.8.1')
    expect(found.parts.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(found.parts).toContainEqual(expect.objectContaining({ name: 'door', stage: 'opens', state: 'ok' }))
    const connected = found.parts.filter(({ stage }) => stage === 'connects').map(({ name }) => name)
    const wanted = cells.filter(({ protocol }) => protocol !== 'tunnel').map(cellName)
    expect(connected.toSorted()).toEqual(['Blank', 'Cipher', ...wanted].toSorted())
    expect(found).toMatchObject({ ok: true, blocks: [] })
    expect(await install('26.8.1')).toMatchObject({ success: true, msg: 'Xray updated successfully' })
    await until('the core runs', running)
    expect(await status()).toMatchObject({ state: 'running', version: '26.8.1' })
  })

  it('names the inbound that the new version refuses, in its words, and its clients', async () => {
    const pid = t.panel.core.pid()
    const found = await tryOut('26.8.2')
    const part = found.parts.find(({ name }) => name === 'Cipher')
    expect(part).toMatchObject({ kind: 'inbound', stage: 'configuration', state: 'fails', clients: 1 })
    expect(part).toMatchObject({ emails: ['bob'], reason: expect.stringContaining('unsupported cipher') })
    const refused = await install('26.8.2')
    expect(refused.msg).toMatch(
      /Inbound Cipher would fail in Xray 26\.8\.2: .*unsupported cipher.* 1 \(bob\)/,
    )
    expect(t.panel.core.pid()).toBe(pid)
    expect(await status()).toMatchObject({ state: 'running', version: '26.8.1' })
  })

  it.each(process.env.SLUICE_LONG ? ['26.8.3', '26.8.4'] : ['26.8.3'])(
    'puts the old version back when %s does not come up',
    async (version) => {
      const outage = watchPort(cipher.port)
      const rolled = await install(version, { force: true })
      console.log(`core ${version} did not come up: nobody could connect for ${await outage()} ms`)
      expect(rolled).toMatchObject({
        success: false,
        msg: expect.stringContaining(`Xray ${version} did not work, so Xray 26.8.1 is running again`),
      })
      await until('the core runs', running)
      expect(await status()).toMatchObject({ state: 'running', version: '26.8.1' })
      const trail = await me.get<{ items: object[] }>('/panel/api/audit?objectKind=core&pageSize=1')
      expect(trail.obj.items).toMatchObject([{ action: 'core.rollBack', object: `v${version} to 26.8.1` }])
      await until('people are told', async () =>
        JSON.stringify((await me.get('/panel/api/notices/list')).obj).includes(
          `Xray ${version} did not work on `,
        ),
      )
    },
  )
})
