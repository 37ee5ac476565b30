import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Adopted, AdoptionView } from '#contract/adoption-api.ts'
import type { ClientWithAttachments } from '#contract/client.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Node, NodeQueue } from '#contract/node.ts'
import { type Far, ourPanel, threeXui } from '#test/far-node.ts'
import { createNodeNet, type Host } from '#test/fixtures/node-net.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// A node that was a panel of its own before: what it has becomes the centre's, and nothing changes on the node.

const uuid = (digit: string) =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`
const gb = 1024 ** 3
/** Reads; and between panels of our own "be exactly this", which changes nothing where it is so. */
const harmless = /\/(?:onlines|fleet\/look|fleet\/apply)$/

describe.each([
  ['a 3x-ui', threeXui],
  ['a panel of our own', ourPanel],
])('%s that was there before', (_, make) => {
  let t: TestPanel
  let me: Visitor
  let far: Far
  let net: ReturnType<typeof createNodeNet>
  let node: number
  /** Calls that could change something on the node. */
  const writes: string[] = []

  const join = async () => {
    const body = { name: 'far', address: 'far.example.com', port: 443, apiToken: far.token }
    const { obj } = await me.post<Node>('/panel/api/nodes/add', body)
    expect(obj.status).toBe('online')
    node = obj.id
  }

  beforeAll(async () => {
    far = await make()
    const watched: Host = (path, options) => {
      if (options.method === 'POST' && !harmless.test(path)) writes.push(path)
      return far.host(path, options)
    }
    net = createNodeNet({ 'far.example.com': watched })
    t = await testPanel({}, { egress: net.egress })
    me = await t.login()
    await join()
  })
  afterAll(async () => {
    await t.stop()
    await far.stop()
  })

  const done = async <T = unknown>(path: string, body?: object) => {
    const reply = await me.post<T>(`/panel/api/${path}`, body)
    expect([path, reply.success, reply.success || reply.msg]).toEqual([path, true, true])
    return reply.obj
  }
  const settled = async () => {
    await Promise.all(await t.panel.fleet.workers.wakeAll())
  }
  const ticked = async () => {
    await settled()
    await t.panel.traffic.tick()
  }
  /** A whole compare with the node. */
  const compared = async () => {
    t.advance(3_700_000)
    await settled()
    await settled()
  }
  const queue = async () => (await me.get<NodeQueue>(`/panel/api/nodes/queue/${node}`)).obj
  const plan = async () => (await me.get<AdoptionView>(`/panel/api/nodes/adoption/${node}`)).obj
  const here = async (email: string) =>
    (await me.get<ClientWithAttachments[]>('/panel/api/clients/list')).obj.find((row) => row.email === email)
  const inbounds = async () => (await me.get<Inbound[]>('/panel/api/inbounds/list')).obj
  /** Without what moves by itself. */
  const there = async () =>
    (await far.list()).map(({ tag, port, enable, settings, streamSettings, up, down }) => ({
      ...{ tag, port, enable, settings, streamSettings, up, down },
    }))
  const own = async (tag: string, protocol = 'vless') => {
    const port = await freePort()
    const settings = protocol === 'vless' ? '{"clients":[],"decryption":"none"}' : '{"clients":[]}'
    const blocks = { settings, streamSettings: '{"network":"tcp","security":"none"}', sniffing: '{}' }
    await far.post('inbounds/add', {
      tag,
      remark: tag,
      protocol,
      port: String(port),
      enable: 'true',
      ...blocks,
    })
    return (await far.list()).find((row) => row.port === port) as Inbound
  }
  const ownClient = (client: object, on: Inbound[]) =>
    far.post('clients/add', {
      client: {
        enable: true,
        totalGB: 0,
        expiryTime: 0,
        limitIp: 0,
        tgId: 0,
        comment: '',
        reset: 0,
        ...client,
      },
      inboundIds: on.map(({ id }) => id),
    })
  const doOf = (rows: readonly { do: string; reasonCoded?: { code: string } | undefined }[]) =>
    rows.map((row) => [row.do, row.reasonCoded?.code ?? ''])

  it('is adopted as it is: no call changes the node, and no byte counts twice', async () => {
    const [a, b] = [await own('own-a'), await own('own-b')]
    await ownClient({ email: 'Ann', id: uuid('a'), subId: 'sub-ann', totalGB: gb }, [a, b])
    await ownClient({ email: 'cat', id: uuid('c'), subId: 'sub-cat' }, [a])
    await ownClient({ email: 'dan', id: uuid('d'), subId: 'sub-dan' }, [a])
    await far.meter('Ann', 100, 200)
    await far.meter('cat', 30, 40)
    await far.meter('dan', 5, 5)
    await done('inbounds/add', {
      protocol: 'vless',
      port: await freePort(),
      tag: 'own-b', // taken at the centre
      settings: {
        clients: [
          { email: 'cat', id: uuid('c'), subId: 'sub-cat' },
          { email: 'dan', id: uuid('e') },
        ],
      },
    })
    await done('clients/updateTraffic/cat', { upload: 1_000, download: 2_000 })

    const { inbounds: rows, clients } = await plan()
    expect(rows.map((row) => [row.tag, row.clients, row.do])).toEqual([
      ['own-a', 3, 'adopt'],
      ['own-b', 1, 'adopt'],
    ])
    expect(Object.fromEntries(clients.map((row) => [row.email, row.do]))).toEqual({
      Ann: 'adopt',
      cat: 'attach',
      dan: 'conflict',
    })
    expect(clients.find(({ email }) => email === 'dan')?.reasonCoded).toEqual({
      code: 'adoption.client-differs',
      params: { fields: 'id' },
    })
    expect(clients.find(({ email }) => email === 'cat')?.changes).toEqual([])

    const [before, calls] = [await there(), writes.length]
    const adopted = await done<Adopted>(`nodes/adopt/${node}`)
    expect(adopted).toMatchObject({ inbounds: 2, clients: 1, attached: 1 })
    expect(adopted.skipped).toMatchObject([{ kind: 'client', name: 'dan' }])
    await ticked()
    await compared()
    await ticked()
    expect(writes.slice(calls)).toEqual([])
    expect(await there()).toEqual(before)
    expect(await queue()).toEqual([])

    const made = (await inbounds()).filter(({ nodeId }) => nodeId === node)
    expect(made.map(({ tag, port }) => [tag, port])).toEqual([
      ['own-a', a.port],
      [`n${node}-own-b`, b.port],
    ])
    expect(await here('Ann')).toMatchObject({
      ...{ uuid: uuid('a'), subId: 'sub-ann', totalGB: gb, enable: true },
      inboundIds: made.map(({ id }) => id),
      traffic: { up: 100, down: 200 },
    })
    expect((await here('cat'))?.traffic).toMatchObject({ up: 1_030, down: 2_040 })
    expect((await here('dan'))?.traffic).toMatchObject({ up: 0, down: 0 })

    await far.meter('Ann', 1, 2)
    await far.meter('cat', 3, 4)
    await ticked()
    expect((await here('Ann'))?.traffic).toMatchObject({ up: 101, down: 202 })
    expect((await here('cat'))?.traffic).toMatchObject({ up: 1_033, down: 2_044 })
  })

  it('is adopted once: a second time changes nothing', async () => {
    const { inbounds: rows, clients } = await plan()
    expect(doOf(rows)).toEqual(Array(2).fill(['leave', 'adoption.already-here']))
    expect(clients.filter((row) => row.do !== 'leave').map((row) => row.email)).toEqual(['dan'])
    const audit = async () => (await me.get<{ items: unknown[] }>('/panel/api/audit?page=1&pageSize=50')).obj
    const [before, trail] = [await inbounds(), await audit()]
    expect(JSON.stringify(trail)).toContain('node.adopt')
    const again = await done<Adopted>(`nodes/adopt/${node}`, { tags: ['own-a'] })
    expect(again).toMatchObject({ inbounds: 0, clients: 0, attached: 0 })
    expect(await inbounds()).toEqual(before)
    expect(await audit()).toEqual(trail)
  })

  it('takes a guest later, when its name is free at the centre', async () => {
    await done('clients/del/dan')
    const adopted = await done<Adopted>(`nodes/adopt/${node}`, { emails: ['dan', 'nobody'] })
    expect(adopted).toMatchObject({ inbounds: 0, clients: 1 })
    expect(adopted.skipped.map(({ name, reasonCoded }) => [name, reasonCoded.code])).toEqual([
      ['nobody', 'adoption.not-there'],
    ])
    await ticked()
    expect(await here('dan')).toMatchObject({ uuid: uuid('d'), traffic: { up: 5, down: 5 } })
    await done('clients/update/dan', { email: 'dan', limitIp: 2 })
    await settled()
    expect(JSON.stringify(await there())).toContain('"limitIp":2')
  })

  it('leaves alone what was not chosen, and says what is gone or cannot come', async () => {
    const c = await own('own-c')
    await own('own-d')
    await ownClient({ email: 'eve', id: uuid('e'), subId: 'sub-eve' }, [c])
    await ownClient({ email: 'fay', id: uuid('f'), subId: 'sub-fay' }, [c])
    const calls = writes.length
    const adopted = await done<Adopted>(`nodes/adopt/${node}`, { tags: ['own-c', 'own-x'], emails: ['eve'] })
    expect(adopted).toMatchObject({ inbounds: 1, clients: 1, skipped: [{ kind: 'inbound', name: 'own-x' }] })
    await compared()
    expect(writes.slice(calls)).toEqual([])
    const left = await plan()
    expect(left.inbounds.filter((row) => row.do === 'adopt').map(({ tag }) => tag)).toEqual(['own-d'])
    expect(left.clients.filter((row) => row.do === 'adopt').map(({ email }) => email)).toEqual(['fay'])
    expect(await here('fay')).toBeUndefined()
  })

  it('is refused with a sentence while it is away or disabled', async () => {
    net.down.add('far.example.com')
    const away = await me.get(`/panel/api/nodes/adoption/${node}`)
    expect([away.success, away.msg]).toEqual([false, expect.stringContaining('far.example.com')])
    const removal = await me.post(`/panel/api/nodes/del/${node}`, { leave: 'remove' })
    expect(removal).toMatchObject({ success: false, code: 'leave.away' })
    net.down.clear()
    await done(`nodes/probe/${node}`)
    await done(`nodes/setEnable/${node}`, { enable: false })
    expect(await me.post(`/panel/api/nodes/adopt/${node}`)).toMatchObject({ code: 'adoption.node-disabled' })
    await done(`nodes/setEnable/${node}`, { enable: true })
    expect(await me.post(`/panel/api/nodes/del/${node}`, { leave: 'both' })).toMatchObject({
      code: 'leave.unknown',
    })
  })

  it('keeps what it has when it leaves, and is counted once when it comes back', async () => {
    expect(await me.post(`/panel/api/nodes/del/${node}`)).toMatchObject({ code: 'node.has-inbounds' })
    await far.meter('Ann', 10, 10)
    await ticked()
    const [before, calls] = [await there(), writes.length]
    await done(`nodes/del/${node}`, { leave: 'keep' })
    await settled()
    expect((await inbounds()).filter(({ nodeId }) => nodeId !== null)).toEqual([])
    expect(await here('Ann')).toMatchObject({ inboundIds: [], traffic: { up: 111, down: 212 } })
    await far.meter('Ann', 5, 5)
    await join()
    const adopted = await done<Adopted>(`nodes/adopt/${node}`, { tags: ['own-a', 'own-b', 'own-c'] })
    expect(adopted).toMatchObject({ inbounds: 3, clients: 1, attached: 4, skipped: [] })
    await ticked()
    await compared()
    await ticked()
    expect((await here('Ann'))?.traffic).toMatchObject({ up: 116, down: 217 })
    expect(writes.slice(calls).filter((path) => !path.endsWith('/fleet/leave'))).toEqual([])
    expect((await there()).map(({ tag, settings }) => [tag, settings])).toEqual(
      before.map(({ tag, settings }) => [tag, settings]),
    )
  })

  it('loses what is the centre’s when it should be removed there', async () => {
    await done(`nodes/del/${node}`, { leave: 'remove' })
    expect((await far.list()).map(({ tag }) => tag)).toEqual(['own-d'])
    expect((await me.get<Node[]>('/panel/api/nodes/list')).obj).toEqual([])
    expect(await here('Ann')).toMatchObject({ inboundIds: [] })
  })
})
