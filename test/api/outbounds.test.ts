import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestResult } from '#contract/outbounds-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { createProbe } from '#server/platform/egress/probe.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { createWorld, type Site, startServer, type World } from '#test/fixtures/loopback-net.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const names = {
  'up.example': [['8.8.8.8']],
  'down.example': [['8.8.4.4']],
  'inside.example': [['10.0.0.1']],
  'here.example': [['127.0.0.1']],
}

let panel: TestPanel
let me: Visitor
let site: Site
let world: World
let check: () => Promise<void>

beforeAll(async () => {
  vi.stubEnv('SLUICE_CORE_BIN', 'none') // whichever core this machine has
  site = await startServer(createServer())
  world = createWorld(names, (host) => (host === 'up.example' ? site.port : 1))
  const closed = () => Promise.reject(new Refusal('other.said', { reason: 'no' }))
  const egress: Egress = { safeFetch: closed, safeDownload: closed, checkUrl: () => check() }
  const knock = async (address: string) => {
    if (address === '8.8.4.4') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    return false
  }
  panel = await testPanel({}, { egress, probe: createProbe({ ...world, knock }) })
  me = await panel.login()
})
beforeEach(() => {
  check = async () => {}
  world.dialled.length = 0
})
afterAll(async () => {
  await panel.stop()
  await site.stop()
  vi.unstubAllEnvs()
})

const vless = (address: string, port = 443) => ({
  tag: address,
  protocol: 'vless',
  settings: { vnext: [{ address, port, users: [{ id: 'x' }] }] },
})
const test = async (outbound: unknown, mode = 'tcp'): Promise<TestResult> => {
  const answer = await me.post<TestResult>('/panel/xray/testOutbound', { outbound, mode })
  expect(answer).toMatchObject({ success: true }) // a failed test is an answer
  return answer.obj
}

describe('dialling', () => {
  it('reports for every server whether it answers', async () => {
    const two = {
      ...vless('up.example'),
      settings: {
        vnext: [
          { address: 'up.example', port: 443 },
          { address: 'down.example', port: 1 },
        ],
      },
    }
    expect(await test(two)).toEqual({
      success: true,
      delay: expect.any(Number),
      mode: 'tcp',
      dnsMs: expect.any(Number),
      connectMs: expect.any(Number),
      endpoints: [
        { address: 'up.example:443', success: true, delay: expect.any(Number) },
        {
          address: 'down.example:1',
          success: false,
          delay: 0,
          error: expect.stringContaining('refused the connection'),
          errorCoded: expect.objectContaining({ code: 'egress.connection-refused' }),
        },
      ],
    })
  })

  it.each([
    ['10.0.0.1', '10.0.0.1 is a private address'],
    ['::ffff:10.0.0.1', 'an IPv4 address inside an IPv6 one'],
    ['inside.example', 'inside.example resolves to 10.0.0.1, a private address'],
  ])('never goes to %s', async (address, words) => {
    const result = await test(vless(address))
    expect(result).toMatchObject({
      success: false,
      delay: 0,
      mode: 'tcp',
      error: expect.stringContaining(words),
    })
    expect(world.dialled).toEqual([])
  })

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'here.example'])(
    'goes to a server on this machine: %s',
    async (address) => {
      const result = await test(vless(address))
      expect(result.error).toContain('refused the connection') // nothing listens, and that is all
      expect(world.dialled).toHaveLength(1)
    },
  )

  it('probes by UDP if the transport uses it', async () => {
    const hysteria = (address: string) => ({ protocol: 'hysteria', settings: { address, port: 443 } })
    expect(await test(hysteria('up.example'))).toMatchObject({ success: true, mode: 'udp', delay: 0 })
    expect(await test(hysteria('down.example'))).toMatchObject({ success: false, mode: 'udp' })
    expect(world.dialled).toEqual([])
  })

  it('says why there is nothing to dial', async () => {
    expect(await test({ protocol: 'freedom' })).toMatchObject({
      success: false,
      error: expect.stringContaining('has no server'),
    })
    expect(await test({ protocol: 'blackhole' })).toMatchObject({
      success: false,
      error: expect.stringContaining('nothing to test'),
    })
  })

  it('accepts forms with JSON strings, several at once, and bearer tokens below /panel/api', async () => {
    const form = new URLSearchParams({
      outbounds: JSON.stringify([vless('up.example'), vless('down.example')]),
      mode: 'tcp',
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await me.call('POST', '/panel/api/xray/testOutbounds', {
      payload: form.toString(),
      headers,
    })
    expect(answer.json()).toMatchObject({
      success: true,
      obj: [
        { tag: 'up.example', success: true },
        { tag: 'down.example', success: false },
      ],
    })
    const made = await me.post<{ token: string }>('/panel/setting/apiTokens/create', { name: 'robot' })
    const bearer = { authorization: `Bearer ${made.obj.token}` }
    const url = '/panel/api/xray/getOutboundsTraffic'
    expect((await panel.inject({ method: 'GET', url, headers: bearer })).json()).toMatchObject({
      success: true,
      obj: [],
    })
  })

  it('refuses what is not an outbound, and more than fifty', async () => {
    const one = (body: object) => me.post('/panel/xray/testOutbound', body)
    expect(await one({})).toMatchObject({ success: false, msg: expect.stringContaining('outbound') })
    expect(await one({ outbound: 'junk' })).toMatchObject({ success: false, obj: null })
    const outbounds = Array.from({ length: 51 }, () => vless('up.example'))
    const many = await me.post('/panel/xray/testOutbounds', { outbounds, mode: 'tcp' })
    expect(many).toMatchObject({ success: false, msg: expect.stringContaining('at most 50') })
  })
})

describe('a request through an outbound', () => {
  it('needs a core', async () => {
    expect(await test(vless('up.example'), 'http')).toEqual({
      success: false,
      delay: 0,
      mode: 'http',
      error: expect.stringContaining('no core to test with'),
      errorCoded: { code: 'outbound.no-core', params: {} },
    })
  })

  it('goes to a public address only', async () => {
    check = () =>
      Promise.reject(new Refusal('other.said', { reason: 'refused: 127.0.0.1 is a loopback address' }))
    expect(await test(vless('up.example'), 'real')).toMatchObject({
      success: false,
      mode: 'real',
      error: expect.stringContaining('loopback'),
    })
  })

  it('runs one at a time', async () => {
    let release = () => {}
    let checking = () => {}
    const isChecking = new Promise<void>((resolve) => {
      checking = resolve
    })
    check = () => {
      checking()
      return new Promise((resolve) => {
        release = resolve
      })
    }
    const first = test(vless('up.example'), 'http')
    await isChecking
    const busy = 'Another outbound test is already running, please wait'
    expect(await test(vless('up.example'), 'http')).toEqual({
      success: false,
      delay: 0,
      mode: 'http',
      error: `${busy}.`,
      errorCoded: { code: 'outbound.test-busy', params: {} },
    })
    expect(await test(vless('up.example'), 'tcp')).toMatchObject({ success: true }) // this test does not dial
    release()
    expect((await first).error).not.toBe(busy)
  })
})

describe('the running core', () => {
  it.each([
    ['balancerStatus', { tags: 'a,b' }],
    ['balancerOverride', { tag: 'a', target: 'b' }],
    ['routeTest', { domain: 'a.example' }],
  ])('%s says that there is none', async (route, body) => {
    for (const prefix of ['/panel/xray/', '/panel/api/xray/'])
      expect(await me.post(prefix + route, body)).toMatchObject({
        success: false,
        code: 'core.not-running',
        obj: null,
      })
  })
})

describe('traffic of outbounds', () => {
  it('is listed and reset, for one or all', async () => {
    const rows = ['a', 'b', 'c'].map((tag) => ({ tag, up: 1, down: 2, total: 3 }))
    await panel.panel.db.write((tx) => tx.insertInto('outbound_traffics').values(rows).execute())
    const totals = async () =>
      (await me.get<{ total: number }[]>('/panel/xray/getOutboundsTraffic')).obj.map((r) => r.total)
    expect(await totals()).toEqual([3, 3, 3])
    expect(await me.post('/panel/xray/resetOutboundsTraffic', { tag: 'b' })).toMatchObject({
      success: true,
      obj: '',
    })
    expect(await totals()).toEqual([3, 0, 3])
    for (const body of [undefined, {}, { tag: '' }, { tag: null }])
      expect(await me.post('/panel/xray/resetOutboundsTraffic', body)).toMatchObject({
        success: true,
        obj: '',
      })
    expect(await totals()).toEqual([3, 0, 3])
    await me.post('/panel/api/xray/resetOutboundsTraffic', { tag: '-alltags-' })
    expect(await totals()).toEqual([0, 0, 0])
  })
})

describe('what is not built in', () => {
  it.each(['warp', 'nord', 'pia'])('%s has no data before an account', async (name) => {
    for (const action of ['data', 'del', 'whatever'])
      expect(await me.post(`/panel/xray/${name}/${action}`)).toEqual({ success: true, msg: '', obj: '' })
  })

  it('an account of PIA cannot be made, and the answer says so', async () => {
    expect(await me.post('/panel/api/xray/pia/reg')).toMatchObject({
      success: false,
      obj: null,
      msg: expect.stringContaining('not built into'),
    })
  })
})
