import type { IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Node, ProbeResult } from '#contract/node.ts'
import type { FailedEnvelope } from '#contract/wire.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { createWorld, type Site, startSite } from '#test/fixtures/loopback-net.ts'
import { type Answer, panelLike, say } from '#test/fixtures/panel-like.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { expectRefusal } from '#test/refusal.ts'

/** Hosts of the test by name; each has its own loopback server. */
const hosts: Record<string, Answer> = {}
let site: Site
let t: TestPanel
let me: Visitor
const root = '/panel/api/nodes'
const asked: IncomingMessage[] = []

beforeAll(async () => {
  site = await startSite((req, res) => {
    asked.push(req)
    const answer = hosts[(req.headers.host ?? '').split(':')[0] ?? '']
    if (answer) answer(req, res)
    else res.socket?.destroy()
  })
  const names = Object.fromEntries(
    'a b html slow huge away self early'.split(' ').map((n) => [`${n}.example.com`, [['198.51.99.7']]]),
  )
  const world = createWorld(names, () => site.port)
  t = await testPanel({}, { egress: createEgress({ lookup: world.lookup, dial: world.dial }) })
  me = await t.login()
})
afterAll(async () => {
  await t.stop()
  await site.stop()
})
afterEach(async () => {
  for (const node of await list()) await me.post(`${root}/del/${node.id}`)
  for (const name of Object.keys(hosts)) delete hosts[name]
  asked.length = 0
})

const list = async () => (await me.get<Node[]>(`${root}/list`)).obj
const node = (name: string, over: object = {}) => ({
  name,
  scheme: 'http',
  address: `${name}.example.com`,
  port: 8080,
  basePath: '/',
  apiToken: 'good',
  ...over,
})
const add = async (name: string, over: object = {}) => {
  const reply = await me.post<Node>(`${root}/add`, node(name, over))
  expect([reply.success, reply.success || reply.msg]).toEqual([true, true])
  return Node.parse(reply.obj)
}
const probe = async (over: object) => ProbeResult.parse((await me.post(`${root}/test`, over)).obj)

describe('nodes', () => {
  it('that will be refused or do not answer are stored, and the reply says why', async () => {
    const reply = await me.post<Node>(`${root}/add`, node('private', { address: '10.1.2.3' }))
    expect(reply).toMatchObject({ success: true, obj: { status: 'offline' } })
    expect(reply.msg).toMatch(/^Add node\. .*10\.1\.2\.3 is .*only public addresses/)
    hosts['a.example.com'] = panelLike({ guid: 'g-a' })
    const { id } = await add('a')
    const moved = await me.post(`${root}/update/${id}`, node('a', { address: '127.0.0.1' }))
    expect(moved).toMatchObject({ success: true })
    expect(moved.msg).toContain('only public addresses')
    const back = await me.post(`${root}/update/${id}`, node('a'))
    expect(back.msg).not.toContain('only public addresses')
  })

  it('are tried elsewhere only with a token that the caller knows', async () => {
    hosts['a.example.com'] = panelLike({ guid: 'g-a' })
    hosts['b.example.com'] = panelLike({ guid: 'g-b' })
    const { id } = await add('a')
    asked.length = 0
    for (const over of [
      { address: 'b.example.com' },
      { port: 8081 },
      { scheme: 'https' },
      { basePath: '/x/' },
    ])
      for (const call of ['test', 'inbounds'])
        expect(await me.post(`${root}/${call}`, { id, ...over })).toMatchObject({
          ...{ success: false, code: 'secret.other-server', field: 'apiToken' },
        })
    expect(asked).toEqual([])
    expect(await probe({ id })).toMatchObject({ status: 'online' })
    expect(await probe({ id, address: 'b.example.com', apiToken: 'good' })).toMatchObject({
      status: 'online',
    })
  })

  it('are stored without their token, and say what they are after one question', async () => {
    hosts['a.example.com'] = panelLike()
    const made = await add('a', { remark: 'first' })
    expect(made).toMatchObject({
      remark: 'first',
      status: 'online',
      hasApiToken: true,
      guid: 'guid-1',
      panelVersion: '3.6.0',
      coreVersion: '26.4.25',
      xrayVersion: '26.4.25',
      cpuPct: 12.5,
      memPct: 25,
      uptimeSecs: 77,
      lastError: '',
      warningCoded: { code: 'node.plain-http' },
      inboundCount: 0,
      clientCount: 0,
    })
    expect(JSON.stringify(await list())).not.toContain('good')
    expect((await me.get(`${root}/get/${made.id}`)).obj).toMatchObject({ id: made.id, guid: 'guid-1' })
    expect((await me.get('/panel/api/server/descendants')).obj).toMatchObject([
      { guid: 'guid-1', name: 'a', address: 'a.example.com', status: 'online' },
    ])
    const trail = JSON.stringify((await me.get('/panel/api/audit?objectKind=node')).obj)
    expect(trail).not.toContain('good')
  })

  it('keep a blank token and lose a cleared one', async () => {
    hosts['a.example.com'] = panelLike()
    const { id } = await add('a')
    expect((await me.post(`${root}/update/${id}`, { ...node('a'), apiToken: '', remark: 'x' })).success).toBe(
      true,
    )
    expect((await list())[0]).toMatchObject({ hasApiToken: true, remark: 'x', status: 'online' })
    await me.post(`${root}/update/${id}`, { clearApiToken: true })
    expect((await list())[0]).toMatchObject({
      hasApiToken: false,
      status: 'offline',
      lastErrorCoded: { code: 'node.token-missing' },
    })
  })

  it('that do not answer are stored with the reason, and asked again by the job', async () => {
    const made = await add('a')
    expect(made).toMatchObject({ status: 'offline', lastErrorCoded: { code: 'egress.answer-cut' } })
    hosts['a.example.com'] = panelLike()
    expect((await me.post(`${root}/probe/${made.id}`)).obj).toMatchObject({ status: 'online', cpuPct: 12.5 })
    const points = (await me.get(`${root}/history/${made.id}/cpu/2`)).obj
    expect(points).toEqual([{ t: expect.any(Number), v: 12.5 }])
    expect(await me.get(`${root}/history/${made.id}/disk/2`)).toMatchObject({
      success: false,
      field: 'metric',
    })
  })

  it('are not asked while they are disabled', async () => {
    hosts['a.example.com'] = panelLike()
    const { id } = await add('a', { enable: false })
    expect(asked).toEqual([])
    expect((await list())[0]).toMatchObject({ enable: false, status: 'unknown' })
    await me.post(`${root}/setEnable/${id}`, { enable: true })
    expect((await list())[0]).toMatchObject({ enable: true, status: 'online' })
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ address: 'a b' }, 'address'],
    [{ port: 70_000 }, 'port'],
    [{ tlsVerifyMode: 'mtls' }, 'tlsVerifyMode'],
    [{ tlsVerifyMode: 'pin', scheme: 'https' }, 'pinnedCertSha256'],
  ])('%j is refused at %s', async (over, field) => {
    await expectRefusal(t.panel, me, `${root}/add`, node('a', over), field)
  })

  it('have unique names', async () => {
    hosts['a.example.com'] = panelLike()
    await add('a')
    await expectRefusal(t.panel, me, `${root}/add`, node('b', { name: 'a' }), 'name')
  })

  it('cannot be deleted while inbounds are placed on them', async () => {
    hosts['a.example.com'] = panelLike()
    const { id } = await add('a')
    const inbound = { protocol: 'vless', port: 40_443, nodeId: id, settings: { clients: [{ email: 'ann' }] } }
    const placed = await me.post<{ id: number }>('/panel/api/inbounds/add', inbound)
    expect((await list())[0]).toMatchObject({ inboundCount: 1, clientCount: 1, activeCount: 1 })
    // The worker of the node writes meanwhile, so the rest of the state is not compared.
    expect(await me.post(`${root}/del/${id}`)).toMatchObject({ success: false, code: 'node.has-inbounds' })
    expect((await list()).map((one) => one.id)).toEqual([id])
    await me.post(`/panel/api/inbounds/del/${placed.obj.id}`)
    await me.post('/panel/api/clients/del/ann')
  })

  it('answer what the operator asks them', async () => {
    hosts['a.example.com'] = panelLike()
    const { id } = await add('a')
    expect((await me.post(`${root}/inbounds`, node('a'))).obj).toEqual([
      { tag: 'in-1', remark: 'r', protocol: 'vless', port: 443 },
    ])
    expect((await me.get(`${root}/webCert/${id}`)).obj).toEqual({ webCertFile: '/c', webKeyFile: '/k' })
    expect((await me.post(`${root}/updatePanel`, { ids: [id, 999] })).obj).toMatchObject([
      { id, ok: false, error: expect.stringContaining('not today') },
      { id: 999, ok: false },
    ])
    expect(await me.post(`${root}/mtls/ca`)).toMatchObject({ success: false, code: 'node.mtls-missing' })
  })
})

describe('a test of a node says what is wrong', () => {
  it.each<[string, Answer, string]>([
    ['html', (_, res) => res.end('<html>hello</html>'), 'node.not-a-panel'],
    ['html', (_, res) => say(res, { hello: 1 }), 'node.not-a-panel'],
    ['b', panelLike(), 'node.token-refused'],
    [
      'away',
      (_, res) => res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'egress.not-public-literal-redirect',
    ],
    ['huge', (_, res) => void res.writeHead(200).write('x'.repeat(300_000)), 'egress.answer-too-large'],
    ['b', (_, res) => res.writeHead(500).end(), 'egress.http-status'],
    ['b', (_, res) => res.writeHead(404).end(), 'node.no-panel-there'],
    ['b', (_, res) => say(res, null, false, 'no\u0000 way'), 'node.refused'],
  ])('%s', async (name, answer, code) => {
    hosts[`${name}.example.com`] = answer
    const token = code === 'node.token-refused' ? 'bad' : 'good'
    const result = await probe(node(name, { apiToken: token }))
    expect(result).toMatchObject({ status: 'offline', errorCoded: { code } })
    expect(result.error).toMatch(/^.{20,}$/)
  })

  it('byte by byte: the deadline ends it', async () => {
    let dripping: NodeJS.Timeout | undefined
    hosts['slow.example.com'] = (_, res) => {
      res.writeHead(200)
      dripping = setInterval(() => res.write('x'), 100)
      res.on('close', () => clearInterval(dripping))
    }
    expect(await probe(node('slow'))).toMatchObject({ errorCoded: { code: 'egress.too-slow' } })
  })

  it('a panel that has just started is asked once more', async () => {
    let first = true
    hosts['early.example.com'] = (req, res) => {
      if (first) say(res, null, false)
      else panelLike()(req, res)
      first = false
    }
    expect(await probe(node('early'))).toMatchObject({ status: 'online' })
  })

  it('a private address is refused unless this node is allowed', async () => {
    const private_ = node('b', { address: '127.0.0.1', port: site.port })
    expect(await probe(private_)).toMatchObject({ errorCoded: { code: 'egress.not-public-literal' } })
    hosts['127.0.0.1'] = panelLike()
    expect(await probe({ ...private_, allowPrivateAddress: true })).toMatchObject({ status: 'online' })
  })

  it('this panel itself, and a panel that is a node already', async () => {
    hosts['a.example.com'] = panelLike()
    const { id } = await add('a')
    hosts['b.example.com'] = panelLike()
    expect(await me.post(`${root}/add`, node('b'))).toMatchObject({
      success: false,
      code: 'node.same-as-another',
    })
    expect(await probe(node('b', { id }))).toMatchObject({ status: 'online' })
    hosts['self.example.com'] = panelLike({ panelGuid: t.panel.settings.current().panelGuid })
    const refused = (await me.post(`${root}/add`, node('self'))) as FailedEnvelope // the request above has no other answer
    expect([refused.code, refused.field]).toEqual(['node.is-this-panel', 'address'])
    expect(await list()).toHaveLength(1)
  })
})

describe('addresses from other panels', () => {
  it('are added to the logs of clients that are here, and create nobody', async () => {
    await me.post('/panel/api/inbounds/add', {
      protocol: 'vless',
      port: 40_555,
      settings: { clients: [{ email: 'Bob' }] },
    })
    const seconds = Math.floor(Date.now() / 1_000)
    const ips = [
      { ip: '203.0.113.9', timestamp: seconds },
      { ip: 'nonsense', timestamp: 1 },
    ]
    const body = [
      { clientEmail: 'bob', ips },
      { clientEmail: 'stranger', ips },
    ]
    expect((await me.post('/panel/api/server/clientIps', body)).success).toBe(true)
    expect((await me.get('/panel/api/server/clientIps')).obj).toEqual([
      { id: expect.any(Number), clientEmail: 'Bob', ips: [{ ip: '203.0.113.9', timestamp: seconds }] },
    ])
  })
})
