import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Preflight } from '#contract/core-preflight.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { PINNED_VERSION } from '#server/core/binary/binary-version.ts'
import { managedPath } from '#server/core/binary/locate.ts'
import { coreBinary, otherCores } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { cacheVersion, installVersion, listing } from './core/versions.ts'

// What is lost without a word of the core, and by apps that are not on this machine: the table and the apps seen name it.
const newest = '26.10.10'
const next = otherCores[newest]
if (!next) console.log(`Not tested: what is lost with ${newest}, which is not on this machine.`)
const day = 86_400_000
const key = 'GGyNAg8X7y0QYr8KqWD7tVJr6oXvJSqz5KQIbhRmPnM='

const outbounds: Block[] = [
  {
    tag: 'wire',
    protocol: 'wireguard',
    settings: {
      ...{ secretKey: key, address: ['10.9.0.2/32'], domainStrategy: 'ForceIPv4' },
      peers: [{ publicKey: key, endpoint: '10.1.2.3:51820' }],
    },
  },
  {
    tag: 'own-authority',
    protocol: 'trojan',
    settings: { address: '10.1.2.3', port: 443, password: 'x' },
    streamSettings: { network: 'tcp', security: 'tls', tlsSettings: { serverName: 'inner.test' } },
  },
  {
    tag: 'hops',
    protocol: 'hysteria',
    settings: { version: 2, address: '10.1.2.3', port: 443 },
    streamSettings: {
      ...{ network: 'hysteria', security: 'tls', hysteriaSettings: { version: 2, auth: 'x' } },
      tlsSettings: { serverName: 'inner.test', alpn: ['h3'], useSystemCA: true },
      finalmask: { quicParams: { udpHop: { ports: '2000-2010', interval: '5-10' } } },
    },
  },
]

describe.runIf(coreBinary !== undefined && next !== undefined)(`what is lost with ${newest}`, () => {
  let t: TestPanel
  let me: Visitor
  let cache: string
  let found: Preflight
  const said = (words: string) => found.notes.filter((note) => note.includes(words))

  async function add(remark: string, cell: Cell, change: (inbound: Inbound) => void = () => {}) {
    const { id: _, tag: __, ...source } = cellInbound(cell, { port: await freePort() })
    const body = { ...source, remark, listen: '127.0.0.1' } as unknown as Inbound
    change(body)
    const reply = await me.post<Inbound>('/panel/api/inbounds/add', body)
    expect(reply, remark).toMatchObject({ success: true })
    return reply.obj.id
  }

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', '')
    vi.stubEnv('PATH', '/nowhere')
    cache = mkdtempSync(join(tmpdir(), 'sluice-losses-'))
    vi.stubEnv('XDG_CACHE_HOME', cache)
    cacheVersion(cache, newest, readFileSync(next ?? ''))
    const subPort = await freePort()
    const ports = { SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(subPort) }
    t = await testPanel(ports, { egress: listing(newest) })
    installVersion(managedPath(t.config.binFolder), PINNED_VERSION, readFileSync(coreBinary ?? ''))
    me = await t.login()
    const written = JSON.parse((await me.post<string>('/panel/xray/')).obj).xraySetting
    written.outbounds.push(...outbounds)
    const saved = await me.post('/panel/xray/update', { xraySetting: JSON.stringify(written) })
    expect(saved).toMatchObject({ success: true })
    const main = await add('Main', { protocol: 'vless', network: 'tcp', security: 'reality' })
    const plain = await add('Plain', { protocol: 'vless', network: 'ws', security: 'none' })
    await add('Hops', { protocol: 'hysteria', network: 'hysteria', security: 'tls' }, (inbound) => {
      inbound.streamSettings.finalmask = { quicParams: { udpHop: { ports: '2000-2010' } } }
    })
    await t.panel.start()
    await until('the core runs', () => t.panel.core.connected() !== undefined)
    const get = subscriberOf(subPort)
    for (const [email, app, ids] of [
      ['ann', 'SFA/1.14.1 (sing-box 1.14.1)', [main]],
      ['bob', 'ClashMetaForAndroid/2.11.32', [main]],
      ['eve', 'v2rayNG/2.3.5', [main, plain]],
      ['ivy', 'SFA/1.14.1 (sing-box 1.14.1)', [plain]],
    ] as const) {
      const added = { client: { email, subId: `sub-${email}` }, inboundIds: ids }
      expect(await me.post('/panel/api/clients/add', added), email).toMatchObject({ success: true })
      expect((await get(`/sub/sub-${email}`, { 'user-agent': app })).status, email).toBe(200)
    }
    await t.panel.subscriptions.flush()
    found = (await me.post<Preflight>(`/panel/api/server/preflight/v${newest}`)).obj
  })
  afterAll(async () => {
    await t?.stop()
    vi.unstubAllEnvs()
    if (cache) rmSync(cache, { recursive: true, force: true })
  })

  it('names who fails with which app, without that app on this machine, and nobody else', () => {
    expect(found.blocks).toEqual([expect.stringMatching(/sing-box.* would fail on Main: 1 \(ann\)\./)])
    expect(said('must update their subscription')).toEqual([
      expect.stringMatching(/Clash Meta.*Main.*\(bob\)/),
    ])
    expect(JSON.stringify([found.blocks, found.notes])).not.toMatch(/eve|ivy/)
    expect(found.parts.filter(({ state }) => state !== 'ok')).toEqual([])
  })

  it('names what newer apps do with entries that stay', () => {
    expect(said('refuse to dial')).toEqual([expect.stringMatching(/Plain.*: 2\.$/)])
    expect(said('no longer change ports')).toEqual([expect.stringMatching(/Hops.*: 0\.$/)])
  })

  it('names what outbounds lose without a word, and not what the panel writes in another form', () => {
    expect(said('the domain strategy of the WireGuard outbound wire')).toHaveLength(1)
    expect(said('own-authority trusts only the authorities')).toHaveLength(1)
    expect(said('hops')).toEqual([])
  })

  it('forgets an app that was not seen for a month', async () => {
    t.advance(31 * day)
    me = await t.login()
    found = (await me.post<Preflight>(`/panel/api/server/preflight/v${newest}`)).obj
    expect(found.blocks).toEqual([])
    expect(said('no client used one in the last 30 days')).toHaveLength(1)
  })
})
