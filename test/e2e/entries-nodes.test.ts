import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import type { Block } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { centreUserName, checkSource, checkUserName } from '#domain/core-config/check-user.ts'
import { tagOnNode } from '#domain/fleet/inbound-plan.ts'
import { dialTcp } from '#server/platform/egress/dial.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { coreBinary } from '#test/core-binary.ts'
import { freePort } from '#test/free-port.ts'
import { inbounds, type ListedInbound } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { until } from '#test/until.ts'
import { templateTo } from './core/core-panel.ts'
import { dialledAt, lookEverywhere, told } from './entries-stage.ts'

// A centre and a node, each with the real core: the centre checks what it placed on the node, and the node checks the
// entries of the centre.

const outside = '127.0.0.2'
const site = createServer((_, reply) => reply.end('fl=1\nip=203.0.113.7\n'))
let centre: ServedPanel
let far: ServedPanel
let me: Visitor
let there: Visitor
let node: Node
let placed: ListedInbound
let home: ListedInbound

const signal = new AbortController().signal
const list = () => told(me.get<Entries>('/panel/api/health/entries'))
const entry = async (id: number, eye = '') =>
  (await list()).entries.find((one) => one.inboundId === id && one.eye === eye)
const namesOn = async ({ panel }: ServedPanel, tag: string) => (await panel.core.api()?.userEmails(tag)) ?? []
const tagThere = () => tagOnNode(placed.tag, node.id)

async function add(remark: string, nodeId?: number): Promise<ListedInbound> {
  const port = await freePort()
  const streamSettings = dialledAt({ network: 'tcp', security: 'none' } as Block, outside, port)
  return told(
    me.post<ListedInbound>(`${inbounds}/add`, {
      ...{ remark, port, streamSettings, protocol: 'vless', settings: { clients: [], decryption: 'none' } },
      ...(nodeId !== undefined && { nodeId }),
    }),
  )
}

async function round(): Promise<void> {
  centre.advance(5 * 60_000)
  for (const job of centre.panel.entries.jobs) await job.run(signal)
}

async function openPanel(port: number): Promise<ServedPanel> {
  const egress = createEgress({
    lookup: async () => ['203.0.114.1'],
    dial: async (to) =>
      dialTcp(to.addresses.includes('203.0.114.1') ? { ...to, addresses: ['127.0.0.1'], port } : to),
  })
  const t = await servedPanel({}, { egress })
  const template = { ...templateTo(port), log: { access: 'access.log', loglevel: 'warning' } }
  await t.panel.settings.set(
    { xrayOutboundTestUrl: 'http://page.example/trace', xrayTemplateConfig: JSON.stringify(template) },
    { kind: 'job', name: 'test', address: '' },
  )
  await until('the core runs', () => t.panel.core.api() !== undefined)
  return t
}

describe.skipIf(!coreBinary)('entries and nodes', () => {
  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary ?? '')
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const { port } = site.address() as AddressInfo // it listens on TCP
    far = await openPanel(port)
    centre = await openPanel(port)
    ;[me, there] = [await centre.login(), await far.login()]
    const { token } = await told(
      there.post<{ token: string }>('/panel/setting/apiTokens/create', { name: 'c' }),
    )
    const way = { scheme: 'http', address: '127.0.0.1', port: far.port, allowPrivateAddress: true }
    node = await told(me.post<Node>('/panel/api/nodes/add', { name: 'far', apiToken: token, ...way }))
    home = await add('home')
    placed = await add('placed', node.id)
    for (const job of centre.panel.fleet.jobs) await job.run(signal)
    await until('the node runs it', async () => (await namesOn(far, tagThere()).catch(() => [])).length > 0)
  })
  afterAll(async () => {
    await centre?.stop()
    await far?.stop()
    await new Promise((done) => site.close(done))
    vi.unstubAllEnvs()
  })

  it('an inbound on a node is checked from here, with a hidden client that the node gets for it', async () => {
    await round()
    expect(await entry(placed.id)).toMatchObject({
      state: 'good',
      address: outside,
      exitAddress: '203.0.113.7',
    })
    expect((await list()).unchecked).toEqual([])
    expect(await namesOn(far, tagThere())).toContain(centreUserName(tagThere()))
    expect(await namesOn(far, tagThere())).toContain(checkUserName(tagThere())) // the node's own
  })

  it('the node sees the entries of the centre, in a column of its own, and not its own inbound', async () => {
    const eye = `node:${node.id}`
    await until('the node has looked', async () => {
      await round()
      return (await entry(home.id, eye)) !== undefined
    })
    expect(await entry(home.id, eye)).toMatchObject({ state: 'good', exitAddress: '203.0.113.7' })
    expect(await entry(placed.id, eye)).toBeUndefined()
    expect((await list()).eyes).toMatchObject([
      { id: '', kind: 'server' },
      { id: eye, name: 'far', kind: 'node', state: 'looking' },
    ])
  })

  it('the hidden clients of the centre are in the core of the node, and nowhere else', async () => {
    for (let n = 0; n < 2; n++) await far.panel.traffic.tick()
    const { uuid } = checkSource(placed, centre.panel.core.desired.hidden())
    const shown: string[] = []
    let looked = 0
    const look = (where: string, text: string) => {
      looked += 1
      if (text.includes('check/centre') || text.includes(uuid)) shown.push(where)
    }
    await lookEverywhere({ t: far, me: there }, 'nobody', look)
    const tag = tagThere()
    const seen = await there.post('/panel/api/fleet/look', { inbounds: [tag], buckets: [] })
    look('fleet/look', JSON.stringify(seen))
    expect(looked).toBeGreaterThan(120)
    expect(shown).toEqual([])
    expect(seen.obj).toMatchObject({ inbounds: [{ tag, clients: 0 }] })
    expect(await centre.panel.fleet.workers.online(node.id)).toEqual([])
  })

  it('a hidden client that the core of the node lost is a refused login', async () => {
    const api = far.panel.core.api()
    await api?.removeUser(tagThere(), centreUserName(tagThere()))
    await round()
    expect(await entry(placed.id)).toMatchObject({ state: 'failed', stage: 'login', fails: 1 })
    await far.panel.core.verify.run()
    await round()
    expect(await entry(placed.id)).toMatchObject({ state: 'good' })
  })

  it('while the panel of the node is away, its entries are still checked, and a login says nothing', async () => {
    await far.panel.core.api()?.removeUser(tagThere(), centreUserName(tagThere()))
    const before = await entry(placed.id)
    await told(me.post(`/panel/api/nodes/update/${node.id}`, { ...node, apiToken: 'wrong' }))
    await round()
    expect(await entry(placed.id)).toEqual(before)
  })
})
