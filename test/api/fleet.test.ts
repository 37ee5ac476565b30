import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClientWithAttachments } from '#contract/client.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Node, NodeQueue } from '#contract/node.ts'
import { type Far, ourPanel, threeXui } from '#test/far-node.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// A centre and its node: a 3x-ui in memory, and a panel of our own. The same calls, the same results.

describe.each([
  // A panel of our own says why in data, and its centre repeats it.
  ['a 3x-ui', threeXui, 'node.refused'],
  ['a panel of our own', ourPanel, 'inbound.port-taken'],
])('%s as a node', (_, make, portTaken) => {
  let t: TestPanel
  let me: Visitor
  let far: Far
  let net: ReturnType<typeof createNodeNet>
  let node: number

  beforeAll(async () => {
    far = await make()
    net = createNodeNet({ 'far.example.com': far.host })
    t = await testPanel({}, { egress: net.egress })
    me = await t.login()
    const body = { name: 'far', address: 'far.example.com', port: 443, apiToken: far.token }
    const added = await me.post<Node>('/panel/api/nodes/add', body)
    expect([added.success, added.msg, added.obj.status]).toEqual([true, 'Add node', 'online'])
    node = added.obj.id
  })
  afterAll(async () => {
    await t.stop()
    await far.stop()
  })

  const settled = async () => {
    await Promise.all(await t.panel.fleet.workers.wakeAll())
  }
  const shown = async () => (await me.get<Node>(`/panel/api/nodes/get/${node}`)).obj
  const queue = async () => (await me.get<NodeQueue>(`/panel/api/nodes/queue/${node}`)).obj
  const done = async <T = unknown>(path: string, body?: object) => {
    const reply = await me.post<T>(`/panel/api/${path}`, body)
    expect([path, reply.success, reply.success || reply.msg]).toEqual([path, true, true])
    return reply.obj
  }
  const inbound = async (over: object = {}) =>
    done<Inbound>('inbounds/add', {
      protocol: 'vless',
      port: await freePort(),
      nodeId: node,
      remark: 'from the centre',
      settings: { clients: [], decryption: 'none' },
      ...over,
    })
  const onNode = async (port: number) => (await far.list()).find((row) => row.port === port)
  const emailsOn = (row: Inbound | undefined) =>
    ((row?.settings.clients ?? []) as { email: string }[]).map(({ email }) => email).sort()
  const client = async (email: string) =>
    (await me.get<ClientWithAttachments[]>('/panel/api/clients/list')).obj.find((row) => row.email === email)

  beforeEach(() => net.down.clear())

  it('gets an inbound with its clients, and its later changes', async () => {
    const made = await inbound({ settings: { clients: [{ email: 'ann' }, { email: 'Bob', enable: false }] } })
    expect(made.tag).toBe(`n${node}-inbound-${made.port}`)
    await settled()
    const there = await onNode(made.port)
    expect(there).toMatchObject({ tag: `inbound-${made.port}`, remark: 'from the centre', enable: true })
    expect(emailsOn(there)).toEqual(['Bob', 'ann'])
    const entries = there?.settings.clients as { email: string; enable: boolean; id: string; subId: string }[]
    expect(entries.find(({ email }) => email === 'Bob')?.enable).toBe(false)
    const ann = await client('ann')
    expect(entries.find(({ email }) => email === 'ann')).toMatchObject({ id: ann?.uuid, subId: ann?.subId })
    expect(await shown()).toMatchObject({ behind: 0, configDirty: false, inboundCount: 1, clientCount: 2 })

    await done(`inbounds/update/${made.id}`, { remark: 'changed', protocol: 'vless', port: made.port })
    await done('clients/update/ann', { email: 'anna', limitIp: 3 })
    await done('clients/del/Bob')
    await settled()
    const later = await onNode(made.port)
    expect(later).toMatchObject({
      remark: 'changed',
      settings: { clients: [{ email: 'anna', limitIp: 3, id: ann?.uuid }] },
    })

    await done(`inbounds/setEnable/${made.id}`, { enable: false })
    await settled()
    expect(await onNode(made.port)).toMatchObject({
      enable: false,
      settings: { clients: [{ email: 'anna' }] },
    })
    await done(`inbounds/del/${made.id}`)
    await settled()
    expect(await onNode(made.port)).toBeUndefined()
    expect(await shown()).toMatchObject({ behind: 0 })
    expect(await client('anna')).toBeDefined()
    await done('clients/del/anna')
  })

  it('gets fallback rows as fallbacks of the inbound, and follows the inbounds that they lead to', async () => {
    const tls = { network: 'tcp', security: 'tls', tlsSettings: {} }
    const ws = (path: string) => ({ network: 'ws', security: 'none', wsSettings: { path } })
    const master = await inbound({ streamSettings: tls })
    const child = await inbound({ listen: '127.0.0.1', streamSettings: ws('/a') })
    const rows = [{ childId: child.id }, { childId: 0, dest: '8080' }]
    await done(`inbounds/${master.id}/fallbacks`, { fallbacks: rows })
    await settled()
    const fallbacks = async () => (await onNode(master.port))?.settings.fallbacks
    const dest = `127.0.0.1:${child.port}`
    expect(await fallbacks()).toEqual([{ dest, path: '/a' }, { dest: 8080 }])
    await done(`inbounds/update/${child.id}`, { ...child, streamSettings: ws('/b') })
    await settled()
    expect(await fallbacks()).toEqual([{ dest, path: '/b' }, { dest: 8080 }])
    await done(`inbounds/del/${child.id}`)
    await settled()
    expect(await fallbacks()).toEqual([{ dest: 8080 }])
    expect(await queue()).toEqual([])
    await done(`inbounds/del/${master.id}`)
    await settled()
  })

  it('is told what it missed while it was away; the edits were answered at once', async () => {
    const made = await inbound({ settings: { clients: [{ email: 'cat' }, { email: 'dan' }] } })
    await settled()
    net.down.add('far.example.com')
    await done('clients/del/cat')
    await done('clients/add', { client: { email: 'eve' }, inboundIds: [made.id] })
    await done('clients/update/dan', { email: 'dan', comment: 'hello' })
    await settled()
    expect(await shown()).toMatchObject({ behind: 3, behindReasonCoded: { code: 'egress.unreachable' } })
    expect(emailsOn(await onNode(made.port))).toEqual(['cat', 'dan'])
    net.down.clear()
    await settled()
    expect(emailsOn(await onNode(made.port))).toEqual(['dan', 'eve'])
    expect(await shown()).toMatchObject({ behind: 0, behindReason: '' })
    await done(`inbounds/del/${made.id}`)
    for (const email of ['dan', 'eve']) await done(`clients/del/${email}`)
    await settled()
  })

  it('keeps what is its own; one refused key does not hold up the others', async () => {
    const port = await freePort()
    const foreign = {
      protocol: 'vless',
      port: String(port),
      tag: 'own',
      remark: 'own',
      enable: 'true',
      settings: '{"clients":[]}',
      streamSettings: '{}',
      sniffing: '{}',
    }
    await far.post('inbounds/add', foreign)
    const own = await onNode(port)
    await far.post('clients/add', {
      client: {
        email: 'fay',
        subId: 'of-the-node',
        id: '11111111-1111-4111-8111-111111111111',
        enable: true,
      },
      inboundIds: [own?.id],
    })
    const taken = await inbound({ port }) // the port is taken there
    const free = await inbound({ settings: { clients: [{ email: 'fay' }, { email: 'gus' }] } })
    await settled()
    expect(emailsOn(await onNode(free.port))).toEqual(['gus'])
    const behind = await queue()
    expect(behind.map(({ kind, name, errorCoded }) => [kind, name, errorCoded?.code]).sort()).toEqual([
      ['client', 'fay', 'fleet.client-foreign'],
      ['inbound', taken.remark || taken.tag, portTaken],
    ])
    expect(await shown()).toMatchObject({ behind: 2, configDirty: true })
    for (const { id } of [taken, free]) await done(`inbounds/del/${id}`)
    for (const email of ['fay', 'gus']) await done(`clients/del/${email}`)
    t.advance(3_600_000)
    await settled()
    expect(await queue()).toEqual([])
    expect(emailsOn(await onNode(port))).toEqual(['fay'])
    expect((await far.list()).map(({ tag }) => tag)).toEqual(['own'])
  })

  it('counts for the centre: sums, once, whatever is read twice', async () => {
    const made = await inbound({ settings: { clients: [{ email: 'hal' }] } })
    await settled()
    await far.meter('hal', 100, 200)
    for (let again = 0; again < 3; again++) {
      await settled()
      await t.panel.traffic.tick()
    }
    expect((await client('hal'))?.traffic).toMatchObject({ up: 100, down: 200 })
    await done('clients/resetTraffic/hal')
    await far.meter('hal', 1, 2)
    await settled()
    await t.panel.traffic.tick()
    expect((await client('hal'))?.traffic).toMatchObject({ up: 1, down: 2 })
    await done('clients/update/hal', { email: 'harry' })
    await settled()
    await far.meter('harry', 10, 10)
    await settled()
    await t.panel.traffic.tick()
    expect((await client('harry'))?.traffic).toMatchObject({ up: 11, down: 12 })
    await done(`inbounds/del/${made.id}`)
    await done('clients/del/harry')
    await settled()
  })

  it('enforces the quota of the centre, and a reset opens it again', async () => {
    const made = await inbound({ settings: { clients: [{ email: 'ida', totalGB: 1_000 }] } })
    await settled()
    const entry = async () => {
      const row = await onNode(made.port)
      return (row?.settings.clients as object[] | undefined)?.[0]
    }
    expect(await entry()).toMatchObject({ totalGB: 1_000, enable: true })
    await far.meter('ida', 600, 500)
    await settled()
    await t.panel.traffic.tick()
    await settled()
    expect(await client('ida')).toMatchObject({ enable: false, traffic: { up: 600, down: 500 } })
    expect(await entry()).toMatchObject({ enable: false })
    await done('clients/resetTraffic/ida')
    await settled()
    expect(await entry()).toMatchObject({ enable: true, totalGB: 2_100 })
    await done(`inbounds/del/${made.id}`)
    await done('clients/del/ida')
    await settled()
  })

  it('is repaired when somebody changes on it what is ours', async () => {
    const made = await inbound({ settings: { clients: [{ email: 'joe' }] } })
    await settled()
    const there = await onNode(made.port)
    await far.post('clients/del/joe')
    await far.post(`inbounds/update/${there?.id}`, {
      ...there,
      remark: 'mine',
      settings: '{"clients":[],"decryption":"none"}',
      streamSettings: '{}',
      sniffing: '{}',
    } as object)
    await settled()
    await settled()
    expect(await onNode(made.port)).toMatchObject({
      remark: 'from the centre',
      settings: { clients: [{ email: 'joe' }] },
    })
    await done(`inbounds/del/${made.id}`)
    await done('clients/del/joe')
    await settled()
  })

  it('costs no call while nothing of ours is on it', async () => {
    t.advance(4_000_000) // a late call could bring something back for an hour
    await settled()
    const before = net.calls()
    await settled()
    await t.panel.traffic.tick()
    expect([await queue(), net.calls() - before]).toEqual([[], 0])
  })
})
