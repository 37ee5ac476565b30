import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
  wins,
} from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { wholeState } from '#test/state.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())
beforeEach(async () => {
  const ids = (await allInbounds(me)).map((i) => i.id)
  if (ids.length > 0) await me.post(`${inbounds}/bulkDel`, { ids })
})

describe('P6: port check and claim are one transaction', () => {
  it.each([
    ['the same address', Array.from({ length: 12 }, () => quiet)],
    ['wildcard and specific', ['', '0.0.0.0', '::', '::0', quiet, '', '::ffff:127.77.9.9', quiet]],
  ])('of parallel creates on one port, %s, exactly one succeeds', async (_what, addresses) => {
    const { port } = inboundBody()
    const replies = await Promise.all(
      addresses.map((listen) => me.post(`${inbounds}/add`, inboundBody({ listen, port }))),
    )
    expect(wins(replies)).toBe(1)
    expect((await allInbounds(me)).length).toBe(1)
  })

  it('different addresses, transports and nodes do not conflict', async () => {
    const { port } = inboundBody()
    const bodies = [
      { listen: quiet },
      { listen: '127.77.9.10' },
      { listen: quiet, protocol: 'hysteria' },
      { listen: '127.77.9.10', protocol: 'shadowsocks', settings: { network: 'udp' } },
    ]
    const replies = await Promise.all(
      bodies.map((b) => me.post(`${inbounds}/add`, inboundBody({ ...b, port }))),
    )
    expect(wins(replies)).toBe(4)
    const both = { port, protocol: 'shadowsocks', settings: { network: 'tcp,udp' } }
    expect(await me.post(`${inbounds}/add`, inboundBody(both))).toMatchObject({
      success: false,
      field: 'port',
    })
  })

  it('an update to a port in use is refused, in parallel too', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => addInbound(me)))
    const { port } = inboundBody()
    const replies = await Promise.all(made.map(({ id }) => me.post(`${inbounds}/update/${id}`, { port })))
    expect(wins(replies)).toBe(1)
    expect((await allInbounds(me)).filter((i) => i.port === port).length).toBe(1)
  })
})

it('P28: an id posted to add never overwrites an inbound', async () => {
  const first = await addInbound(me, { remark: 'kept' })
  const second = await addInbound(me, { id: first.id, remark: 'new', clientStats: [{ email: 'x' }] })
  expect(second.id).not.toBe(first.id)
  expect((await allInbounds(me)).map((i) => i.remark)).toEqual(['kept', 'new'])
})

it('P29: a whole inbound sent back changes nothing, notifies nobody and writes no audit row', async () => {
  const tls = { network: 'tcp', security: 'tls', tlsSettings: { serverName: 'x.example' } }
  for (const more of [
    {
      settings: { clients: [{ email: 'p29', flow: 'xtls-rprx-vision', comment: 'a' }] },
      streamSettings: tls,
    },
    { protocol: 'shadowsocks', settings: { method: 'aes-256-gcm', clients: [{ email: 'p29s' }] } },
    { protocol: 'trojan', sniffing: { enabled: true, destOverride: ['http'] } },
    { protocol: 'hysteria', settings: { clients: [{ email: 'p29h' }] } },
    { protocol: 'wireguard', settings: { mtu: 1400 } },
    { protocol: 'http', settings: { accounts: [{ user: 'a', pass: 'b' }] } },
  ]) {
    const made = await addInbound(me, more)
    const before = await wholeState(t.panel)
    const [shown] = (await allInbounds(me)).filter((i) => i.id === made.id)
    const { settings, streamSettings, sniffing, ...rest } = shown as ListedInbound
    const texts = [settings, streamSettings, sniffing].map((b) => JSON.stringify(b))
    const turned = Object.fromEntries(Object.entries(settings).reverse())
    for (const blocks of [
      { settings, streamSettings, sniffing },
      { settings: texts[0], streamSettings: texts[1], sniffing: texts[2] },
      { settings: turned, streamSettings, sniffing },
    ]) {
      expect(await me.post(`${inbounds}/update/${made.id}`, { ...rest, ...blocks })).toMatchObject({
        success: true,
      })
      expect(await wholeState(t.panel)).toBe(before)
    }
  }
})

it('P19: deleting an inbound keeps clients, counters and IP logs', async () => {
  const { id } = await addInbound(me)
  await addClient(me, { email: 'p19' }, [id])
  await me.post(`${clients}/updateTraffic/p19`, { upload: 3, download: 4 })
  const ips = JSON.stringify([{ ip: '192.0.2.1', timestamp: 1_700_000_000 }])
  await t.panel.db.write((tx) =>
    tx.insertInto('inbound_client_ips').values({ client_email: 'p19', ips }).execute(),
  )
  expect((await me.post(`${inbounds}/del/${id}`)).obj).toBe(id)
  expect(await recordOf(me, 'p19')).toMatchObject({ email: 'p19' })
  expect((await me.get(`${clients}/traffic/p19`)).obj).toMatchObject({ up: 3, down: 4, inboundId: 0 })
  expect((await me.post<string[]>(`${clients}/ips/p19`)).obj[0]).toMatch(/^192\.0\.2\.1 \(2023-/)
})

it('P41: resetting one inbound resets only that inbound', async () => {
  const [a, b] = [await addInbound(me), await addInbound(me)]
  await addClient(me, { email: 'p41' }, [a.id])
  await me.post(`${clients}/updateTraffic/p41`, { upload: 7, download: 0 })
  await t.panel.db.write((tx) => tx.updateTable('inbounds').set({ up: 5, down: 6 }).execute())
  await me.post(`${inbounds}/${a.id}/resetTraffic`)
  expect((await allInbounds(me)).map((i) => [i.id, i.up, i.down])).toEqual([
    [a.id, 0, 0],
    [b.id, 5, 6],
  ])
  expect((await me.get(`${clients}/traffic/p41`)).obj).toMatchObject({ up: 7 })
})

it('P26: a client on a Vision and another inbound has its flow only where it is supported', async () => {
  const tls = { network: 'tcp', security: 'tls' }
  const vision = await addInbound(me, { streamSettings: tls })
  const plain = await addInbound(me)
  const off = await addInbound(me, { streamSettings: tls, disableFlow: true })
  await addClient(me, { email: 'p26', flow: 'xtls-rprx-vision' }, [vision.id, plain.id, off.id])
  const flows = (await allInbounds(me)).map((i) => i.settings.clients[0]?.flow)
  expect(flows).toEqual(['xtls-rprx-vision', undefined, undefined])
})

it('P26: the flow of one attachment, sent back with its inbound, does not become the flow of the client', async () => {
  const made = await addInbound(me, { streamSettings: { network: 'tcp', security: 'tls' } })
  await addClient(me, { email: 'p26o' }, [made.id])
  await t.panel.db.write((tx) =>
    tx
      .updateTable('client_inbounds')
      .set({ flow_override: 'xtls-rprx-vision' })
      .where('inbound_id', '=', made.id)
      .execute(),
  )
  const [shown] = await allInbounds(me)
  expect(shown?.settings.clients[0]?.flow).toBe('xtls-rprx-vision')
  const before = await wholeState(t.panel)
  expect(await me.post(`${inbounds}/update/${made.id}`, shown)).toMatchObject({ success: true })
  expect(await wholeState(t.panel)).toBe(before)
})

it('P27: a link to a deleted inbound blocks no edit and is pruned by it', async () => {
  const { id } = await addInbound(me)
  await addClient(me, { email: 'p27' }, [id])
  await t.panel.db.write((tx) =>
    tx
      .insertInto('client_inbounds')
      .expression((e) =>
        e
          .selectFrom('clients')
          .select(['id', e.lit(424_242).as('i'), e.val('').as('f'), e.lit(0).as('c')])
          .where('email', '=', 'p27'),
      )
      .execute(),
  )
  expect(await me.post(`${clients}/update/p27`, { comment: 'edited' })).toMatchObject({ success: true })
  expect((await me.get(`${clients}/get/p27`)).obj).toMatchObject({
    client: { comment: 'edited' },
    inboundIds: [id],
  })
})

it('an inbound that changes to a protocol without clients detaches them; records and counters stay', async () => {
  const { id } = await addInbound(me)
  await addClient(me, { email: 'letgo' }, [id])
  expect(await me.post(`${inbounds}/update/${id}`, { protocol: 'http', settings: {} })).toMatchObject({
    success: true,
  })
  expect((await me.get(`${clients}/get/letgo`)).obj).toMatchObject({ inboundIds: [] })
  expect((await allInbounds(me))[0]).toMatchObject({ clientStats: [] })
})

it.each([
  ['shadowsocks', 'password', { method: '2022-blake3-aes-256-gcm' }],
  ['wireguard', 'secretKey', { mtu: 1400 }],
])('an update of a %s inbound that omits its %s keeps it', async (protocol, key, settings) => {
  const made = await addInbound(me, { protocol, settings })
  const reply = await me.post<ListedInbound>(`${inbounds}/update/${made.id}`, {
    settings: { ...settings, mine: 1 },
  })
  expect(reply.obj.settings[key]).toBe(made.settings[key])
  expect(reply.obj.settings).toMatchObject({ mine: 1, [key]: expect.stringMatching(/.{40,}/) })
})
