import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Envelope } from '#contract/wire.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel } from '#test/panel.ts'

// The calls of a central 3x-ui to a panel that is its node: each with a bearer token, answered by 200 and
// success, inbounds as forms with JSON strings inside, identified by their tag.

interface Remote {
  id: number
  tag: string
  remark: string
  enable: boolean
  total: number
  expiryTime: number
  trafficReset: string
  settings: { clients: { email: string; id: string; enable: boolean; subId: string }[]; decryption?: string }
  streamSettings: { network: string }
  sniffing: { enabled: boolean; destOverride?: string[] }
  clientStats: { email: string; up: number; down: number; enable: boolean }[]
}

let t: TestPanel
let authorization: string
beforeAll(async () => {
  t = await testPanel({ SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(await freePort()) })
  await t.panel.start() // its status is sampled from then on
  const me = await t.login()
  const made = await me.post<{ token: string }>('/panel/setting/apiTokens/create', { name: 'centre' })
  authorization = `Bearer ${made.obj.token}`
})
afterAll(() => t.stop())

async function call<T>(method: 'GET' | 'POST', path: string, body?: URLSearchParams | object) {
  const isForm = body instanceof URLSearchParams
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const res = await t.inject({
    method,
    url: `/panel/api/${path}`,
    headers: { authorization, accept: 'application/json', ...(body && { 'content-type': type }) },
    ...(body && { payload: isForm ? body.toString() : body }),
  })
  expect([path, res.statusCode, res.headers['content-type']]).toEqual([
    path,
    200,
    'application/json; charset=utf-8',
  ])
  return res.json<Envelope<T>>()
}

async function done<T>(method: 'GET' | 'POST', path: string, body?: URLSearchParams | object): Promise<T> {
  const answer = await call<T>(method, path, body)
  expect([path, answer.success, answer.success ? '' : answer.msg]).toEqual([path, true, ''])
  return answer.obj
}

const uuid = '0b1b6d2e-6a52-4a0f-9a0e-2f6c7a1d3e01'
const entry = (over: object = {}) => ({
  id: uuid,
  email: 'ann',
  subId: 'ann-sub',
  enable: true,
  limitIp: 0,
  totalGB: 0,
  expiryTime: 0,
  tgId: 0,
  comment: '',
  reset: 0,
  security: '',
  flow: '',
  created_at: 1_700_000_000_000,
  updated_at: 1_700_000_000_000,
  ...over,
})

const form = (port: number, over: Record<string, string> = {}) =>
  new URLSearchParams({
    total: '0',
    remark: 'from the centre',
    enable: 'true',
    expiryTime: '0',
    listen: '127.0.0.1',
    port: String(port),
    protocol: 'vless',
    settings: JSON.stringify({ clients: [], decryption: 'none', fallbacks: [] }),
    streamSettings: JSON.stringify({ network: 'tcp', security: 'none' }),
    tag: `n1-in-${port}-tcp`,
    sniffing: JSON.stringify({ enabled: true, destOverride: ['http', 'tls'] }),
    trafficReset: 'never',
    ...over,
  })

async function byTag(tag: string): Promise<Remote> {
  const found = (await done<Remote[]>('GET', 'inbounds/list')).find((inbound) => inbound.tag === tag)
  if (!found) throw new Error(`no inbound is tagged ${tag}`)
  return found
}

describe('a panel that is the node of a 3x-ui', () => {
  let port: number
  let tag: string
  beforeAll(async () => {
    port = await freePort()
    tag = `n1-in-${port}-tcp`
  })

  it('is probed by its status', async () => {
    await expect.poll(() => done('GET', 'server/status')).not.toBeNull()
    expect(await done('GET', 'server/status')).toMatchObject({
      panelVersion: expect.any(String),
      cpu: expect.any(Number),
      mem: { current: expect.any(Number), total: expect.any(Number) },
      xray: { version: expect.any(String), state: expect.any(String) },
      uptime: expect.any(Number),
    })
  })

  it('accepts an inbound as a form and keeps its tag', async () => {
    expect(await done<Remote>('POST', 'inbounds/add', form(port))).toMatchObject({ tag, clientStats: [] })
    expect(await byTag(tag)).toMatchObject({
      remark: 'from the centre',
      enable: true,
      trafficReset: 'never',
      settings: { clients: [], decryption: 'none' },
      streamSettings: { network: 'tcp' },
      sniffing: { enabled: true, destOverride: ['http', 'tls'] },
    })
  })

  it('accepts one client once for each of its inbounds', async () => {
    const second = await freePort()
    await done('POST', 'inbounds/add', form(second))
    const one = await byTag(tag)
    const two = await byTag(`n1-in-${second}-tcp`)
    await done('POST', 'clients/add', { client: entry(), inboundIds: [one.id] })
    await done('POST', 'clients/add', { client: entry(), inboundIds: [two.id] })
    const got = await done<{ inboundIds: number[]; client: { uuid: string } }>('GET', 'clients/get/ann')
    expect([got.inboundIds, got.client.uuid]).toEqual([[one.id, two.id], uuid])
    expect((await byTag(two.tag)).settings.clients).toMatchObject([
      { email: 'ann', id: uuid, subId: 'ann-sub' },
    ])
    await done('POST', `clients/ann/detach`, { inboundIds: [two.id] })
    expect(await done('POST', `inbounds/del/${two.id}`)).toBe(two.id)
  })

  it('accepts changes of an inbound, including its clients, as a form', async () => {
    const { id } = await byTag(tag)
    await done('POST', `clients/updateTraffic/ann`, { upload: 10, download: 20 })
    const settings = JSON.stringify({ clients: [entry({ enable: false })], decryption: 'none' })
    const changes = { remark: 'changed', total: '1073741824', expiryTime: '4102444800000', settings }
    await done('POST', `inbounds/update/${id}`, form(port, { ...changes, trafficReset: 'monthly' }))
    const changed = await byTag(tag)
    expect(changed).toMatchObject({
      id,
      remark: 'changed',
      total: 1_073_741_824,
      expiryTime: 4_102_444_800_000,
      trafficReset: 'monthly',
      settings: { clients: [{ email: 'ann', enable: false }] },
      clientStats: [{ email: 'ann', up: 10, down: 20, enable: false }],
    })
    // The central panel's counters and row ids in the form are ignored.
    const foreign = { id: '999', up: '1', down: '1', nodeId: '', clientStats: '' }
    await done('POST', `inbounds/update/${id}`, form(port, { ...foreign, settings, enable: 'false' }))
    expect(await byTag(tag)).toMatchObject({ id, enable: false, clientStats: [{ up: 10, down: 20 }] })
    await done('POST', `inbounds/update/${id}`, form(port, { settings }))
  })

  it('accepts changes of a client and its counters', async () => {
    const { id } = await byTag(tag)
    await done('POST', 'clients/update/ann', entry({ totalGB: 5, comment: 'changed' }))
    await done('POST', `clients/update/ann?inboundIds=${id}`, entry({ totalGB: 2 ** 31 }))
    expect(await done('GET', 'clients/traffic/ann')).toMatchObject({
      up: 10,
      down: 20,
      total: 2 ** 31,
      enable: true,
    })
    await done('POST', 'clients/resetTraffic/ann')
    expect(await done('GET', 'clients/traffic/ann')).toMatchObject({ up: 0, down: 0 })
    expect(await done('POST', 'clients/onlines')).toEqual([])
    expect(await done('POST', 'clients/lastOnline')).toEqual({ ann: 0 })
    await done('POST', 'inbounds/resetAllTraffics')
  })

  it('disables whoever has used up the quota over all nodes, and enables nobody', async () => {
    await done('POST', 'clients/update/ann', entry({ totalGB: 1_000 }))
    const push = (up: number) =>
      done('POST', 'inbounds/pushClientTraffics', {
        masterGuid: 'centre',
        traffics: [
          { email: 'ann', up, down: 0 },
          { email: 'stranger', up, down: 0 },
        ],
      })
    await push(999)
    expect(await done('GET', 'clients/traffic/ann')).toMatchObject({ up: 0, down: 0, enable: true })
    await push(1_000)
    expect(await done('GET', 'clients/traffic/ann')).toMatchObject({ up: 0, down: 0, enable: false })
    await push(1)
    expect(await done('GET', 'clients/traffic/ann')).toMatchObject({ enable: false })
    await done('POST', 'clients/resetTraffic/ann')
    expect(await done('GET', 'clients/traffic/ann')).toMatchObject({ enable: true })
    expect(await done<object[]>('GET', 'clients/list')).toHaveLength(1)
  })

  it('answers "not found" if there is nothing to delete, which the central panel takes as done', async () => {
    await done('POST', 'clients/del/ann')
    for (const path of [
      'clients/del/ann',
      'clients/del/nobody',
      'inbounds/del/987654',
      'clients/ann/detach',
    ]) {
      const answer = await call('POST', path, { inboundIds: [1] })
      expect([path, answer.success, answer.obj]).toEqual([path, false, null])
      expect(answer.msg).toContain('not found')
    }
    const { id } = await byTag(tag)
    expect(await done('POST', `inbounds/del/${id}`)).toBe(id)
    expect(await done('GET', 'inbounds/list')).toEqual([])
  })

  it('lets the central panel add the client it has just deleted', async () => {
    const again = await done<Remote>(
      'POST',
      'inbounds/add',
      form(port, { settings: JSON.stringify({ clients: [entry()] }) }),
    )
    expect(again.settings.clients).toMatchObject([{ email: 'ann', id: uuid, subId: 'ann-sub' }])
    expect(again.clientStats).toMatchObject([{ email: 'ann', up: 0, down: 0 }])
  })
})
