import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { BalancerStatus, RouteAnswer, TestResult } from '#contract/outbounds-api.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { coreBinary } from '#test/core-binary.ts'
import { type Site, startSite } from '#test/fixtures/loopback-net.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { patient } from '#test/patient.ts'
import { deadlineMs } from '#test/until.ts'

const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'

/** A core that answers: VLESS and SOCKS in front of a freedom outbound that may reach loopback. */
async function startRemote(binary: string, vless: number, socks: number): Promise<ChildProcess> {
  const child = spawn(binary, ['run', '-c', 'stdin:'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const listen = '127.0.0.1'
  child.stdin.end(
    JSON.stringify({
      log: { loglevel: 'warning' },
      inbounds: [
        { listen, port: vless, protocol: 'vless', settings: { clients: [{ id }], decryption: 'none' } },
        { listen, port: socks, protocol: 'socks', settings: { auth: 'noauth' } },
      ],
      outbounds: [{ protocol: 'freedom', settings: { finalRules: [{ action: 'allow' }] } }],
    }),
  )
  let why = ''
  child.once('error', (error) => {
    why = error.message
  })
  for await (const line of createInterface({ input: child.stdout }))
    if (line.endsWith(' started')) return child
  throw new Error(`the remote core did not start: ${why}`)
}

/** Core processes that this process has started and not ended. */
const coresBelow = (pid: number): string[] =>
  readdirSync(`/proc/${pid}/task`)
    .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' '))
    .filter(Boolean)
    .filter((child) => readFileSync(`/proc/${child}/comm`, 'utf8').startsWith('xray'))

describe.skipIf(!coreBinary)('outbounds with the real core', () => {
  const binary = coreBinary ?? ''
  let panel: TestPanel
  let me: Visitor
  let site: Site
  let remote: ChildProcess
  let ports: { vless: number; socks: number; closed: number }
  let statusCode = 204
  let list = ''

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', binary)
    site = await startSite((_, reply) => reply.writeHead(statusCode).end())
    ports = { vless: await freePort(), socks: await freePort(), closed: 1 } // nobody listens on port 1, whatever other tests open
    remote = await startRemote(binary, ports.vless, ports.socks)
    const egress: Egress = {
      safeFetch: async () => ({
        status: 200,
        headers: new Map(),
        bytes: new TextEncoder().encode(list),
        text: () => list,
        json: async () => list,
      }),
      safeDownload: () => Promise.reject(new Error('no')),
      checkUrl: async () => {}, // the site is on loopback
    }
    panel = await testPanel({}, { egress })
    me = await panel.login()
    const actor = { kind: 'job', name: 'test', address: '' } as const
    await panel.panel.settings.set(
      { xrayOutboundTestUrl: `http://127.0.0.1:${site.port}/generate_204` },
      actor,
    )
  })
  afterAll(async () => {
    await panel.stop()
    await site.stop()
    remote.kill('SIGKILL')
    await once(remote, 'exit')
    vi.unstubAllEnvs()
  })

  const vless = () => ({
    tag: 'good',
    protocol: 'vless',
    settings: {
      vnext: [{ address: '127.0.0.1', port: ports.vless, users: [{ id, encryption: 'none' }] }],
    },
  })
  const socks = (port: number) => ({
    protocol: 'socks',
    settings: { servers: [{ address: '127.0.0.1', port }] },
  })
  const test = async (outbound: object, mode = 'http', allOutbounds: object[] = []) =>
    (await me.post<TestResult>('/panel/xray/testOutbound', { outbound, mode, allOutbounds })).obj

  it.each(['http', 'real'])('a working one is measured (%s), and no core is left', async (mode) => {
    const before = coresBelow(process.pid)
    expect(await test(vless(), mode)).toEqual({
      success: true,
      delay: expect.any(Number),
      mode,
      statusCode: 204,
      connectMs: expect.any(Number),
      ttfbMs: expect.any(Number),
    })
    await expect.poll(() => coresBelow(process.pid)).toEqual(before)
  })

  it('a site that answers with an error is not a success', async () => {
    statusCode = 503
    const result = await test(vless())
    statusCode = 204
    expect(result).toMatchObject({ success: false, statusCode: 503, error: expect.stringContaining('503') })
  })

  it("a dead server is reported in the core's words", async () => {
    const result = await test(socks(ports.closed))
    expect(result).toMatchObject({ success: false, delay: 0, mode: 'http' })
    expect(result.error).toMatch(/outbound was closed: dial tcp 127\.0\.0\.1:\d+: .*refused/)
  })

  it('a wrong key and a broken outbound are told apart', async () => {
    const other = JSON.parse(JSON.stringify(vless()).replace(id, id.replace('b', 'c'))) as object // the same shape
    expect((await test(other)).error).toMatch(/outbound was closed|no answer/)
    const broken = {
      protocol: 'vless',
      settings: { vnext: [{ address: 'x', port: 1, users: [{ id: 'no' }] }] },
    }
    expect((await test(broken)).error).toContain('The core refuses this outbound')
  })

  it('an outbound that it is dialled through is included, or reported as missing', async () => {
    const chained = { ...vless(), streamSettings: { sockopt: { dialerProxy: 'hop' } } }
    const hop = { tag: 'hop', ...socks(ports.socks) }
    expect(await test(chained, 'http', [hop])).toMatchObject({ success: true, statusCode: 204 })
    expect((await test(chained)).error).toContain('dialled through "hop"')
    const dead = { tag: 'hop', ...socks(ports.closed) }
    expect(await test(chained, 'http', [dead])).toMatchObject({ success: false })
  })

  it('a direct one cannot reach internal addresses, whatever the name resolves to by then', async () => {
    const began = performance.now()
    const result = await test({ protocol: 'freedom', settings: { finalRules: [{ action: 'allow' }] } })
    expect(result).toMatchObject({ success: false, error: expect.stringContaining('private') })
    expect(performance.now() - began).toBeLessThan(patient(9_000)) // not by waiting
  })

  it('many are tested by one core, and a bad one does not affect others', async () => {
    const outbounds = [
      vless(),
      { tag: 'broken', protocol: 'no such protocol' },
      { tag: 'dead', ...socks(ports.closed) },
      { tag: 'void', protocol: 'blackhole' },
      { tag: 'socks', ...socks(ports.socks) },
    ]
    const { obj } = await me.post<TestResult[]>('/panel/api/xray/testOutbounds', { outbounds })
    expect(obj.map((r) => [r.tag, r.success])).toEqual([
      ['good', true],
      ['broken', false],
      ['dead', false],
      ['void', false],
      ['socks', true],
    ])
    expect(obj[2]?.error).toContain('refused')
  })

  it('a list with an entry that the core refuses still provides the others', async () => {
    const link = (name: string, key: string) =>
      `vless://${id}@a.example:443?security=reality&sni=x.example&pbk=${key}#${name}`
    const good = 'SbVKOEMjK0sIlbwg4akyBg5mL5KZwwB-ed4eEE7YnRc'
    list = ['a', 'b', 'c'].map((n) => link(n, n === 'b' ? 'short' : good)).join('\n')
    expect(parseShareLink(link('b', 'short')).ok).toBe(true) // only the core knows
    const made = await me.post<{ id: number }>('/panel/api/xray/outbound-subs', {
      url: 'https://list.example/',
    })
    const root = `/panel/api/xray/outbound-subs/${made.obj.id}`
    const fetched = await me.post<{ tag: string }[]>(`${root}/refresh`)
    expect(fetched.obj.map((o) => o.tag)).toEqual([`sub${made.obj.id}-a`, `sub${made.obj.id}-c`])
    const [sub] = (await me.get<{ lastError: string }[]>('/panel/api/xray/outbound-subs')).obj
    expect(sub?.lastError).toMatch(/1 left out: "sub\d+-b": .*publicKey|password/i)
  })

  it('balancers and routes are those of the running core', async () => {
    const { obj } = await me.get<Record<string, Record<string, unknown>>>('/panel/xray/getDefaultJsonConfig')
    const routing = {
      ...obj.routing,
      balancers: [{ tag: 'lb', selector: ['direct'], strategy: { type: 'random' } }],
      rules: [
        { type: 'field', inboundTag: ['api'], outboundTag: 'api' },
        { type: 'field', domain: ['domain:blocked.example'], outboundTag: 'blocked' },
        { type: 'field', domain: ['domain:lb.example'], balancerTag: 'lb' },
        { type: 'field', ip: ['9.9.9.0/24'], network: 'udp', outboundTag: 'blocked' },
      ],
    }
    const saved = await me.post('/panel/xray/update', { xraySetting: { ...obj, routing } })
    expect(saved).toMatchObject({ success: true })
    panel.panel.core.start()
    const status = () =>
      me.post<Record<string, BalancerStatus>>('/panel/api/xray/balancerStatus', { tags: 'lb,none' })
    await vi.waitFor(async () => expect(await status()).toMatchObject({ success: true }), deadlineMs)
    const none = { tag: 'none', running: false, override: '', selected: [] }
    expect((await status()).obj).toEqual({
      lb: { tag: 'lb', running: true, override: '', selected: ['direct'] },
      none,
    })

    const route = async (question: object) =>
      (await me.post<RouteAnswer>('/panel/xray/routeTest', question)).obj
    const [, blockedName, balanced, blockedUdp] = routing.rules
    const by = (outboundTag: string, rule: unknown) => ({ matched: true, outboundTag, rules: [rule] })
    expect(await route({ domain: 'www.blocked.example' })).toEqual(by('blocked', blockedName))
    expect(await route({ domain: 'lb.example', port: '80' })).toEqual(by('direct', balanced))
    expect(await route({ domain: 'elsewhere.example' })).toEqual({ matched: false, outboundTag: 'direct' })
    expect(await route({ ip: '9.9.9.9', network: 'udp' })).toEqual(by('blocked', blockedUdp))
    expect(await route({ ip: '9.9.9.9', network: 'tcp' })).toMatchObject({ matched: false })

    const override = (tag: string, target: string) => me.post('/panel/xray/balancerOverride', { tag, target })
    expect(await override('lb', 'blocked')).toMatchObject({ success: true, obj: '' })
    expect((await status()).obj.lb).toMatchObject({ override: 'blocked' })
    expect(await route({ domain: 'lb.example' })).toMatchObject({ outboundTag: 'blocked' })
    expect(await override('lb', '')).toMatchObject({ success: true })
    expect((await status()).obj.lb).toMatchObject({ override: '' })
    expect(await override('none', 'blocked')).toMatchObject({
      success: false,
      msg: expect.stringContaining('record not found'),
    })
    expect(await override('lb', 'nowhere')).toMatchObject({
      success: false,
      msg: expect.stringContaining('record not found'),
    })
  })

  it('traffic without a rule goes to the first running outbound, including a subscribed one', async () => {
    const elsewhere = async () =>
      (await me.post<RouteAnswer>('/panel/xray/routeTest', { domain: 'elsewhere.example' })).obj
    const [sub] = (await me.get<{ id: number; url: string }[]>('/panel/api/xray/outbound-subs')).obj
    const prepend = (yes: boolean) =>
      me.post(`/panel/api/xray/outbound-subs/${sub?.id}`, { url: 'https://list.example/', prepend: yes })
    // An edit waits at most a second for the core, which a busy machine may need.
    const goesTo = (outboundTag: string) =>
      vi.waitFor(async () => expect(await elsewhere()).toEqual({ matched: false, outboundTag }), deadlineMs)
    expect(await prepend(true)).toMatchObject({ success: true })
    await goesTo(`sub${sub?.id}-a`)
    expect(await prepend(false)).toMatchObject({ success: true })
    await goesTo('direct')
  })

  it('a test core does not outlive a killed panel', async () => {
    const program = fileURLToPath(new URL('./core/killed-test.ts', import.meta.url))
    const killed = spawn(process.execPath, [program, binary], { stdio: ['ignore', 'pipe', 'inherit'] })
    const failed = new Promise<never>((_, reject) => killed.once('error', reject))
    const [line] = (await Promise.race([once(killed.stdout, 'data'), failed])) as [Buffer] // the pid, and nothing else
    const core = `/proc/${Number(String(line))}`
    expect(existsSync(core)).toBe(true)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    await vi.waitFor(() => expect(existsSync(core)).toBe(false), deadlineMs)
  })

  it('a panel that stops ends its test', async () => {
    const hole = createServer().listen(0, '127.0.0.1') // accepts connections and says nothing
    await once(hole, 'listening')
    const address = hole.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const connected = once(hole, 'connection')
    const running = test(socks(port))
    await connected
    await panel.panel.core.stop()
    const before = performance.now()
    const stopped = panel.stop()
    expect(await running).toMatchObject({
      success: false,
      error: expect.stringContaining('The panel was stopped'),
    })
    await stopped
    expect(performance.now() - before).toBeLessThan(patient(8_000))
    await expect.poll(() => coresBelow(process.pid)).toEqual([String(remote.pid)])
    hole.close()
    panel = await testPanel()
  })
})
