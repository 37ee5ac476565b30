import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { publicKeyOf } from '#domain/wireguard/keys.ts'
import { spansOf } from '#domain/wireguard/pool.ts'
import { addClient, addInbound, allInbounds, clients, inbounds, recordOf } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// Clients of WireGuard inbounds (ADR 145).

let t: ServedPanel
let me: Visitor
let get: Subscriber
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
})
afterAll(() => t.stop())

const secretKey = 'SK+8+RhcFaVhoBoxK4AY24ZudXs2Ib2fptjT98lQBmQ='
const tunnel = (more: object = {}) =>
  addInbound(me, { protocol: 'wireguard', settings: { secretKey, peers: [], ...more }, streamSettings: {} })
const peersOf = async (tag: string): Promise<Block[]> => {
  const { obj } = await me.get<{ inbounds: { tag: string; settings: { peers?: Block[] } }[] }>(
    '/panel/api/server/getConfigJson',
  )
  return obj.inbounds.find((one) => one.tag === tag)?.settings.peers ?? []
}
const add = (email: string, more: object, ids: number[]) =>
  addClient(me, { email, subId: `${email}-sub`, ...more }, ids)
const update = (email: string, patch: object) => me.post(`${clients}/update/${email}`, { ...patch, email })

describe('a client on a WireGuard inbound', () => {
  it('gets a key pair and an address, and is a peer with its name', async () => {
    const { id, tag } = await tunnel({ address: ['10.20.0.1/24', 'fd20::1/64'] })
    await add('wendy', {}, [id])
    const { privateKey = '', publicKey, allowedIPs } = (await recordOf(me, 'wendy')) ?? {}
    expect(publicKey).toBe(publicKeyOf(privateKey))
    expect(allowedIPs).toBe('10.20.0.2/32,fd20::2/128')
    expect(await peersOf(tag)).toEqual([
      { email: 'wendy', publicKey, allowedIPs: ['10.20.0.2/32', 'fd20::2/128'] },
    ])
    const listed = (await allInbounds(me)).find((one) => one.id === id)?.settings
    expect(listed).toMatchObject({
      clients: [{ email: 'wendy', privateKey, publicKey, allowedIPs: ['10.20.0.2/32', 'fd20::2/128'] }],
      peers: [],
    })
  })

  it('keeps both when it is edited, also when the inbound gets another pool', async () => {
    const before = await recordOf(me, 'wendy')
    expect(await update('wendy', { comment: 'x', privateKey: '', allowedIPs: '' })).toMatchObject({
      success: true,
    })
    const own = (await allInbounds(me)).find(({ settings }) =>
      settings.clients?.some(({ email }) => email === 'wendy'),
    )
    const settings = { secretKey, peers: [], address: ['10.21.0.1/24'] }
    expect(await me.post(`${inbounds}/update/${own?.id}`, { ...own, settings })).toMatchObject({
      success: true,
    })
    const { privateKey, publicKey, allowedIPs } = before ?? {}
    expect(await recordOf(me, 'wendy')).toMatchObject({ comment: 'x', privateKey, publicKey, allowedIPs })
    expect((await peersOf(own?.tag ?? ''))[0]).toMatchObject({ allowedIPs: allowedIPs?.split(',') })
  })

  it('never has the address of another one, of the inbound or of a peer that is no client', async () => {
    const peer = { publicKey: 'XVygCcTdjNza3un4fC9c2MlMW9vo8entcv8VOGko1wc=', allowedIPs: ['10.22.0.2/32'] }
    const { id, tag } = await tunnel({ address: ['10.22.0.1/29'], peers: [peer] })
    const items = ['p1', 'p2', 'p3', 'p4', 'p5'].map((email) => ({ client: { email }, inboundIds: [id] }))
    const { obj } = await me.post<{ skipped: { email: string; reason: string }[] }>(
      `${clients}/bulkCreate`,
      items,
    )
    expect(obj.skipped).toMatchObject([{ email: 'p5', reason: expect.stringContaining(`pool of ${tag}`) }])
    expect((await peersOf(tag)).map(({ email, allowedIPs }) => [email, allowedIPs])).toEqual([
      [undefined, ['10.22.0.2/32']],
      ...[3, 4, 5, 6].map((n, i) => [`p${i + 1}`, [`10.22.0.${n}/32`]]),
    ])
    const refused = await update('p1', { allowedIPs: '10.22.0.4/32' })
    expect(refused).toMatchObject({ success: false, msg: expect.stringContaining('p2 already has') })
    expect(await update('p1', { allowedIPs: '10.22.0.77' })).toMatchObject({ success: true })
    expect((await recordOf(me, 'p1'))?.allowedIPs).toBe('10.22.0.77/32')
  })

  it('has an address of each pool on several inbounds, and shows the fitting one on each', async () => {
    const [a, b] = [await tunnel({ address: ['10.23.0.1/24'] }), await tunnel({ address: ['10.24.0.1/24'] })]
    await add('both', {}, [a.id])
    await me.post(`${clients}/both/attach`, { inboundIds: [b.id] })
    expect((await recordOf(me, 'both'))?.allowedIPs).toBe('10.23.0.2/32,10.24.0.2/32')
    expect(await peersOf(a.tag)).toMatchObject([{ allowedIPs: ['10.23.0.2/32'] }])
    expect(await peersOf(b.tag)).toMatchObject([{ allowedIPs: ['10.24.0.2/32'] }])
  })

  it('leaves the core when it is disabled, and its address stays its own', async () => {
    const { id, tag } = await tunnel({ address: ['10.25.0.1/30'] })
    await add('off', {}, [id])
    expect(await update('off', { enable: false })).toMatchObject({ success: true })
    expect(await peersOf(tag)).toEqual([])
    const other = await me.post(`${clients}/add`, { client: { email: 'late' }, inboundIds: [id] })
    expect(other).toMatchObject({ success: false, msg: expect.stringContaining('no free address') })
    expect(await update('off', { enable: true })).toMatchObject({ success: true })
    expect(await peersOf(tag)).toMatchObject([{ email: 'off', allowedIPs: ['10.25.0.2/32'] }])
  })

  it('may bring a public key alone; then there is no configuration to hand out', async () => {
    const { id, tag } = await tunnel({ address: ['10.26.0.1/24'] })
    const publicKey = 'XVygCcTdjNza3un4fC9c2MlMW9vo8entcv8VOGko1wc='
    await add('own', { publicKey, allowedIPs: ['10.26.0.9'] }, [id])
    expect(await peersOf(tag)).toMatchObject([{ publicKey, allowedIPs: ['10.26.0.9/32'] }])
    expect(linksIn((await get('/sub/own-sub')).body)).toEqual([])
    const same = { client: { email: 'thief', publicKey }, inboundIds: [id] }
    expect(await me.post(`${clients}/add`, same)).toMatchObject({ success: false })
  })
})

it('the rows of addresses follow the clients, and a free address is found wherever the last search ended', async () => {
  const { id } = await tunnel({ address: ['10.28.0.1/24', 'fd28::1/64'] })
  const many = Array.from({ length: 150 }, (_, i) => ({ client: { email: `m${i}` }, inboundIds: [id] }))
  const { db } = t.panel
  async function addressed() {
    const stored = await db.read.selectFrom('clients').select(['id', 'wg_allowed_ips']).execute()
    const expected = stored.flatMap((row) =>
      spansOf(row.wg_allowed_ips.split(',')).map((span) => ({ client_id: row.id, ...span })),
    )
    const rows = await db.read.selectFrom('client_addresses').selectAll().execute()
    const ordered = (all: typeof rows) =>
      all.map(({ client_id, low, high }) => `${low} ${high} ${client_id}`).sort()
    expect(ordered(rows)).toEqual(ordered(expected))
  }
  expect(await me.post(`${clients}/bulkCreate`, many)).toMatchObject({ obj: { created: 150 } })
  expect(await recordOf(me, 'm149')).toMatchObject({ allowedIPs: '10.28.0.151/32,fd28::97/128' })
  await addressed()
  expect(await update('m3', { allowedIPs: '10.28.0.153/32, 10.28.0.160/28' })).toMatchObject({
    success: true,
  })
  const deleted = await me.post<{ undo: number }>(`${clients}/bulkDel`, { emails: ['m4', 'm5'] })
  await addressed()
  const again = ['n0', 'n1', 'n2'].map((email) => ({ client: { email }, inboundIds: [id] }))
  await me.post(`${clients}/bulkCreate`, again)
  const given = await Promise.all(['n0', 'n1', 'n2'].map((email) => recordOf(me, email)))
  expect(given.map((one) => one?.allowedIPs)).toEqual([
    '10.28.0.152/32,fd28::98/128',
    '10.28.0.154/32,fd28::99/128',
    '10.28.0.155/32,fd28::9a/128',
  ])
  expect(await me.post(`/panel/api/undo/${deleted.obj.undo}`, {})).toMatchObject({ success: true })
  await addressed()

  // At the end of the pool the gaps are used: m3's first address and the rest after its network.
  const rest = Array.from({ length: 85 }, (_, i) => ({ client: { email: `r${i}` }, inboundIds: [id] }))
  const { obj } = await me.post<{ created: number; skipped: object[] }>(`${clients}/bulkCreate`, rest)
  expect([obj.created, obj.skipped.length]).toEqual([254 - 1 - 149 - 1 - 16 - 3, 1])
  const all = await db.read
    .selectFrom('client_addresses')
    .select('low')
    .where('low', 'like', '40a1c%')
    .execute()
  expect(new Set(all.map(({ low }) => low)).size).toBe(all.length)
  await addressed()
})

it('the subscription has its link, and each format what its app dials', async () => {
  const { id } = await tunnel({ address: ['10.27.0.1/24'], mtu: 1380 })
  await add('feed', { keepAlive: 25 }, [id])
  const { privateKey } = (await recordOf(me, 'feed')) ?? {}
  const [link = ''] = linksIn((await get('/sub/feed-sub')).body)
  expect(link).toMatch(/^wireguard:\/\//)
  expect(parseShareLink(link)).toMatchObject({
    outbound: {
      settings: { secretKey: privateKey, address: ['10.27.0.2/32'], mtu: 1380, peers: [{ keepAlive: 25 }] },
    },
  })
})

it('bad keys and addresses are refused, and nothing is stored', async () => {
  const { id } = await tunnel()
  for (const bad of [
    { privateKey: 'x' },
    { publicKey: 'x' },
    { preSharedKey: 'x' },
    { allowedIPs: 'x' },
    { keepAlive: -1 },
  ]) {
    const reply = await me.post(`${clients}/add`, { client: { email: 'bad', ...bad }, inboundIds: [id] })
    expect([bad, reply.success]).toEqual([bad, false])
  }
  expect(await recordOf(me, 'bad')).toBeUndefined()
})
