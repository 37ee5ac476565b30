import { afterAll, beforeAll, expect, it } from 'vitest'
import { Node } from '#contract/node.ts'
import { hostOf } from '#test/far-node.ts'
import { createFakeNode } from '#test/fixtures/fake-node.ts'
import { createNodeNet, type Host } from '#test/fixtures/node-net.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const root = '/panel/api/nodes'
const twin = createFakeNode('one')
const two = createFakeNode('two')
const net = createNodeNet({
  'one.example.com': hostOf(createFakeNode('one')),
  'two.example.com': hostOf(two),
})
let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel({}, { egress: net.egress })
  me = await t.login()
})
afterAll(() => t.stop())

const beat = async () => {
  for (const job of t.panel.fleet.jobs) await job.run(new AbortController().signal)
}
const list = async () => (await me.get<Node[]>(`${root}/list`)).obj
const add = async (name: string) =>
  (await me.post<Node>(`${root}/add`, { name, address: `${name}.example.com`, port: 443, apiToken: 't' })).obj
const writes = async () =>
  (await t.panel.db.version()) + (await t.panel.db.read.selectFrom('nodes').selectAll().execute()).length

it('the jobs do nothing without nodes', async () => {
  const before = await writes()
  await beat()
  expect([await writes(), net.calls()]).toEqual([before, 0])
})

it('a node that goes away and comes back is seen by the job, with what published clients need', async () => {
  await add('one')
  const two = await add('two')
  net.down.add('two.example.com')
  await beat()
  expect((await list()).map(({ name, status }) => [name, status])).toEqual([
    ['one', 'online'],
    ['two', 'offline'],
  ])
  const away = (await list())[1]
  expect(away).toMatchObject({
    lastErrorCoded: { code: 'egress.unreachable' },
    panelVersion: '3.6.0',
    guid: 'two',
  })
  expect(away?.lastHeartbeat).toBe(two.lastHeartbeat)
  net.down.clear()
  await beat()
  expect((await list())[1]).toMatchObject({ status: 'online', lastError: '' })
  for (const node of await list()) expect(Node.strict().safeParse(node).success).toBe(true)
  const told = await t.panel.db.read.selectFrom('alerts').select(['kind', 'params']).orderBy('id').execute()
  expect(told.map(({ kind, params }) => [kind, JSON.parse(params).node])).toEqual([
    ['node.down', 'two'],
    ['node.up', 'two'],
  ])
  const stored = await t.panel.db.read.selectFrom('nodes').select(['status', 'guid']).orderBy('id').execute()
  expect(stored).toEqual([
    { status: 'online', guid: 'one' },
    { status: 'online', guid: 'two' },
  ])
})

it('a beat that says nothing new is not stored', async () => {
  await beat()
  const before = await writes()
  await beat()
  expect(await writes()).toBe(before)
})

it('panels below the nodes are listed with the panel above each, once, and asked for now and then', async () => {
  const leaf = { guid: 'leaf', parentGuid: 'two', name: 'leaf', address: 'l.example.com', status: 'online' }
  const odd = [{ ...leaf, guid: '' }, null, { ...leaf, guid: 'far', status: 7, name: 5 }]
  const below: Host = async (path, options) => {
    if (!path.endsWith('server/descendants')) return hostOf(two)(path, options)
    return {
      status: 200,
      text: JSON.stringify({ success: true, obj: [leaf, leaf, ...odd, { guid: 'one' }] }),
    }
  }
  net.hosts['two.example.com'] = below
  t.advance(600_000)
  await beat()
  const rows = await list()
  const own = t.panel.settings.current().panelGuid
  expect(rows.map(({ guid, parentGuid, transitive }) => [guid, parentGuid, transitive])).toEqual([
    ['one', own, false],
    ['two', own, false],
    ['leaf', 'two', true],
    ['far', 'two', true],
  ])
  expect(rows.slice(2).map(({ id, status }) => [id, status])).toEqual([
    [-1, 'online'],
    [-2, 'unknown'],
  ])
  for (const row of rows) expect(Node.strict().safeParse(row).success).toBe(true)
  expect((await me.get('/panel/api/server/descendants')).obj).toMatchObject([
    { guid: 'one', parentGuid: own, name: 'one' },
    { guid: 'two', parentGuid: own },
    leaf,
    { guid: 'far', parentGuid: 'two', name: '', status: 'unknown' },
  ])
  const before = net.calls()
  await beat()
  expect(net.calls() - before).toBe(2) // a status each
  net.hosts['two.example.com'] = hostOf(two)
  t.advance(600_000)
  await beat()
  expect(await list()).toHaveLength(2)
})

it('addresses of our clients that a node reports are listed by panel, and strangers are left out', async () => {
  const [, second] = await list()
  const settings = { clients: [{ email: 'ann' }], decryption: 'none' }
  const inbound = { protocol: 'vless', port: 40_998, nodeId: second?.id, settings }
  const made = await me.post<{ id: number }>('/panel/api/inbounds/add', inbound)
  await Promise.all(await t.panel.fleet.workers.wakeAll())
  two.online.add('ann').add('stranger')
  const seconds = Math.floor(Date.now() / 1_000)
  const seen = [{ ip: '203.0.113.5', timestamp: seconds }]
  net.hosts['two.example.com'] = async (path, options) =>
    path.endsWith('clients/clientIpsByGuid')
      ? { status: 200, text: JSON.stringify({ success: true, obj: { two: { ann: seen, stranger: seen } } }) }
      : hostOf(two)(path, options)
  await Promise.all(await t.panel.fleet.workers.wakeAll())
  await beat()
  const own = t.panel.settings.current().panelGuid
  const byPanel = async () => (await me.post('/panel/api/clients/clientIpsByGuid')).obj
  expect(await byPanel()).toEqual({ [own]: {}, two: { ann: seen } })
  expect((await me.post<string[]>('/panel/api/clients/ips/ann')).obj).toEqual([
    expect.stringContaining('203.0.113.5'),
  ])
  expect((await me.post('/panel/api/clients/onlinesByGuid')).obj).toEqual({
    [own]: [],
    one: [],
    two: ['ann'],
  })
  two.online.clear()
  net.hosts['two.example.com'] = hostOf(two)
  await me.post(`/panel/api/inbounds/del/${made.obj.id}`)
  await me.post('/panel/api/clients/del/ann')
  await Promise.all(await t.panel.fleet.workers.wakeAll())
})

it('a node that turns out to be another one is left alone, and says which', async () => {
  const [first, second] = await list()
  net.hosts['two.example.com'] = hostOf(twin)
  await beat()
  expect((await list())[1]).toMatchObject({
    status: 'offline',
    lastErrorCoded: { code: 'node.same-as-another', params: { name: 'one' } },
  })
  const inbound = { protocol: 'vless', port: 40_999, nodeId: second?.id, settings: { decryption: 'none' } }
  const made = await me.post<{ id: number }>('/panel/api/inbounds/add', inbound)
  await Promise.all(await t.panel.fleet.workers.wakeAll())
  expect([twin.inbounds.size, (await list())[1]?.behind]).toEqual([0, 1])
  expect((await list())[1]?.behindReasonCoded?.code).toBe('node.same-as-another')
  expect(first?.status).toBe('online')
  await me.post(`${root}/setEnable/${second?.id}`, { enable: false })
  expect((await list())[1]?.behindReasonCoded?.code).toBe('fleet.node-disabled')
  await me.post(`/panel/api/inbounds/del/${made.obj.id}`)
})
