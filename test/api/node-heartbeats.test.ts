import { afterAll, beforeAll, expect, it } from 'vitest'
import { Node } from '#contract/node.ts'
import { hostOf } from '#test/far-node.ts'
import { createFakeNode } from '#test/fixtures/fake-node.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const root = '/panel/api/nodes'
const twin = createFakeNode('one')
const net = createNodeNet({
  'one.example.com': hostOf(createFakeNode('one')),
  'two.example.com': hostOf(createFakeNode('two')),
})
let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel({}, { egress: net.egress })
  me = await t.login()
})
afterAll(() => t.stop())

const beat = async () => {
  for (const job of t.panel.nodes.jobs) await job.run(new AbortController().signal)
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
  await Promise.all(await t.panel.nodes.fleet.wakeAll())
  expect([twin.inbounds.size, (await list())[1]?.behind]).toEqual([0, 1])
  expect((await list())[1]?.behindReasonCoded?.code).toBe('node.same-as-another')
  expect(first?.status).toBe('online')
  await me.post(`${root}/setEnable/${second?.id}`, { enable: false })
  expect((await list())[1]?.behindReasonCoded?.code).toBe('fleet.node-disabled')
  await me.post(`/panel/api/inbounds/del/${made.obj.id}`)
})
