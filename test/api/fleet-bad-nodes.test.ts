import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Node } from '#contract/node.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { createFakeNode, type FakeNode } from '#test/fixtures/fake-node.ts'
import { createWorld, type Site, startSite } from '#test/fixtures/loopback-net.ts'
import { type Answer, panelLike, say } from '#test/fixtures/panel-like.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// Nodes that worked and then turn bad, each in its own way, beside one that is well. Each says what is wrong with it,
// gets what it missed once it is well again, and delays nobody.

const root = '/panel/api/nodes'
const own = 'own'
const open = new Set<ServerResponse>()

/** What the status of a panel looks like with another id. */
const withGuid =
  (guid: () => string): Answer =>
  (req, res) =>
    req.url?.endsWith('server/status') ? panelLike({ panelGuid: guid() })(req, res) : res.destroy()

const bad: Record<string, { answer: Answer; code: string }> = {
  html: { answer: (_, res) => res.end('<!doctype html><title>hello</title>'), code: 'node.not-a-panel' },
  slow: {
    answer(_, res) {
      open.add(res.writeHead(200))
      const drip = setInterval(() => res.write(' '), 50)
      res.on('close', () => clearInterval(drip))
    },
    code: 'egress.too-slow',
  },
  huge: {
    answer(_, res) {
      const piece = Buffer.alloc(1024 * 1024, '1')
      let left = 100
      const more = () => {
        while (left-- > 0) if (!res.write(piece)) return void res.once('drain', more)
        res.end()
      }
      more()
    },
    code: 'egress.answer-too-large',
  },
  away: {
    answer: (req, res) => res.writeHead(302, { location: `http://127.0.0.1:8080${req.url}` }).end(),
    code: 'egress.not-public-literal-redirect',
  },
  twin: { answer: withGuid(() => 'well'), code: 'node.same-as-another' },
  self: { answer: withGuid(() => ids[own] ?? ''), code: 'node.is-this-panel' },
}
const names = ['well', 'above', ...Object.keys(bad)]

const ids: Record<string, string> = {}
const fakes = new Map(names.map((name) => [name, createFakeNode(name)]))
/** What answers in place of the node, while it is bad. */
const instead = new Map<string, Answer>()
const loopback: string[] = []
const nodeIds = new Map<string, number>()
let site: Site
let t: TestPanel
let me: Visitor

const fake = (name: string): FakeNode => fakes.get(name) as FakeNode // made above

async function serve(node: FakeNode, path: string, req: Parameters<Answer>[0], res: ServerResponse) {
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify(node.call(path, await text(req))))
}

beforeAll(async () => {
  site = await startSite((req, res) => {
    const name = (req.headers.host ?? '').split('.')[0] ?? ''
    const node = fakes.get(name)
    if (!node) loopback.push(`${req.headers.host}${req.url}`)
    const answer = instead.get(name)
    if (answer) answer(req, res)
    else if (node) void serve(node, (req.url ?? '').replace('/panel/api/', ''), req, res)
    else res.destroy()
  })
  const world = createWorld(
    Object.fromEntries(names.map((name) => [`${name}.example.com`, [['198.51.99.7']]])),
    () => site.port,
  )
  t = await testPanel({}, { egress: createEgress({ lookup: world.lookup, dial: world.dial }) })
  me = await t.login()
  ids[own] = t.panel.settings.current().panelGuid
  for (const [i, name] of names.entries()) {
    const body = { name, scheme: 'http', address: `${name}.example.com`, port: 8080, apiToken: 'good' }
    const { id } = await done<Node>(`${root}/add`, body)
    nodeIds.set(name, id)
    const settings = { clients: [{ email: `of-${name}` }], decryption: 'none' }
    await done('/panel/api/inbounds/add', { protocol: 'vless', port: 41_100 + i, nodeId: id, settings })
  }
  await round()
  expect((await list()).map(({ name, status, behind }) => [name, status, behind])).toEqual(
    names.map((name) => [name, 'online', 0]),
  )
})
afterAll(async () => {
  for (const res of open) res.destroy()
  await t.stop()
  await site.stop()
})

async function done<T>(path: string, body?: object): Promise<T> {
  const reply = await me.post<T>(path, body)
  expect([path, reply.success, reply.success || reply.msg]).toEqual([path, true, true])
  return reply.obj
}
const list = async () => (await me.get<Node[]>(`${root}/list`)).obj
const node = async (name: string) => (await list()).find((row) => row.name === name)
const idOf = (name: string) => nodeIds.get(name) ?? 0

const run = (name: string) =>
  t.panel.fleet.jobs.find((job) => job.name === name)?.run(new AbortController().signal)
const beat = () => Promise.all([run('nodes'), run('nodes-away')])
async function round(): Promise<void> {
  await beat()
  await Promise.all(await t.panel.fleet.workers.wakeAll())
  await t.panel.traffic.tick()
}

it('each bad node says what is wrong with it; edits are stored, and the node that is well gets them', async () => {
  for (const [name, { answer }] of Object.entries(bad)) instead.set(name, answer)
  instead.set('above', (req, res) => {
    if (req.url?.endsWith('server/descendants'))
      say(res, [{ guid: ids[own], parentGuid: 'above', name: 'us' }])
    else void serve(fake('above'), (req.url ?? '').replace('/panel/api/', ''), req, res)
  })
  t.advance(600_000) // panels below are asked for every ten minutes
  await run('nodes-below')
  await beat()
  for (const name of names)
    await done(`/panel/api/clients/update/of-${name}`, { email: `of-${name}`, limitIp: 7 })
  await t.panel.fleet.workers.wake(idOf('well'))
  expect(fake('well').clients.get('of-well')?.fields).toMatchObject({ limitIp: 7 })
  expect(await node('well')).toMatchObject({ status: 'online', behind: 0, lastError: '' })
  const codes = { ...Object.fromEntries(Object.entries(bad).map(([name, { code }]) => [name, code])) }
  for (const [name, code] of Object.entries({ ...codes, above: 'node.is-above' })) {
    const row = await node(name)
    expect([name, row?.status, row?.lastErrorCoded?.code, row?.behind]).toEqual([name, 'offline', code, 1])
    expect(row?.lastError).toMatch(/^[A-Z{0-9a-z].{20,}$/)
    expect([name, fake(name).clients.get(`of-${name}`)?.fields.limitIp]).toEqual([name, 0])
  }
  expect(loopback).toEqual([])
})

it('each gets what it missed once it is well again', async () => {
  instead.clear()
  for (const res of open) res.destroy()
  t.advance(600_000)
  await run('nodes-below')
  await round()
  for (const name of names) {
    expect(await node(name)).toMatchObject({ name, status: 'online', behind: 0, lastError: '' })
    expect(fake(name).clients.get(`of-${name}`)?.fields).toMatchObject({ limitIp: 7 })
    expect([name, fake(name).inbounds.size, fake(name).clients.size]).toEqual([name, 1, 1])
  }
})

it('a panel that has this one below itself is not taken as a node', async () => {
  instead.set('twin', (req, res) => {
    if (req.url?.endsWith('server/descendants')) say(res, [{ guid: ids[own] }])
    else panelLike({ panelGuid: 'another' })(req, res)
  })
  const body = { name: 'x', scheme: 'http', address: 'twin.example.com', port: 8080, apiToken: 'good' }
  expect(await me.post(`${root}/add`, body)).toMatchObject({ success: false, code: 'node.is-above' })
  instead.clear()
})

const traffic = async (name: string) => {
  const { obj } = await me.get<{ up: number; down: number }>(`/panel/api/clients/traffic/of-${name}`)
  return [obj.up, obj.down]
}
const said = async (name: string) => {
  const row = await node(name)
  return [row?.warningCoded?.code, row?.warningCoded?.params]
}
const counts = (name: string, up: number, down: number) =>
  Object.assign(fake(name).clients.get(`of-${name}`) ?? {}, { up, down })

it('a node that goes back to a backup is put right, and nothing that was counted is lost', async () => {
  counts('html', 100, 50)
  await round()
  const restore = fake('html').backup()
  await done('/panel/api/clients/update/of-html', { email: 'of-html', limitIp: 9 })
  counts('html', 500, 50)
  await round()
  expect(await traffic('html')).toEqual([500, 50])
  restore()
  await round()
  await round()
  expect(fake('html').clients.get('of-html')?.fields).toMatchObject({ limitIp: 9 })
  expect(await traffic('html')).toEqual([500, 50])
  expect(await said('html')).toEqual(['node.went-back', { count: 1 }])
  counts('html', 130, 50) // counting goes on from what it had
  await round()
  expect(await traffic('html')).toEqual([530, 50])
  t.advance(24 * 3_600_000)
  me = await t.login()
  expect(await said('html')).toEqual(['node.plain-http', {}])
})

it('a node that reports what no counter can hold, or clients that nobody attached, is told from one that counts', async () => {
  counts('slow', 10, 2 ** 60)
  await round()
  expect(await traffic('slow')).toEqual([0, 0])
  expect(await said('slow')).toEqual(['node.sums-unreadable', { count: 1 }])
  counts('slow', 10, 20)
  await round()
  expect(await traffic('slow')).toEqual([10, 20])

  const [inbound] = [...fake('huge').inbounds.keys()]
  const client = { email: 'stranger', subId: 's', id: 'x', enable: true, totalGB: 0 }
  fake('huge').call('clients/add', JSON.stringify({ client, inboundIds: [inbound] }))
  await round()
  expect(fake('huge').clients.get('stranger')?.on.size).toBe(0)
  expect(await said('huge')).toEqual(['node.strangers', { count: 1 }])
  const { obj } = await me.get<{ email: string }[]>('/panel/api/clients/list')
  expect(obj.map(({ email }) => email)).not.toContain('stranger')
})

it('two nodes that count one client in the same tick are both counted', async () => {
  const inboundIds = (await me.get<{ id: number; nodeId: number }[]>('/panel/api/inbounds/list')).obj
    .filter(({ nodeId }) => [idOf('well'), idOf('self')].includes(nodeId))
    .map(({ id }) => id)
  await done('/panel/api/clients/add', { client: { email: 'both' }, inboundIds })
  await round()
  for (const name of ['well', 'self']) Object.assign(fake(name).clients.get('both') ?? {}, { up: 5, down: 7 })
  await round()
  const { obj } = await me.get<{ up: number; down: number }>('/panel/api/clients/traffic/both')
  expect([obj.up, obj.down]).toEqual([10, 14])
})

it('bytes of a node with a multiplier count that often, a changed one from then on, and it is known where they were used', async () => {
  await done(`/panel/api/nodes/update/${idOf('well')}`, { trafficMultiplier: 2.5 })
  const refused = await me.post(`/panel/api/nodes/update/${idOf('well')}`, { trafficMultiplier: 200 })
  expect([refused.success, refused.msg]).toEqual([false, expect.stringMatching(/0 to 100/)])
  const move = async (up: number, down: number) => {
    for (const name of ['well', 'self']) {
      const client = fake(name).clients.get('both')
      if (client) Object.assign(client, { up: client.up + up, down: client.down + down })
    }
    await round()
    return (await me.get<{ up: number; down: number }>('/panel/api/clients/traffic/both')).obj
  }
  expect(await move(10, 3)).toMatchObject({ up: 10 + 25 + 10, down: 14 + 7 + 3 })
  // 3 x 2.5 left half a byte over.
  expect(await move(0, 1)).toMatchObject({ up: 45, down: 24 + 3 + 1 })
  await done(`/panel/api/nodes/update/${idOf('well')}`, { trafficMultiplier: 1 })
  expect(await move(1, 1)).toMatchObject({ up: 47, down: 30 })
  const { obj } = await me.get<{ items: object[]; others: number }>('/panel/api/usage/client/both')
  expect(obj).toEqual({
    items: [{ inboundId: 0, nodeId: idOf('well'), up: 10, down: 4, charged: 35 }],
    others: 47 + 30 - 35,
  })
})

it('a quota for a node closes what the client has there, and begins anew with its counters', async () => {
  const quotas = [{ on: 'node', nodeId: idOf('well'), bytes: 100, reset: 'client' }]
  await done('/panel/api/clients/resetTraffic/both')
  await round()
  await done('/panel/api/clients/update/both', { quotas })
  const move = async (bytes: number) => {
    for (const name of ['well', 'self']) {
      const client = fake(name).clients.get('both')
      if (client) client.down += bytes
    }
    await round()
    const { obj } = await me.get<{ used: number; spent: boolean }[]>('/panel/api/clients/quotas/both')
    return obj[0]
  }
  expect(await move(99)).toMatchObject({ used: 99, spent: false })
  expect(fake('well').clients.has('both')).toBe(true)
  expect(await move(1)).toMatchObject({ used: 100, spent: true })
  await round()
  expect([fake('well').clients.has('both'), fake('self').clients.has('both')]).toEqual([false, true])
  await done('/panel/api/clients/resetTraffic/both')
  await round()
  expect(fake('well').clients.has('both')).toBe(true)
  // The inbound there is meant by its id, and the node says one sum: it counts.
  const { obj } = await me.get<{ inboundIds: number[] }>('/panel/api/clients/get/both')
  const [first = 0] = obj.inboundIds
  await done('/panel/api/clients/update/both', {
    quotas: [{ on: 'inbound', inboundId: first, bytes: 50, reset: 'never' }],
  })
  expect(await move(50)).toMatchObject({ used: 50, spent: true })
})
