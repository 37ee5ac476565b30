import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addInbound,
  allInbounds,
  clients,
  inboundBody,
  inbounds,
  type ListedInbound,
  quiet,
} from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const settings = { decryption: 'none', fallbacks: [{ dest: 80 }], unknown: { deep: [1, { x: null }] } }
const streamSettings = {
  network: 'ws',
  security: 'none',
  wsSettings: { path: '/p', headers: { Host: 'h' }, later: true },
  externalProxy: [],
  mine: 'kept',
}
const sniffing = { enabled: false, destOverride: ['http'], other: 1 }
const shown = {
  settings: { ...settings, clients: [] },
  streamSettings: { network: 'ws', security: 'none', wsSettings: streamSettings.wsSettings, mine: 'kept' },
  sniffing: { enabled: false, other: 1 },
}
const text = (v: object) => JSON.stringify(v)

describe('settings, streamSettings and sniffing', () => {
  it.each([
    ['as objects', { settings, streamSettings, sniffing }],
    [
      'as JSON texts',
      { settings: text(settings), streamSettings: text(streamSettings), sniffing: text(sniffing) },
    ],
    ['mixed', { settings, streamSettings: text(streamSettings), sniffing }],
  ])('%s are returned nested, with unknown keys, without placeholders', async (_how, blocks) => {
    const made = await addInbound(me, blocks)
    expect(made).toMatchObject(shown)
    expect(made.streamSettings).toEqual(shown.streamSettings)
    expect(made.sniffing).toEqual(shown.sniffing)
    const listed = (await allInbounds(me)).find((i) => i.id === made.id)
    expect(listed).toEqual(made)
    const update = await me.post<ListedInbound>(`${inbounds}/update/${made.id}`, { ...made, remark: 'again' })
    expect(update.obj).toEqual({ ...made, remark: 'again', version: expect.any(String) })
  })

  it('as a form, and by import', async () => {
    const { port } = inboundBody()
    const form = new URLSearchParams({
      listen: quiet,
      port: String(port),
      protocol: 'vless',
      enable: 'false',
      settings: text(settings),
      streamSettings: text(streamSettings),
      sniffing: text(sniffing),
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const made = (await me.call('POST', `${inbounds}/add`, { payload: form.toString(), headers })).json<{
      obj: ListedInbound
    }>()
    expect(made.obj).toMatchObject({ ...shown, port, enable: false })
    const data = text({ ...made.obj, ...inboundBody() })
    const imported = (
      await me.call('POST', `${inbounds}/import`, {
        payload: new URLSearchParams({ data }).toString(),
        headers,
      })
    ).json<{ obj: ListedInbound }>()
    expect(imported.obj).toMatchObject({ ...shown, enable: false })
    expect(imported.obj.id).not.toBe(made.obj.id)
  })

  it.each([null, '', 'null', undefined])('absent as %j they get the defaults', async (nothing) => {
    const made = await addInbound(me, { settings: nothing, streamSettings: nothing, sniffing: nothing })
    expect(made).toMatchObject({
      settings: { decryption: 'none', clients: [] },
      streamSettings: { network: 'tcp', security: 'none' },
      sniffing: { enabled: false },
      clientStats: [],
    })
  })

  it('absent on update they stay', async () => {
    const made = await addInbound(me, { settings, streamSettings, sniffing })
    const reply = await me.post<ListedInbound>(`${inbounds}/update/${made.id}`, {
      remark: 'r',
      settings: null,
      streamSettings: '',
    })
    expect(reply.obj).toEqual({ ...made, remark: 'r', version: expect.any(String) })
  })
})

describe('settings.clients on update (R42)', () => {
  it.each([
    ['absent', { decryption: 'none' }, ['a', 'b']],
    ['null', { clients: null }, ['a', 'b']],
    ['an empty list', { clients: [] }, []],
    ['a list', { clients: [{ email: 'B' }, null, { email: 'c' }] }, ['B', 'c']],
  ])('%s', async (_what, written, left) => {
    for (const wire of [(v: object) => v, text]) {
      await me.post(`${clients}/bulkDel`, { emails: ['a', 'b', 'c'] })
      const made = await addInbound(me, {
        settings: { clients: [{ email: 'a' }, { email: 'b', comment: 'kept' }] },
      })
      const reply = await me.post<ListedInbound>(`${inbounds}/update/${made.id}`, { settings: wire(written) })
      expect(reply.obj.settings.clients.map((c) => c.email)).toEqual(left)
      expect(reply.obj.clientStats.map((c) => c.email)).toEqual(left)
    }
  })

  it('entries sent back with nulls and foreign keys lose no client and no field', async () => {
    const made = await addInbound(me, {
      settings: { clients: [{ email: 'whole', comment: 'c', totalGB: 5, flow: 'xtls-rprx-vision' }] },
    })
    const entries = made.settings.clients.map((c) => ({
      ...c,
      flow: null,
      level: 0,
      alterId: 3,
      encryption: 'none',
      tgId: '',
      reverse: null,
    }))
    const before = (await me.get(`${clients}/get/whole`)).obj
    const reply = await me.post(`${inbounds}/update/${made.id}`, {
      ...made,
      settings: { ...made.settings, clients: entries },
    })
    expect(reply).toMatchObject({ success: true })
    expect((await me.get(`${clients}/get/whole`)).obj).toEqual(before)
  })
})

it('reverse is kept when absent or null, and cleared by a blank tag', async () => {
  const made = await addInbound(me, { settings: { clients: [{ email: 'rev', reverse: { tag: 'r1' } }] } })
  expect(made.settings.clients).toMatchObject([{ reverse: { tag: 'r1' } }])
  const tagAfter = async (body: object) => {
    expect(await me.post(`${clients}/update/rev`, body)).toMatchObject({ success: true })
    const { obj } = await me.get<{ client: { reverse: object | null } }>(`${clients}/get/rev`)
    return obj.client.reverse
  }
  expect(await tagAfter({ comment: 'x' })).toEqual({ tag: 'r1' })
  expect(await tagAfter({ reverse: null })).toEqual({ tag: 'r1' })
  expect(await tagAfter({ reverse: {} })).toEqual({ tag: 'r1' })
  expect(await tagAfter({ reverse: { tag: '' } })).toBeNull()
  expect((await allInbounds(me)).find((i) => i.id === made.id)?.settings.clients[0]).not.toHaveProperty(
    'reverse',
  )
})

it('accepts an address in brackets, and refuses an update to a port in use outside', async () => {
  await addInbound(me, { listen: '[::1]' })
  const made = await addInbound(me)
  const stranger = createServer()
  await new Promise<void>((done) => void stranger.listen({ port: 0, host: quiet }, done))
  const { port } = stranger.address() as AddressInfo // it listens on a port
  const reply = await me.post(`${inbounds}/update/${made.id}`, { port })
  await new Promise((done) => stranger.close(done))
  expect(reply).toMatchObject({ success: false, field: 'port' })
})

it('importing an export restores every client, with or without an inbound', async () => {
  const made = await addInbound(me, { protocol: 'trojan' })
  for (const client of [
    { email: 'x1', comment: 'c', limitIp: 3, password: 'pw', expiryTime: -86_400_000 },
    { email: 'x2', flow: 'xtls-rprx-vision', tgId: 9, reset: 2, group: 'g' },
  ])
    await me.post(`${clients}/add`, { client, inboundIds: [made.id] })
  await me.post(`${clients}/x2/detach`, { inboundIds: [made.id] })
  const exported = (await me.get<{ client: { email: string } }[]>(`${clients}/export`)).obj.filter((e) =>
    /^x\d$/.test(e.client.email),
  )
  const before = [(await me.get(`${clients}/get/x1`)).obj, (await me.get(`${clients}/get/x2`)).obj]
  await me.post(`${clients}/bulkDel`, { emails: ['x1', 'x2'] })
  expect((await me.post(`${clients}/import`, { data: text(exported) })).obj).toMatchObject({ created: 2 })
  const after = [(await me.get(`${clients}/get/x1`)).obj, (await me.get(`${clients}/get/x2`)).obj]
  const same = JSON.parse(text(before), (k, v) => (k === 'id' || k === 'updatedAt' ? expect.any(Number) : v))
  expect(after).toEqual(same)
})

it('R23: after importing an export, clients that the panel disabled can come back, those that an operator disabled cannot', async () => {
  const made = await addInbound(me, { protocol: 'trojan' })
  const emails = ['by-panel', 'by-operator']
  for (const email of emails)
    await me.post(`${clients}/add`, { client: { email, totalGB: 100 }, inboundIds: [made.id] })
  await me.post(`${clients}/updateTraffic/by-panel`, { upload: 100, download: 1 })
  await me.post(`${clients}/bulkEnable`, { emails: ['by-panel'] }) // its quota is used up: the panel disables it
  await me.post(`${clients}/bulkDisable`, { emails: ['by-operator'] })
  const enabled = async () => {
    const all = (await me.get<{ email: string; enable: boolean }[]>(`${clients}/list`)).obj
    return emails.map((email) => all.find((c) => c.email === email)?.enable)
  }
  expect(await enabled()).toEqual([false, false])
  const exported = (await me.get<{ client: { email: string } }[]>(`${clients}/export`)).obj.filter((e) =>
    emails.includes(e.client.email),
  )
  await me.post(`${clients}/bulkDel`, { emails })
  expect((await me.post(`${clients}/import`, { data: text(exported) })).obj).toMatchObject({ created: 2 })
  expect(await enabled()).toEqual([true, false])
})
