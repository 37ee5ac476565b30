import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Node } from '#contract/node.ts'
import { freePort } from '#test/free-port.ts'
import { addClient, addInbound, clients, inbounds, type ListedInbound } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { type Subscriber, subscriberOf } from '#test/subscriber.ts'

// What a person's page says about each server.

const GB = 2 ** 30

let t: MeteredPanel
let me: Visitor
let get: Subscriber
let dear: ListedInbound
let plain: ListedInbound
let node: Node

const page = async (id: string) => (await get(`/sub/${id}`, { accept: 'text/html' })).body
/** The table of servers, as text. */
async function rowsOf(id: string): Promise<string[]> {
  const [, table = ''] =
    /<h2>Used per server in this period<\/h2><table>(.*?)<\/table>/.exec(await page(id)) ?? []
  return table
    .split('</tr>')
    .map((row) => row.replace('</td><td>', ': ').replace(/<[^>]*>/g, ''))
    .filter(Boolean)
}

beforeAll(async () => {
  const [port, subPort] = [await freePort(), await freePort()]
  t = await meteredPanel({}, [], { SLUICE_PORT: String(port), SLUICE_SUB_PORT: String(subPort) })
  await t.panel.start()
  get = subscriberOf(subPort)
  me = await t.login()
  const body = { name: 'internal-7', address: '203.0.113.9', port: 2053, apiToken: 't', enable: false }
  node = (await me.post<Node>('/panel/api/nodes/add', body)).obj
  dear = await addInbound(me, { remark: 'Premium' })
  plain = await addInbound(me, { remark: 'Basic' })
  const far = [
    await addInbound(me, { remark: 'Berlin 1', nodeId: node.id }),
    await addInbound(me, { remark: 'Berlin 2', nodeId: node.id }),
  ]
  const all = [dear, plain, ...far].map(({ id }) => id)
  await addClient(me, { email: 'ann', subId: 'ann' }, all)
  await addClient(me, { email: 'bob', subId: 'bob' }, [plain.id])
  await addClient(me, { email: 'former', subId: 'former' }, [dear.id, plain.id])
})
afterAll(() => t.stop())

it('says nothing where nothing is counted apart', async () => {
  t.fake.move('user', 'bob', GB, 0)
  await t.tick()
  expect(await page('bob')).toContain('1 GB')
  expect(await rowsOf('bob')).toEqual([])
})

it('says what was used by the names of the subscription, and as what it counts', async () => {
  await me.post(`${inbounds}/update/${dear.id}`, { trafficMultiplier: 2 })
  t.fake.move('user', `@${dear.id}/ann`, GB, GB)
  t.fake.move('user', 'ann', GB / 2, GB / 2)
  t.fake.move('user', `@${dear.id}/former`, GB, 0)
  await t.tick()
  const of = await t.panel.db.read
    .selectFrom('client_inbound_pending')
    .select('day')
    .executeTakeFirstOrThrow()
  await t.panel.db.write(async (tx) => {
    const bytes = JSON.stringify([['ann', -node.id, GB / 4, 0, 0]])
    await tx
      .insertInto('client_inbound_pending')
      .values({ ...of, bytes })
      .execute()
  })
  await me.get('/panel/api/usage/client/ann') // adds what is pending
  expect(await rowsOf('ann')).toEqual([
    'Premium-ann: 2 GB, counts as 4 GB',
    'Berlin 1-ann, Berlin 2-ann: 256 MB, does not count',
    'Everything else: 1 GB',
  ])
  const body = await page('ann')
  for (const hidden of ['internal-7', dear.tag]) expect(body).not.toContain(hidden)
})

it('leaves out an inbound that is no longer theirs', async () => {
  expect(await rowsOf('former')).toEqual(['Premium-former: 1 GB, counts as 2 GB'])
  await me.post(`${clients}/former/detach`, { inboundIds: [dear.id] })
  expect(await rowsOf('former')).toEqual([])
})

it('begins anew with the counters', async () => {
  await me.post(`${clients}/resetTraffic/ann`)
  expect(await rowsOf('ann')).toEqual([])
})
