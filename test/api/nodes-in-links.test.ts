import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClientPage } from '#contract/client-bodies.ts'
import type { Node, NodeNeed, NodeTrend } from '#contract/node.ts'
import { hostOf } from '#test/far-node.ts'
import { createFakeNode } from '#test/fixtures/fake-node.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// What subscriptions list of nodes, which clients are on them, and what Home is told about them.

const minute = 60_000
const names = ['ams', 'ber', 'cph'] as const
type Name = (typeof names)[number]
const fakes = { ams: createFakeNode('ams'), ber: createFakeNode('ber'), cph: createFakeNode('cph') }
const domainOf = (name: Name) => `${name}.example.com`
const net = createNodeNet(Object.fromEntries(names.map((name) => [domainOf(name), hostOf(fakes[name])])))
const nodes: Record<string, number> = {}
const placed: Record<string, number> = {}
let t: ServedPanel
let me: Visitor
let get: Subscriber

const beat = async () => {
  await Promise.all(await t.panel.fleet.workers.wakeAll())
  for (const job of t.panel.fleet.jobs) await job.run(new AbortController().signal)
  await Promise.all(await t.panel.fleet.workers.wakeAll())
}
/** The clock moves, everybody is asked, and what that means for subscriptions is decided. */
const later = async (minutes: number) => {
  t.advance(minutes * minute)
  await beat()
  await beat()
}
const save = async (settings: object) =>
  expect(await me.post('/panel/setting/update', settings)).toMatchObject({ success: true })
const linked = async () =>
  linksIn((await get('/sub/zoe-sub')).body).map((link) => /@([a-z]+)\./.exec(link)?.[1] ?? link)

beforeAll(async () => {
  t = await servedPanel({}, { egress: net.egress })
  me = await t.login()
  get = subscriberOf(t.subPort)
  await save({ publicHost: 'here.example.com', subJsonEnable: true, subSingboxEnable: true })
  for (const name of names) {
    const body = { name, address: domainOf(name), port: 443, apiToken: 't' }
    nodes[name] = (await me.post<Node>('/panel/api/nodes/add', body)).obj.id
  }
  placed.here = (await addInbound(me, { remark: 'here', listen: '' })).id
  for (const name of names)
    placed[name] = (await addInbound(me, { remark: name, listen: '', nodeId: nodes[name] })).id
  await addClient(me, { email: 'zoe', subId: 'zoe-sub' }, Object.values(placed))
  await addClient(me, { email: 'far', subId: 'far-sub' }, [placed.ber ?? 0])
  await addClient(me, { email: 'near', subId: 'near-sub' }, [placed.here ?? 0])
  await later(0)
})
afterAll(() => t.stop())

it("every format has the node's address, and the operator's order", async () => {
  expect(await linked()).toEqual(['here', 'ams', 'ber', 'cph'])
  for (const path of ['/json/zoe-sub', '/clash/zoe-sub', '/singbox/zoe-sub', '/sub/zoe-sub?html=1']) {
    const { status, body } = await get(path)
    expect([path, status]).toEqual([path, 200])
    for (const name of names) expect(body).toContain(domainOf(name))
  }
  await me.post(`/panel/api/inbounds/${placed.cph}/subSortIndex`, { subSortIndex: 1 })
  await me.post(`/panel/api/inbounds/${placed.here}/subSortIndex`, { subSortIndex: 3 })
  for (const name of ['ams', 'ber'])
    await me.post(`/panel/api/inbounds/${placed[name]}/subSortIndex`, { subSortIndex: 2 })
  expect(await linked()).toEqual(['cph', 'ams', 'ber', 'here'])
  for (const id of Object.values(placed))
    await me.post(`/panel/api/inbounds/${id}/subSortIndex`, { subSortIndex: 1 })
})

it('a host of the operator stands for the address of the node', async () => {
  const host = { hosts: ['cdn.example.org'], inboundIds: [placed.ams], remark: 'cdn' }
  const { obj } = await me.post<{ groupId: string }[]>('/panel/api/hosts/add', host)
  expect(await linked()).toEqual(['here', 'cdn', 'ber', 'cph'])
  // A node counts all bytes of a client together: it cannot know by which address they came.
  const priced = { ...host, trafficMultiplier: 2 }
  expect(
    await me.post('/panel/api/hosts/add', { ...priced, inboundIds: [placed.here, placed.ams] }),
  ).toMatchObject({
    success: false,
    msg: expect.stringMatching(/ams runs on a node/),
  })
  expect(await me.post(`/panel/api/hosts/update/${obj[0]?.groupId}`, priced)).toMatchObject({
    success: false,
  })
  expect(await me.post(`/panel/api/hosts/del/${obj[0]?.groupId}`)).toMatchObject({ success: true })
})

it('a node that is down is left out after the minutes of the setting, and comes back', async () => {
  expect(await linked()).toEqual(['here', 'ams', 'ber', 'cph'])
  net.down.add(domainOf('ber'))
  await later(30)
  expect(await linked()).toEqual(['here', 'ams', 'ber', 'cph']) // the default never leaves anything out
  await save({ subNodeDownMinutes: 60 })
  await later(1)
  expect(await linked()).toHaveLength(4)
  await later(30)
  expect(await linked()).toEqual(['here', 'ams', 'cph'])
  expect((await me.get<string[]>(`${clients}/subLinks/zoe-sub`)).obj.join()).not.toContain('ber.example.com')
  const copied = (await me.get<string[]>(`${clients}/links/zoe`)).obj
  expect(copied.join()).toContain('ber.example.com') // the operator can copy any of them
  expect(linksIn((await get('/sub/far-sub')).body).join()).toContain('ber.example.com') // all that it has
  for (const name of names) net.down.add(domainOf(name))
  await me.post(`/panel/api/inbounds/setEnable/${placed.here}`, { enable: false })
  await later(90)
  expect(await linked()).toEqual(['ams', 'ber', 'cph']) // nothing else is left
  await me.post(`/panel/api/inbounds/setEnable/${placed.here}`, { enable: true })
  expect(await linked()).toEqual(['here'])
  net.down.clear()
  await later(0)
  expect(await linked()).toEqual(['here', 'ams', 'ber', 'cph'])
  await save({ subNodeDownMinutes: 0 })
})

it('the least loaded node comes first once it was ahead for a while', async () => {
  const crowd = async (name: Name, count: number) => {
    fakes[name].online.clear()
    for (let i = 0; i < count; i++) fakes[name].online.add(`guest${i}`)
  }
  const guests = Array.from({ length: 8 }, (_, i) => ({
    client: { email: `guest${i}`, subId: `guest${i}-sub` },
    inboundIds: names.map((name) => placed[name]),
  }))
  expect(await me.post(`${clients}/bulkCreate`, guests)).toMatchObject({ success: true })
  await later(0)
  await crowd('ams', 8)
  await crowd('ber', 4)
  await later(0)
  expect(await linked()).toEqual(['here', 'ams', 'ber', 'cph'])
  await save({ subLeastLoadedFirst: true })
  await later(0)
  expect(await linked()).toEqual(['cph', 'ber', 'ams', 'here']) // no core runs here: nobody can connect
  await crowd('cph', 8)
  await later(4)
  await later(4)
  const before = await linked()
  expect(before).toEqual(['cph', 'ber', 'ams', 'here'])
  await later(2)
  expect(await linked()).toEqual(['ber', 'cph', 'ams', 'here'])
  await save({ subLeastLoadedFirst: false })
  expect(await linked()).toEqual(['here', 'ams', 'ber', 'cph'])
})

it('the list of clients can be narrowed to a node', async () => {
  const page = async (node: string, more = '') =>
    (await me.get<ClientPage>(`${clients}/list/paged?pageSize=50&node=${node}${more}`)).obj
  const emails = ({ items }: ClientPage) =>
    items.map(({ email }) => email).filter((e) => !e.startsWith('guest'))
  expect(emails(await page(String(nodes.ber)))).toEqual(['zoe', 'far'])
  expect(emails(await page('0'))).toEqual(['zoe', 'near'])
  expect(emails(await page(`0,${nodes.ber}`))).toEqual(['zoe', 'far', 'near'])
  expect(emails(await page(String(nodes.ber), '&search=fa'))).toEqual(['far'])
  expect((await page('999999')).filtered).toBe(0)
  expect((await page('')).filtered).toBe((await page('x')).total)
})

it('says what about a node needs its operator, and how fast it answered', async () => {
  const needs = async () => (await me.get<NodeNeed[]>('/panel/api/nodes/needs')).obj
  expect(await needs()).toEqual([])
  net.down.add(domainOf('ams'))
  net.hosts[domainOf('cph')] = hostOf(fakes.ber)
  await later(0)
  const found = await needs()
  expect(found.map(({ id, coded, reasonCoded }) => [id, coded.code, reasonCoded?.code])).toEqual([
    [nodes.ams, 'node-need.offline', 'egress.unreachable'],
    [nodes.cph, 'node-need.same-panel', 'node.same-as-another'],
  ])
  expect(found[0]).toMatchObject({ name: 'ams', text: 'Node ams is offline.' })
  expect(found[0]?.since).toBeGreaterThan(0)
  net.hosts[domainOf('cph')] = hostOf(fakes.cph)
  net.down.clear()
  await later(0)
  expect(await needs()).toEqual([])
  await t.panel.db.write((tx) =>
    tx
      .updateTable('inbounds')
      .set({ up: 5, down: 7 })
      .where('id', '=', placed.ber ?? 0)
      .execute(),
  )
  const list = (await me.get<Node[]>('/panel/api/nodes/list')).obj
  expect(list.map(({ trafficUp, trafficDown }) => [trafficUp, trafficDown])).toEqual([
    [0, 0],
    [5, 7],
    [0, 0],
  ])
  const trends = (await me.get<NodeTrend[]>('/panel/api/nodes/trends')).obj
  expect(trends.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(names.map((name) => nodes[name]))
  expect(trends[0]?.latency.at(-1)?.v).toBeGreaterThan(0)
})

it('a change that a node refuses is said with its reason', async () => {
  const form = new URLSearchParams({ port: '40123', tag: 'own', protocol: 'vless', enable: 'true' })
  const { id } = fakes.ber.call('inbounds/add', form.toString()).obj as { id: number } // as 3x-ui answers
  fakes.ber.call('clients/add', JSON.stringify({ client: { email: 'own', subId: 'x' }, inboundIds: [id] }))
  await addClient(me, { email: 'own', subId: 'own-sub' }, [placed.ber ?? 0])
  await later(0)
  const found = (await me.get<NodeNeed[]>('/panel/api/nodes/needs')).obj
  expect(found.map(({ id, coded, reasonCoded }) => [id, coded, reasonCoded?.code])).toEqual([
    [nodes.ber, { code: 'node-need.refused', params: { name: 'ber', count: 1 } }, 'fleet.client-foreign'],
  ])
})
