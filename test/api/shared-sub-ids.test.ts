import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { addClient, addInbound, clients, recordOf } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// A 3x-ui database has a client per inbound and one subscription id per person.
const day = 86_400_000
const [early, late] = [Date.now() + 5 * day, Date.now() + 50 * day]
let t: ServedPanel
let me: Visitor
let get: Subscriber
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  await me.post('/panel/setting/update', { subJsonEnable: true, subClashEnable: true, subShowInfo: false })
  const [vless, other] = [
    await addInbound(me, { remark: 'one' }),
    await addInbound(me, { protocol: 'shadowsocks', settings: { method: 'aes-256-gcm' } }),
  ]
  await addClient(me, { email: 'ann-1', totalGB: 1_000, expiryTime: late }, [vless.id])
  await addClient(me, { email: 'ann-2', totalGB: 500, expiryTime: early }, [other.id])
  await addClient(me, { email: 'ann-3', totalGB: 250, expiryTime: 0 }, [vless.id])
  await addClient(me, { email: 'loose' }, [vless.id])
  await me.post(`${clients}/loose/detach`, { inboundIds: [vless.id] })
  await t.panel.db.write((tx) => tx.updateTable('clients').set({ sub_id: 'person' }).execute())
  for (const [email, up] of [
    ['ann-1', 100],
    ['ann-2', 20],
    ['ann-3', 3],
  ] as const)
    await me.post(`${clients}/updateTraffic/${email}`, { upload: up, download: up })
  get = subscriberOf(t.subPort)
})
afterAll(() => t.stop())

const info = (total: number, expire = early) =>
  `upload=123; download=123; total=${total}; expire=${Math.floor(expire / 1_000)}`

it('a subscription returns all of them, in every format', async () => {
  const raw = await get('/sub/person')
  expect(raw.headers['subscription-userinfo']).toBe(info(1_750))
  const links = linksIn(raw.body)
  expect(links.map((link) => link.split(':')[0])).toEqual(['vless', 'ss', 'vless'])
  const names = links.map((link) => link.split('#')[1])
  expect(new Set(names).size).toBe(3)
  expect((await me.get<string[]>(`${clients}/subLinks/person`)).obj).toHaveLength(3)
  const json = await get('/json/person')
  expect(json.headers['subscription-userinfo']).toBe(info(1_750))
  expect(JSON.parse(json.body)).toHaveLength(3)
  const clash: { proxies: unknown[] } = parseYaml((await get('/clash/person')).body)
  expect(clash.proxies).toHaveLength(3)
  const page = await get('/sub/person', { accept: 'text/html' })
  expect(page.body).toContain('ann-1, ann-2, ann-3')
})

it('a fetch is recorded for each of them', async () => {
  await t.panel.subscriptions.flush()
  for (const email of ['ann-1', 'ann-2', 'ann-3'])
    expect(
      (await me.get<{ lastSubFetch: number }>(`${clients}/traffic/${email}`)).obj.lastSubFetch,
    ).toBeGreaterThan(0)
})

it('a disabled one is left out of the links but counted in the sums', async () => {
  const first = await get('/sub/person')
  await get('/sub/person')
  await me.post(`${clients}/update/ann-1`, { enable: false })
  const next = await get('/sub/person', { 'if-none-match': first.headers.etag ?? '' })
  expect(next.status).toBe(200)
  expect(linksIn(next.body)).toHaveLength(2)
  expect(next.headers['subscription-userinfo']).toBe(info(1_750))
  expect((await get('/sub/person', { 'if-none-match': next.headers.etag ?? '' })).status).toBe(304)
  await me.post(`${clients}/update/ann-3`, { totalGB: 0 })
  expect((await get('/sub/person')).headers['subscription-userinfo']).toBe(info(0))
  await me.post(`${clients}/bulkDisable`, { emails: ['ann-2', 'ann-3'] })
  const none = await get('/sub/person')
  expect([none.status, linksIn(none.body)]).toEqual([200, []])
})

it('each of them can be edited, and a new client cannot take the id', async () => {
  expect(await me.post(`${clients}/update/ann-2`, { subId: 'person', comment: 'x' })).toMatchObject({
    success: true,
  })
  expect(await recordOf(me, 'ann-2')).toMatchObject({ subId: 'person', comment: 'x' })
  const vless = await addInbound(me)
  const added = await me.post(`${clients}/add`, {
    client: { email: 'new', subId: 'person' },
    inboundIds: [vless.id],
  })
  expect(added).toMatchObject({ success: false, msg: 'subId already in use: person. Choose another one.' })
  await addClient(me, { email: 'other' }, [vless.id])
  expect(await me.post(`${clients}/update/other`, { subId: 'person' })).toMatchObject({ success: false })
})
