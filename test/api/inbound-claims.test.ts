import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FallbackRow } from '#contract/fallback.ts'
import {
  addClient,
  addInbound,
  allInbounds,
  clients,
  inboundBody,
  inbounds,
  type ListedInbound,
  quiet,
  recordOf,
} from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

describe('every edit is checked against what listens on this machine', () => {
  const other = '127.77.9.10'
  const strangers: { close(done: () => void): unknown }[] = []
  afterEach(() => Promise.all(strangers.splice(0).map((s) => new Promise<void>((done) => s.close(done)))))

  async function tcp(host: string, port = 0): Promise<number> {
    const server: Server = createServer()
    await new Promise<void>((done, failed) =>
      server.once('error', failed).listen({ port, host }, () => done()),
    )
    strangers.push(server)
    return (server.address() as AddressInfo).port // it listens on a port
  }
  async function udp(host: string, port: number): Promise<void> {
    const socket = createSocket('udp4')
    await new Promise<void>((done, failed) => socket.once('error', failed).bind(port, host, done))
    strangers.push(socket)
  }

  it('another address on the same port', async () => {
    const port = await tcp(other)
    const made = await addInbound(me, { port })
    const reply = await me.post(`${inbounds}/update/${made.id}`, { listen: other })
    expect(reply).toMatchObject({ success: false, field: 'port' })
    expect(reply.msg).toContain(`(process ${process.pid})`)
    expect((await allInbounds(me)).find((i) => i.id === made.id)?.listen).toBe(quiet)
  })

  it('another transport on the same port', async () => {
    const made = await addInbound(me)
    await udp(quiet, made.port)
    const streamSettings = { network: 'kcp', security: 'none', kcpSettings: {} }
    const reply = await me.post(`${inbounds}/update/${made.id}`, { streamSettings })
    expect(reply).toMatchObject({ success: false, field: 'port', msg: expect.stringContaining('(udp)') })
  })

  it('a port that an inbound of ours has over the other transport', async () => {
    const made = await addInbound(me)
    await udp(quiet, made.port)
    const body = { ...inboundBody(), port: made.port, protocol: 'wireguard' }
    expect(await me.post(`${inbounds}/add`, body)).toMatchObject({ success: false, field: 'port' })
  })

  it('an inbound that is enabled again', async () => {
    const made = await addInbound(me, { enable: false })
    await tcp(quiet, made.port)
    expect(await me.post(`${inbounds}/setEnable/${made.id}`, { enable: true })).toMatchObject({
      success: false,
      field: 'port',
    })
    expect(await me.post(`${inbounds}/update/${made.id}`, { remark: 'still off' })).toMatchObject({
      success: true,
    })
  })

  it('a socket path with a permission suffix is the same socket', async () => {
    const path = `${t.config.dataFolder}/in.sock`
    await addInbound(me, { listen: path, port: 0 })
    const reply = await me.post(`${inbounds}/add`, { ...inboundBody(), listen: `${path},0666`, port: 0 })
    expect(reply).toMatchObject({ success: false, field: 'listen' })
  })
})

it('explicit fallback orders decide, including 0', async () => {
  const tls = {
    network: 'tcp',
    security: 'tls',
    tlsSettings: { certificates: [{ certificateFile: '/c.pem', keyFile: '/k.pem' }] },
  }
  const master = await addInbound(me, { streamSettings: tls })
  const rows = ['A', 'B', 'C'].map((name, i) => ({ name, dest: `800${i}` }))
  const after = async (orders: (number | undefined)[]) => {
    const fallbacks = rows.map((row, i) => ({
      ...row,
      ...(orders[i] !== undefined && { sortOrder: orders[i] }),
    }))
    expect(await me.post(`${inbounds}/${master.id}/fallbacks`, { fallbacks })).toMatchObject({
      success: true,
    })
    const stored = (await me.get<FallbackRow[]>(`${inbounds}/${master.id}/fallbacks`)).obj
    return stored.map((row) => row.name).join('')
  }
  expect(await after([2, 1, 0])).toBe('CBA')
  expect(await after([0, 2, 1])).toBe('ACB')
  expect(await after([])).toBe('ABC')
  expect(await after([3, 3, 3])).toBe('ABC')
})

describe('two HTTP/2 children of one fallback master', () => {
  const certificates = [{ certificateFile: '/c.pem', keyFile: '/k.pem' }]
  const tls = { network: 'tcp', security: 'tls', tlsSettings: { certificates } }
  const grpc = { network: 'grpc', security: 'none', grpcSettings: { serviceName: 'svc' } }
  const xhttp = { network: 'xhttp', security: 'none', xhttpSettings: { path: '/x' } }
  const ws = { network: 'ws', security: 'none', wsSettings: { path: '/ws' } }

  async function family(second: object) {
    const master = await addInbound(me, { streamSettings: tls })
    const first = await addInbound(me, { streamSettings: grpc })
    return { master, first, second: await addInbound(me, { streamSettings: second }) }
  }
  const rowsTo = (...children: ListedInbound[]) => ({
    fallbacks: children.map(({ id }) => ({ childId: id })),
  })

  it('are refused as rows, and as an edit of a child', async () => {
    const { master, first, second } = await family(xhttp)
    expect(await me.post(`${inbounds}/${master.id}/fallbacks`, rowsTo(first, second))).toMatchObject({
      success: false,
      msg: expect.stringContaining('HTTP/2'),
      field: 'fallbacks[1].childId',
    })
    await me.post(`${inbounds}/update/${second.id}`, { streamSettings: ws })
    expect(await me.post(`${inbounds}/${master.id}/fallbacks`, rowsTo(first, second))).toMatchObject({
      success: true,
    })
    expect(await me.post(`${inbounds}/update/${second.id}`, { streamSettings: xhttp })).toMatchObject({
      success: false,
      msg: expect.stringContaining(`#${first.id}`),
    })
  })

  it('if stored already, only the reachable one is advertised', async () => {
    const { master, first, second } = await family(xhttp)
    const row = { master_id: master.id, name: '', alpn: '', path: '', xver: 0, dest: '' }
    await t.panel.db.write(async (tx) => {
      await tx
        .insertInto('inbound_fallbacks')
        .values([first, second].map(({ id }, i) => ({ ...row, child_id: id, sort_order: i })))
        .execute()
    })
    const email = `h2-${master.id}`
    await addClient(me, { email, subId: `sub-${email}` }, [first.id, second.id])
    for (const path of [`links/${email}`, `subLinks/sub-${email}`]) {
      const links = (await me.get<string[]>(`${clients}/${path}`)).obj
      expect(links, path).toHaveLength(1)
      expect(links[0]).toMatch(new RegExp(`:${master.port}\\?.*type=grpc`))
    }
    const all = (await me.get<string[]>(`${inbounds}/allLinks`)).obj
    expect(all.filter((link) => link.includes(`:${second.port}?`) || link.includes('type=xhttp'))).toEqual([])
  })
})

describe('names', () => {
  it.each(['.', '..', '%2e', '%2E%2e'])('%s is refused wherever clients are created', async (name) => {
    const inbound = await addInbound(me)
    await addClient(me, { email: `kept-${inbound.id}` }, [inbound.id])
    const refused = { success: false }
    for (const client of [{ email: name }, { email: `x-${inbound.id}`, subId: name }]) {
      const settings = { clients: [client], decryption: 'none' }
      const replies = [
        await me.post(`${clients}/add`, { client, inboundIds: [inbound.id] }),
        await me.post(`${clients}/update/kept-${inbound.id}`, client),
        await me.post(`${inbounds}/add`, inboundBody({ settings })),
        await me.post(`${inbounds}/import`, { data: JSON.stringify(inboundBody({ settings })) }),
        await me.post(`${inbounds}/update/${inbound.id}`, { settings }),
      ]
      for (const reply of replies) expect(reply).toMatchObject(refused)
      const list = [{ client, inboundIds: [inbound.id] }]
      for (const [path, body] of [
        ['bulkCreate', list],
        ['import', { data: JSON.stringify(list) }],
      ] as const)
        expect((await me.post(`${clients}/${path}`, body)).obj).toMatchObject({ skipped: [{}] })
    }
    const listed = (await allInbounds(me)).find((i) => i.id === inbound.id)
    expect(listed?.settings.clients.map((c) => c.email)).toEqual([`kept-${inbound.id}`])
  })

  it('every accepted name can be requested by its path', async () => {
    const inbound = await addInbound(me)
    const names = [
      '...',
      'a%2e',
      '%252e',
      'a;b',
      'a?b',
      'a#b',
      'a&b=c',
      'a+b',
      'x:y@z',
      '~*()!',
      'é\u200cک',
      '\u{1f600}',
    ]
    for (const email of names) {
      await addClient(me, { email, subId: `s${email}` }, [inbound.id])
      expect((await recordOf(me, email))?.email).toBe(email)
      const links = await me.get<string[]>(`${clients}/subLinks/${encodeURIComponent(`s${email}`)}`)
      expect(links.obj, email).toHaveLength(1)
    }
  })

  it.each(['api', 'metrics_out', 'sluice-x', 'untagged-inbound-1'])(
    'the tag %s is reserved for the panel',
    async (tag) => {
      expect(await me.post(`${inbounds}/add`, inboundBody({ tag }))).toMatchObject({
        success: false,
        field: 'tag',
      })
      const made = await addInbound(me)
      expect(await me.post(`${inbounds}/update/${made.id}`, { tag })).toMatchObject({
        success: false,
        field: 'tag',
      })
      const data = JSON.stringify(inboundBody({ tag }))
      expect(await me.post(`${inbounds}/import`, { data })).toMatchObject({ success: false, field: 'tag' })
    },
  )
})

it('an import keeps the counters of imported clients, and does not change existing ones', async () => {
  const made = await addInbound(me, { protocol: 'trojan' })
  const counters = { 'Imp-a': [11, 22], 'imp-b': [33, 44] } as const
  for (const [email, [upload, download]] of Object.entries(counters)) {
    await addClient(me, { email }, [made.id])
    await me.post(`${clients}/updateTraffic/${email}`, { upload, download })
  }
  const exported = (await me.get<ListedInbound>(`${inbounds}/get/${made.id}`)).obj
  await me.post(`${clients}/bulkDel`, { emails: ['Imp-a'] })
  await me.post(`${clients}/updateTraffic/imp-b`, { upload: 50, download: 60 })
  await me.post(`${inbounds}/del/${made.id}`)
  const reply = await me.post<ListedInbound>(`${inbounds}/import`, { data: JSON.stringify(exported) })
  expect(reply).toMatchObject({ success: true })
  const stats = reply.obj.clientStats.map(({ email, up, down }) => [email, up, down])
  expect(stats.toSorted()).toEqual([
    ['Imp-a', 11, 22],
    ['imp-b', 50, 60],
  ])
  // The body of `add` still has none.
  await me.post(`${clients}/bulkDel`, { emails: ['Imp-a', 'imp-b'] })
  await me.post(`${inbounds}/del/${reply.obj.id}`)
  const added = await me.post<ListedInbound>(`${inbounds}/add`, exported)
  expect(added.obj.clientStats.map(({ up, down }) => up + down)).toEqual([0, 0])
})
