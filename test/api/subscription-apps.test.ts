import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SettingsUpdate } from '#contract/settings.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

let t: ServedPanel
let me: Visitor
let get: Subscriber
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
  const { id } = await addInbound(me, { port: 31_201 })
  await addClient(me, { email: 'ann', subId: 'ann-sub', totalGB: 2 ** 30, limitHwid: 1 }, [id])
})
afterAll(() => t.stop())

const set = async (patch: SettingsUpdate) =>
  expect(await me.post('/panel/setting/update', patch)).toMatchObject({ success: true })
const names = (body: string) => linksIn(body).map((link) => decodeURIComponent(link.split('#')[1] ?? ''))

it('each app gets its routing, from the cache too', async () => {
  await set({ subRoutingRules: 'happ://routing/off', subV2raytunRules: '{"name":"x","rules":[]}' })
  const xray = Buffer.from('{"name":"x","rules":[]}').toString('base64')
  for (let n = 0; n < 3; n++) {
    const routing = async (agent: string) =>
      (await get('/sub/ann-sub', { 'user-agent': agent })).headers.routing
    expect(await routing('Happ/3.1')).toBe('happ://routing/off')
    expect(await routing('v2raytun/android')).toBe(xray)
  }
  const before = await get('/sub/ann-sub')
  await set({ subRoutingRules: '' })
  const after = await get('/sub/ann-sub', { 'if-none-match': before.headers.etag ?? '' })
  expect([after.status, after.headers.routing]).toEqual([200, undefined])
  await set({ subV2raytunRules: '' })
})

it('apps that show no usage get an entry that says it; an ended client gets nothing else', async () => {
  await set({ subInfoNodeEnable: true, subShowInfo: false })
  for (let n = 0; n < 3; n++) {
    expect(names((await get('/sub/ann-sub', { 'user-agent': 'v2rayNG/2.3' })).body)[0]).toBe('📊 1.00GB ⏳ ∞')
    expect(names((await get('/sub/ann-sub', { 'user-agent': 'Happ/3.1' })).body)).toHaveLength(1)
  }
  await me.post(`${clients}/update/ann`, { email: 'ann', enable: false })
  expect(names((await get('/sub/ann-sub', { 'user-agent': 'v2rayNG/2.3' })).body)).toEqual([
    '⛔️ 📊 1.00GB ⏳ ∞',
  ])
  expect((await get('/sub/ann-sub', { 'user-agent': 'Happ/3.1' })).body).toBe('')
  await me.post(`${clients}/update/ann`, { email: 'ann', enable: true })
  await set({ subInfoNodeEnable: false })
})

it('a refused device gets an entry instead of its servers, if the operator says so', async () => {
  await get('/sub/ann-sub', { 'x-hwid': 'the first one' })
  await set({ subHwidEntry: true, subHwidText: 'Too many\nAsk us' })
  for (const path of ['/sub/ann-sub', '/clash/ann-sub']) {
    const { status, headers, body } = await get(path, { 'x-hwid': 'the second one' })
    expect([status, headers['x-hwid-limit'], headers['x-hwid-max-devices-reached']]).toEqual([
      200,
      'true',
      'true',
    ])
    expect(path === '/sub/ann-sub' ? names(body).join() : body).toMatch(/Too many.*Ask us/s)
    expect(body).not.toContain('31201')
  }
  await set({ subHwidEntry: false, subHwidText: '' })
})

it('a subscription answers under several names, and its page shows them', async () => {
  await set({ subDomain: 'a.example', subMoreDomains: 'b.example', subMoveTo: 'c.example' })
  const at = (host: string, more = {}) => get('/sub/ann-sub', { host, ...more })
  for (const host of ['a.example', 'b.example', 'c.example:2096']) expect((await at(host)).status).toBe(200)
  expect((await at('d.example')).status).toBe(403)
  expect((await at('a.example')).headers).toMatchObject({
    'fallback-url': 'http://b.example/sub/ann-sub',
    'new-sub-domain': 'c.example',
    'flclashx-newdomain': 'c.example',
  })
  expect((await at('a.example', { accept: 'text/html' })).body).toContain('http://b.example/sub/ann-sub')
  await set({ subDomain: '', subMoreDomains: '', subMoveTo: '' })
  expect(await me.post('/panel/setting/update', { subMoreDomains: 'a b' })).toMatchObject({
    success: false,
    code: 'setting.hosts',
  })
})
