import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClientCost, ServerCost } from '#contract/caps-api.ts'
import type { Node } from '#contract/node.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'

// What servers cost, per client and by client.

const caps = '/panel/api/caps'
let t: MeteredPanel
let me: Visitor
let node: Node

beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
  const settings = (await me.post<object>('/panel/api/setting/all')).obj
  await me.post('/panel/api/setting/update', { ...settings, timeLocation: 'Europe/Berlin', currency: 'EUR' })
  t.pass(Date.parse('2026-12-05T12:00Z') - t.now())
  me = await t.login() // the session ended meanwhile
  const body = { name: 'far', address: '203.0.113.9', port: 2053, apiToken: 't', enable: false }
  node = (await me.post<Node>('/panel/api/nodes/add', body)).obj
  const here = await addInbound(me, { remark: 'here' })
  const far = await addInbound(me, { remark: 'far', nodeId: node.id, multiplier: 2 })
  await addClient(me, { email: 'ann', subId: 'ann' }, [here.id, far.id])
  await addClient(me, { email: 'bob', subId: 'bob' }, [here.id])
  await addClient(me, { email: 'cy', subId: 'cy' }, [far.id])
})
afterAll(() => t.stop())

const save = async (place: string, terms: object) =>
  expect(await me.post(`${caps}/${place}`, terms)).toMatchObject({ success: true })
async function move(email: string, up: number, down = 0) {
  t.fake.move('user', email, up, down)
  await t.tick()
}
/** As a node counts: its clients, and under its own name. */
async function moveFar(email: string, up: number) {
  const { db, traffic, history } = t.panel
  await db.write(async (tx) => {
    const deltas = [{ kind: 'client' as const, name: email, up, down: 0 }]
    await traffic.add(tx, deltas)
    await traffic.placed(tx, node.id, deltas, t.now())
    await history.record(tx, [{ kind: 'node', name: String(node.id), up, down: 0 }], t.now())
  })
}
const costs = async (query = 'range=month') =>
  (await me.get<{ currency: string; items: ServerCost[] }>(`${caps}/costs?${query}`)).obj
const byClient = async (query = '') =>
  (
    await me.get<{ items: ClientCost[]; count: number; total: { bytes: number; cost: number } }>(
      `${caps}/clientCosts?range=today${query}`,
    )
  ).obj

it('are nothing while none is noted', async () => {
  expect((await costs()).items.map(({ cost, perClient }) => [cost, perClient])).toEqual([
    [0, null],
    [0, null],
  ])
  expect(await byClient()).toMatchObject({ items: [], count: 0 })
  expect(await me.get(`${caps}/clientCosts?server=0`)).toMatchObject({ success: false })
})

it('are split by the bytes that each client moved there since they are noted', async () => {
  await save('server/0', { costMonth: 31 })
  await save(`node/${node.id}`, { costTb: 1_000_000 })
  await move('ann', 300)
  await move('bob', 50, 50)
  await moveFar('cy', 1_000_000)
  await moveFar('ann', 1_000_000)
  const { currency, items } = await costs('range=today')
  expect(currency).toBe('EUR')
  expect(items).toMatchObject([
    { id: node.id, name: 'far', bytes: 2_000_000, cost: 2, clients: 2, perClient: 1 },
    { id: 0, bytes: 400, cost: 1, clients: 2, perClient: 0.5, countedBytes: 400 },
  ])
  const all = await byClient()
  expect(all.items.map(({ email }) => email)).toEqual(['ann', 'cy', 'bob'])
  expect(all.items.map(({ cost }) => cost)).toEqual([1.75, 1, 0.25].map((n) => expect.closeTo(n)))
  expect(all).toMatchObject({ count: 3, total: { bytes: 2_000_400, cost: expect.closeTo(3) } })
  const here = await byClient('&server=0&pageSize=1')
  expect(here).toMatchObject({ items: [{ email: 'ann', bytes: 300 }], count: 2 })
})

it('follow a client that is renamed, and keep the bytes of one that is deleted', async () => {
  const { id: _, ...bob } = { id: 0, email: 'rob', subId: 'bob' }
  await me.post('/panel/api/clients/update/bob', bob)
  await me.post('/panel/api/clients/del/cy')
  const { items, total } = await byClient()
  expect(items.map(({ email }) => email)).toEqual(['ann', '', 'rob'])
  expect(total.cost).toBeCloseTo(3)
})

it('stop being counted by client when none is noted any more', async () => {
  await save('server/0', {})
  await move('ann', 1_000)
  const rows = await t.panel.db.read.selectFrom('place_days').selectAll().where('place', '=', 0).execute()
  expect(rows.reduce((sum, { up, down }) => sum + up + down, 0)).toBe(400)
})
