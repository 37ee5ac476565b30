import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPeerKeys, type Peer, publicKeyOf } from '#domain/wireguard/keys.ts'
import { addClient, addInbound, allInbounds, clients, inbounds, recordOf } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'

// Two devices with one key or one address take the tunnel from each other: each way to get there is refused.

let t: ServedPanel
let me: Visitor
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const newKey = () => newPeerKeys({ bytes: (n) => crypto.getRandomValues(new Uint8Array(n)) })
const server = newKey()
let network = 100
/** An inbound with a pool of its own. */
const tunnel = (more: object = {}) => {
  const settings = { secretKey: server.privateKey, peers: [], address: [`10.${network++}.0.1/24`], ...more }
  return addInbound(me, { protocol: 'wireguard', settings, streamSettings: {} })
}
type Outcome = { success: boolean; msg: string }
const add = (client: object, id: number): Promise<Outcome> =>
  me.post(`${clients}/add`, { client, inboundIds: [id] })
const change = (email: string, patch: object): Promise<Outcome> =>
  me.post(`${clients}/update/${email}`, { email, ...patch })
const settingsOf = async (id: number) => (await allInbounds(me)).find((one) => one.id === id)
const save = async (id: number, settings: object): Promise<Outcome> => {
  const stored = await settingsOf(id)
  return me.post(`${inbounds}/update/${id}`, { ...stored, settings: { ...stored?.settings, ...settings } })
}
const refusedFor = (why: string) => ({ success: false, msg: expect.stringContaining(why) })

describe('keys', () => {
  it('the key of the inbound itself is no key for a client', async () => {
    const { id, tag } = await tunnel()
    for (const own of [{ privateKey: server.privateKey }, { publicKey: server.publicKey }])
      expect(await add({ email: 'mirror', ...own }, id)).toMatchObject(refusedFor(`${tag} itself`))
    expect(await recordOf(me, 'mirror')).toBeUndefined()
    await addClient(me, { email: 'honest' }, [id])
    expect(await change('honest', { privateKey: server.privateKey })).toMatchObject(
      refusedFor(`${tag} itself`),
    )
  })

  it('nor is that of a peer which is no client', async () => {
    const peer = newKey()
    const { id, tag } = await tunnel({
      peers: [{ publicKey: peer.publicKey, allowedIPs: ['10.200.0.9/32'] }],
    })
    expect(await add({ email: 'twin', privateKey: peer.privateKey }, id)).toMatchObject(
      refusedFor(`${tag} itself`),
    )
  })

  it('two in one request with the same key: one of them comes', async () => {
    const { id } = await tunnel()
    const { privateKey } = newKey()
    const items = ['k1', 'k2'].map((email) => ({ client: { email, privateKey }, inboundIds: [id] }))
    const { obj } = await me.post<{ created: number; skipped: object[] }>(`${clients}/bulkCreate`, items)
    expect(obj).toMatchObject({
      created: 1,
      skipped: [{ email: 'k2', reason: expect.stringContaining('k1') }],
    })
  })

  it('a client does not come to an inbound where somebody has its key, and may have it elsewhere', async () => {
    const [a, b] = [await tunnel(), await tunnel()]
    const { privateKey } = newKey()
    expect(await add({ email: 'here', privateKey }, a.id)).toMatchObject({ success: true })
    expect(await add({ email: 'there', privateKey }, b.id)).toMatchObject({ success: true })
    expect(await me.post(`${clients}/there/attach`, { inboundIds: [a.id] })).toMatchObject({ success: false })
    expect((await settingsOf(a.id))?.settings.clients).toHaveLength(1)
  })

  it('an inbound does not take the key of one of its clients', async () => {
    const { id } = await tunnel()
    await addClient(me, { email: 'first' }, [id])
    const { privateKey = '' } = (await recordOf(me, 'first')) ?? {}
    expect(await save(id, { secretKey: privateKey })).toMatchObject(refusedFor('first'))
    expect((await settingsOf(id))?.settings.secretKey).toBe(server.privateKey)
  })

  it('nor a peer with the key of one', async () => {
    const { id } = await tunnel()
    await addClient(me, { email: 'second' }, [id])
    const { publicKey } = (await recordOf(me, 'second')) ?? {}
    const peers = [{ publicKey, allowedIPs: ['10.201.0.9/32'] }]
    expect(await save(id, { peers })).toMatchObject(refusedFor('second'))
  })
})

it('beside a peer that may have every address nobody could be counted', async () => {
  const { publicKey } = newKey()
  for (const allowedIPs of [undefined, [], ['0.0.0.0/0', '::/0']]) {
    const { id } = await tunnel({ peers: [{ publicKey, ...(allowedIPs && { allowedIPs }) }] })
    expect(await add({ email: 'beside' }, id)).toMatchObject(refusedFor('may use every address'))
  }
  const { id } = await tunnel()
  await addClient(me, { email: 'before' }, [id])
  expect(await save(id, { peers: [{ publicKey }] })).toMatchObject(refusedFor('may use every address'))
})

describe('addresses', () => {
  it('that of the inbound, of a peer, of a network around it, and of another client are taken', async () => {
    const own = `10.${network}.0`
    const { id } = await tunnel({ peers: [{ publicKey: newKey().publicKey, allowedIPs: [`${own}.9/32`] }] })
    await addClient(me, { email: 'owner', allowedIPs: `${own}.20` }, [id])
    for (const allowedIPs of [`${own}.1`, `${own}.9`, `${own}.20`, `${own}.16/28`, `${own}.0/24`])
      expect(await add({ email: 'other', allowedIPs }, id)).toMatchObject(refusedFor('already has'))
    expect(await recordOf(me, 'other')).toBeUndefined()
  })

  it('two in one request with the same address: one of them comes', async () => {
    const own = `10.${network}.0`
    const { id } = await tunnel()
    const items = ['a1', 'a2'].map((email) => ({
      client: { email, allowedIPs: `${own}.7` },
      inboundIds: [id],
    }))
    const { obj } = await me.post<{ created: number; skipped: object[] }>(`${clients}/bulkCreate`, items)
    expect(obj).toMatchObject({
      created: 1,
      skipped: [{ email: 'a2', reason: expect.stringContaining('a1') }],
    })
  })

  it('an inbound does not take peers or addresses that its clients have', async () => {
    const own = `10.${network}.0`
    const { id } = await tunnel()
    await addClient(me, { email: 'settled', allowedIPs: `${own}.5` }, [id])
    for (const settings of [
      { peers: [{ publicKey: newKey().publicKey, allowedIPs: [`${own}.5/32`] }] },
      { address: [`${own}.5/24`] },
    ])
      expect(await save(id, settings)).toMatchObject(refusedFor('settled'))
  })

  it('one outside of the pool is the choice of the operator', async () => {
    const { id } = await tunnel()
    expect(await add({ email: 'outside', allowedIPs: '172.20.5.5' }, id)).toMatchObject({ success: true })
    expect((await settingsOf(id))?.settings.clients).toMatchObject([{ allowedIPs: ['172.20.5.5/32'] }])
  })
})

it('five hundred at once each have a key and an address of their own', async () => {
  const { id } = await tunnel({ address: ['10.240.0.1/16'] })
  const items = Array.from({ length: 500 }, (_, i) => ({ client: { email: `five-${i}` }, inboundIds: [id] }))
  const { obj } = await me.post<{ created: number }>(`${clients}/bulkCreate`, items)
  expect(obj.created).toBe(500)
  const listed = (await settingsOf(id))?.settings.clients ?? []
  const peers = listed.map((client) => client as Partial<Peer>) // the wire's type has what all protocols share
  expect(new Set(peers.map(({ publicKey }) => publicKey)).size).toBe(500)
  expect(new Set(peers.map(({ allowedIPs }) => String(allowedIPs))).size).toBe(500)
  expect(publicKeyOf(peers[0]?.privateKey ?? '')).toBe(peers[0]?.publicKey)
})
