import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ClientFields } from '#contract/client.ts'
import type { Entries, EntryStage } from '#contract/entries-api.ts'
import type { HealthReport } from '#contract/health-api.ts'
import type { Block } from '#contract/inbound.ts'
import { checkEmail, checkSource } from '#domain/core-config/check-user.ts'
import { blockAt } from '#domain/inbounds/stream.ts'
import { dialTcp } from '#server/platform/egress/dial.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { coreBinary } from '#test/core-binary.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { freePorts } from '#test/free-port.ts'
import type { ListedInbound } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { templateTo } from './core/core-panel.ts'
import { fetchThrough, openStream } from './core/dial.ts'
import { createOrigin, type Origin } from './core/origin.ts'

const job = { kind: 'job', name: 'test', address: '' } as const
const entriesPath = '/panel/api/health/entries'
const inbounds = '/panel/api/inbounds'

const cells = {
  reality: { protocol: 'vless', network: 'tcp', security: 'reality' },
  trojan: { protocol: 'trojan', network: 'tcp', security: 'tls' },
  shadowsocks: { protocol: 'shadowsocks', network: 'tcp', security: 'none' },
  vless: { protocol: 'vless', network: 'tcp', security: 'none' },
  vmess: { protocol: 'vmess', network: 'ws', security: 'none' },
  hysteria: { protocol: 'hysteria', network: 'hysteria', security: 'tls' },
} as const
type Name = keyof typeof cells
const names = Object.keys(cells) as Name[] // of the object above

const withHints = (stream: Block, of: 'tlsSettings' | 'realitySettings', hints: Block): Block => {
  const block = blockAt(stream, of)
  return { ...stream, [of]: { ...block, settings: { ...blockAt(block, 'settings'), ...hints } } }
}
/** The test authority is not among the system's: clients get the certificate's fingerprint with the link. */
const pinned = (stream: Block, sha256: string = testKeys.certificateSha256): Block =>
  stream.security === 'tls' ? withHints(stream, 'tlsSettings', { pinnedPeerCertSha256: [sha256] }) : stream
const dialledAt = (stream: Block, dest: string, port: number): Block => ({
  ...stream,
  externalProxy: [{ dest, port, forceTls: 'same', remark: '' }],
})

describe.skipIf(!coreBinary)('the entries of this server, checked as a client', () => {
  let t: ServedPanel
  let me: Visitor
  let cover: Origin
  let clientCore: ClientCore | undefined
  let hasWayOut = true
  const made = new Map<Name, ListedInbound>()
  const inbound = (name: Name) => made.get(name) as ListedInbound // made at the start
  /** Where everything leads that the core takes: a page like a trace page, and an endless stream. */
  const site = createServer((request, reply) => {
    if (request.url !== '/stream') return reply.end('fl=1\nip=203.0.113.7\nts=1\n')
    const timer = setInterval(() => reply.write('.'), 50)
    return reply.once('close', () => clearInterval(timer)).write('begin')
  }).listen(0, '127.0.0.1')
  const sitePort = () => (site.address() as AddressInfo).port // it listens on TCP

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary ?? '')
    cover = await createOrigin()
    const egress = createEgress({
      lookup: async () => ['203.0.114.1'],
      dial: async (to) => {
        if (!hasWayOut) throw Object.assign(new Error('no way out'), { code: 'ENETUNREACH' })
        return dialTcp({ ...to, addresses: ['127.0.0.1'], port: sitePort() })
      },
    })
    t = await servedPanel({}, { egress })
    me = await t.login()
    const template = { ...templateTo(sitePort()), log: { access: 'access.log', loglevel: 'warning' } }
    await t.panel.settings.set(
      { xrayOutboundTestUrl: 'http://page.example/trace', xrayTemplateConfig: JSON.stringify(template) },
      job,
    )
    await until('the core runs', () => t.panel.core.api() !== undefined)
    const ports = await freePorts(names.length)
    for (const [i, name] of names.entries()) {
      const port = ports[i] ?? 0
      const { id: _, tag: __, ...input } = cellInbound(cells[name], { port, target: cover.realityTarget })
      const streamSettings = pinned(input.streamSettings)
      const body = { ...input, listen: '127.0.0.1', remark: name, streamSettings }
      made.set(name, (await told<ListedInbound>(me.post(`${inbounds}/add`, body))) as ListedInbound)
    }
  })
  afterAll(async () => {
    await clientCore?.stop()
    await t?.stop()
    site.closeAllConnections()
    site.close()
    await cover?.close()
    vi.unstubAllEnvs()
  })

  async function told<T>(call: Promise<{ success: boolean; msg: string; obj: T }>): Promise<T> {
    const { success, msg, obj } = await call
    if (!success) throw new Error(msg)
    return obj
  }
  const checkNow = (name: Name) => told(me.post<Entries>(`${entriesPath}/check/${inbound(name).id}`))
  const api = () => {
    const connected = t.panel.core.api()
    if (!connected) throw new Error('the core is not connected')
    return connected
  }
  const change = (name: Name, streamSettings: Block) =>
    told(me.post(`${inbounds}/update/${inbound(name).id}`, { ...inbound(name), streamSettings }))
  const stream = (name: Name) => inbound(name).streamSettings
  const findings = async () =>
    (await told(me.get<HealthReport>('/panel/api/server/doctor'))).checks.filter(({ id }) =>
      id.startsWith('entries'),
    )
  const hiddenIn = async (name: Name) => {
    const { tag } = inbound(name)
    return (await api().userEmails(tag)).includes(checkEmail(tag))
  }

  it('a client connects through each: one good finding', async () => {
    await t.panel.entries.checkAll()
    const { entries, offline } = await told(me.get<Entries>(entriesPath))
    expect(offline).toBe('')
    expect(entries.map((one) => [one.inbound, one.state, one.cause, one.exitAddress, one.eye])).toEqual(
      names.map((name) => [name, 'good', '', '203.0.113.7', '']),
    )
    for (const { days, latencyMs } of entries) {
      expect(latencyMs).toBeGreaterThan(0)
      expect(days).toMatchObject([{ good: 1, failed: 0 }])
    }
    expect(await findings()).toMatchObject([
      { id: 'entries', state: 'ok', sentence: expect.stringContaining(`${names.length}`) },
    ])
  })

  it('its client shows nowhere', async () => {
    const { client } = await told(
      me
        .post('/panel/api/clients/add', { client: { email: 'ann' }, inboundIds: [inbound('vless').id] })
        .then(() => me.get<{ client: ClientFields }>('/panel/api/clients/get/ann')),
    )
    const way = { inbound: inbound('vless'), client, from: '127.0.0.2' }
    clientCore = await startClientCore(coreBinary ?? '', [way])
    await until('ann connects', () => fetchThrough(clientCore?.ports[0] ?? 0).then(Boolean, () => false))
    await t.panel.entries.checkAll()
    const traffic = async () => (await me.get<{ up: number }>('/panel/api/clients/traffic/ann')).obj.up
    await until('the counters are read', async () => (await traffic()) > 0)
    const log = join(t.config.logFolder, 'access.log')
    await until('the access log has ann', () => existsSync(log) && readFileSync(log, 'utf8').includes('ann'))

    const secrets = [...made.values()].flatMap((one) => {
      const user = checkSource(one, t.panel.core.desired.hidden())
      return [user.email, user.uuid, user.password, user.auth, user.shadowsocksKey ?? '']
    })
    const shown: string[] = []
    let looked = 0
    const look = (where: string, text: string) => {
      looked += 1
      if (secrets.some((secret) => text.includes(secret))) shown.push(where)
    }
    for (const { method, path, guard } of t.panel.listeners().http.table) {
      if (guard === 'open' || guard === 'socket') continue
      if (method !== 'GET' && !/\/(all|onlines|lastOnline|ips\/:email)$/.test(path)) continue
      const url = path.replace(':email', 'ann').replace(/:\w+/g, '1').replace('*', 'x')
      look(`${method} ${path}`, (await me.call(method as 'GET', url)).body)
    }
    const post = async (path: string, payload = {}) =>
      look(path, (await me.call('POST', path, { payload })).body)
    await post('/panel/api/server/xraylogs/100')
    await post('/panel/api/server/logs/100')
    await post('/panel/api/core/preview', { template: templateTo(1) })
    for (const kind of ['clients', 'inbounds', 'outbounds'])
      look(kind, JSON.stringify(await me.get(`/panel/api/history/${kind}/x`)))
    for (const name of readdirSync(t.config.logFolder))
      look(`log ${name}`, readFileSync(join(t.config.logFolder, name), 'latin1'))
    for (const { table_name: name } of await tables())
      look(`table ${name}`, JSON.stringify(await t.panel.db.rows(`select * from ${name}`, [])))
    expect(looked).toBeGreaterThan(120)
    expect(shown).toEqual([])
    expect(t.panel.presence.online()).toEqual(['ann'])
    // It is there all the same.
    expect(await hiddenIn('vless')).toBe(true)
  })

  const tables = () =>
    t.panel.db.rows<{ table_name: string }>(
      "select name as table_name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
      [],
    )

  it('switched off and on, it leaves and returns without ending a connection', async () => {
    const running = t.panel.core.pid()
    const open = await openStream(clientCore?.ports[0] ?? 0)
    await told(me.post('/panel/setting/update', { entryCheckMinutes: 0 }))
    for (const name of names) await until(`it left ${name}`, async () => !(await hiddenIn(name)))
    expect(await findings()).toMatchObject([{ id: 'entries', state: 'note' }])
    await told(me.post('/panel/setting/update', { entryCheckMinutes: 5 }))
    for (const name of names) await until(`it is back on ${name}`, () => hiddenIn(name))
    expect(await open.flows()).toBe(true)
    open.close()
    expect(t.panel.core.pid()).toBe(running)
    expect((await checkNow('shadowsocks')).entries).toMatchObject([{ state: 'good' }])
  })

  it('a core that lost it or has another one gets it again from the next check', async () => {
    const [{ tag: lost }, { tag: wrong }] = [inbound('vless'), inbound('vmess')]
    await api().removeUser(lost, checkEmail(lost))
    const home = { tag: wrong, protocol: 'vmess', method: '' } as const
    await api().removeUser(wrong, checkEmail(wrong))
    await api().addUser(home, { email: checkEmail(wrong), id: crypto.randomUUID() })
    expect((await checkNow('vmess')).entries).toMatchObject([{ state: 'failed', stage: 'login' }])
    await t.panel.core.verify.run()
    for (const name of ['vless', 'vmess'] as const)
      expect((await checkNow(name)).entries, name).toMatchObject([{ state: 'good', fails: 0 }])
  })

  const breaks: Record<Name, { stage: EntryStage; says: RegExp; break: () => Promise<unknown> }> = {
    reality: {
      stage: 'reality',
      says: /cover site/,
      break: () => {
        const publicKey = 'V6k2m5Emy382rkU5QZ5VcfR9LQB78BkbUVC4DFgYhmA'
        return change('reality', withHints(stream('reality'), 'realitySettings', { publicKey }))
      },
    },
    trojan: {
      stage: 'tls',
      says: /peer cert/,
      break: () => change('trojan', pinned(stream('trojan'), '00'.repeat(32))),
    },
    shadowsocks: {
      stage: 'port',
      says: /refused/,
      break: () => api().removeInbound(inbound('shadowsocks').tag),
    },
    vless: {
      stage: 'login',
      says: /login was refused/,
      break: () => api().removeUser(inbound('vless').tag, checkEmail(inbound('vless').tag)),
    },
    vmess: {
      stage: 'transport',
      says: /websocket/,
      break: () => change('vmess', dialledAt(stream('vmess'), '127.0.0.1', sitePort())),
    },
    hysteria: {
      stage: 'name',
      says: /nowhere\.invalid does not resolve/,
      break: () => change('hysteria', dialledAt(stream('hysteria'), 'nowhere.invalid', 443)),
    },
  }

  it('after two rounds each failure is named, and nobody else is blamed while there is no way out', async () => {
    for (const name of names) await breaks[name].break()
    hasWayOut = false
    await t.panel.entries.checkAll()
    const offline = await told(me.get<Entries>(entriesPath))
    expect(offline.offline).toContain('cannot fetch the test page')
    expect(offline.entries.filter(({ fails }) => fails > 0)).toEqual([])
    expect(await findings()).toMatchObject([{ id: 'entries', state: 'note' }])

    hasWayOut = true
    await t.panel.entries.checkAll()
    expect(await findings()).toEqual([])
    await t.panel.entries.checkAll()
    const { entries } = await told(me.get<Entries>(entriesPath))
    expect(Object.fromEntries(entries.map((one) => [one.inbound, one.stage]))).toEqual(
      Object.fromEntries(names.map((name) => [name, breaks[name].stage])),
    )
    const found = await findings()
    expect(found.map(({ id, state }) => [id, state]).sort()).toEqual(
      names.map((name) => [`entries.inbound-${inbound(name).id}-1`, 'bad']).sort(),
    )
    for (const name of names) {
      const finding = found.find(({ subject }) => subject.name === name)
      expect(finding?.sentence).toMatch(breaks[name].says)
    }
    // Those that were checked under the same address before say when it worked.
    const known = found.filter(({ sentence }) => /It last worked at \d{4}-\d\d-\d\d/.test(sentence))
    expect(known.map(({ subject }) => subject.name).sort()).toEqual([
      'reality',
      'shadowsocks',
      'trojan',
      'vless',
    ])
  })

  it('an inbound that is gone is no entry any more, and another user has none of them', async () => {
    await told(me.post(`${inbounds}/del/${inbound('hysteria').id}`))
    await t.panel.entries.checkAll()
    const { entries } = await told(me.get<Entries>(entriesPath))
    expect(entries.map((one) => one.inbound)).not.toContain('hysteria')
    const left = await t.panel.db.read
      .selectFrom('entry_days')
      .select('entry')
      .where('inbound_id', '=', inbound('hysteria').id)
      .execute()
    expect(left).toEqual([])
    const refused = { success: false, code: 'inbound.missing' }
    expect(await me.post(`${entriesPath}/check/${inbound('hysteria').id}`)).toMatchObject(refused)

    const { id } = inbound('vmess')
    await t.panel.db.write((tx) =>
      tx.updateTable('inbounds').set({ user_id: 999 }).where('id', '=', id).execute(),
    )
    expect(await me.post(`${entriesPath}/check/${id}`)).toMatchObject(refused)
    const others = (await told(me.get<Entries>(entriesPath))).entries.map((one) => one.inboundId)
    expect(others).not.toContain(id)
    expect(others).toContain(inbound('vless').id)
  })
})
