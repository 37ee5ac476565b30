import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostGroup } from '#contract/host.ts'
import { addressesOf, hosts } from '#test/addresses.ts'
import { addClient, addInbound, inbounds, type ListedInbound } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { type Subscriber, subscriberOf } from '#test/subscriber.ts'

let t: ServedPanel
let me: Visitor
let get: Subscriber
let inbound: ListedInbound
let { addressOn, groupOf, change, subKeys, coreKeys } = {} as ReturnType<typeof addressesOf>

beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
  ;({ addressOn, groupOf, change, subKeys, coreKeys } = addressesOf(me, get))
  inbound = await addInbound(me, { port: 31_601, protocol: 'trojan' })
  await addClient(me, { email: 'ann', subId: 'ann-sub' }, [inbound.id])
})
afterAll(() => t.stop())

describe('an address', () => {
  it('has its keys again when a deletion is undone, also without a multiplier', async () => {
    for (const trafficMultiplier of [2, null]) {
      const address = await addressOn('back.example', [inbound.id], { trafficMultiplier: 2 })
      await change(address, { trafficMultiplier })
      const [group, links] = [await groupOf(address.groupId), await subKeys('ann')]
      await me.post(`${hosts}/del/${address.groupId}`)
      expect(await subKeys('ann')).not.toEqual(links)
      const again = await addressOn('back.example', [inbound.id], group)
      expect(again).toMatchObject({ groupId: address.groupId, trafficMultiplier, ownKeys: true })
      expect(await subKeys('ann')).toEqual(links)
      // A copy of a set that exists is another one.
      const copy = await addressOn('copy.example', [inbound.id], { ...group, hosts: ['copy.example'] })
      expect(copy.groupId).not.toBe(address.groupId)
      const now = await subKeys('ann')
      expect(now['copy.example']).not.toBe(now['back.example'])
      for (const one of [again, copy]) await me.post(`${hosts}/del/${one.groupId}`)
    }
  })

  it('gives no later address the same keys', async () => {
    const keys: unknown[] = []
    for (const name of ['one.example', 'two.example']) {
      const address = await addressOn(name, [inbound.id], { trafficMultiplier: 1 })
      keys.push((await subKeys('ann'))[name])
      await me.post(`${hosts}/del/${address.groupId}`)
    }
    expect(new Set(keys).size).toBe(2)
  })
})

it('every protocol has a key of its form in links and core', async () => {
  const bodies = {
    vless: {},
    vmess: {},
    shadowsocks: {
      settings: { method: '2022-blake3-aes-256-gcm', password: Buffer.alloc(32, 3).toString('base64') },
    },
  }
  for (const [i, [protocol, more]] of Object.entries(bodies).entries()) {
    const { id } = await addInbound(me, { port: 31_510 + i, protocol, ...more })
    const email = `of-${protocol}`
    await addClient(me, { email, subId: `${email}-sub` }, [id])
    const address = await addressOn(`${protocol}.example`, [id], { trafficMultiplier: 1.25 })
    const users = Object.entries(await coreKeys(email))
    const derived = users.find(([name]) => name.startsWith('+'))?.[1] ?? 'none'
    expect(users).toHaveLength(2)
    const clash = (await get(`/clash/${email}-sub`)).body
    expect(clash).toContain(derived)
    await me.post(`${hosts}/del/${address.groupId}`)
  }
})

it('a fallback’s child that borrows an address has the client’s own key there', async () => {
  const stream = {
    network: 'tcp',
    security: 'tls',
    tlsSettings: {
      serverName: 'm.example',
      certificates: [{ certificateFile: '/c.pem', keyFile: '/k.pem' }],
    },
  }
  const master = await addInbound(me, { port: 31_520, protocol: 'vless', streamSettings: stream })
  const child = await addInbound(me, {
    port: 31_521,
    listen: '127.0.0.1',
    protocol: 'trojan',
    streamSettings: { network: 'ws', security: 'none', wsSettings: { path: '/c' } },
  })
  await me.post(`${inbounds}/${master.id}/fallbacks`, { fallbacks: [{ childId: child.id, path: '/c' }] })
  await addressOn('front.example', [master.id], { trafficMultiplier: 2 })
  await addClient(me, { email: 'kid', subId: 'kid-sub', password: 'kid pass' }, [child.id])
  expect(await subKeys('kid')).toEqual({ 'front.example': 'kid pass' })
  expect(await coreKeys('kid')).toEqual({ kid: 'kid pass' })
})

describe('what cannot be', () => {
  it.each([-1, 100.01, 1.234, 'much', 1e9])('a multiplier of %s is refused', async (trafficMultiplier) => {
    const reply = await me.post(`${hosts}/add`, {
      hosts: ['x.example'],
      inboundIds: [inbound.id],
      trafficMultiplier,
    })
    expect(reply.success).toBe(false)
    expect(reply.msg).toMatch(/0 to 100 with at most two decimals|number/i)
  })

  it('an inbound with one key per client is refused by name, and nothing is stored', async () => {
    const single = {
      method: '2022-blake3-chacha20-poly1305',
      password: Buffer.alloc(32, 5).toString('base64'),
    }
    const { id } = await addInbound(me, {
      port: 31_530,
      protocol: 'shadowsocks',
      settings: single,
      remark: 'single',
    })
    const body = { hosts: ['x.example'], inboundIds: [inbound.id, id], trafficMultiplier: 2 }
    for (const path of ['add', 'review']) {
      const reply = await me.post(`${hosts}/${path}`, path === 'add' ? body : { host: body })
      expect(reply).toMatchObject({
        success: false,
        msg: expect.stringMatching(/single.*one key|one key.*single/is),
      })
    }
    expect((await me.get<HostGroup[]>(`${hosts}/byInbound/${id}`)).obj).toEqual([])
    expect(await me.post(`${hosts}/add`, { ...body, trafficMultiplier: null })).toMatchObject({
      success: true,
    })
  })

  it('an inbound whose addresses have one keeps a protocol with further keys, until it is taken away', async () => {
    const { id } = await addInbound(me, { port: 31_531, protocol: 'trojan' })
    const address = await addressOn('priced.example', [id], { trafficMultiplier: 2 })
    const single = {
      method: '2022-blake3-chacha20-poly1305',
      password: Buffer.alloc(32, 5).toString('base64'),
    }
    const other = { protocol: 'shadowsocks', settings: single }
    expect(await me.post(`${inbounds}/update/${id}`, other)).toMatchObject({
      success: false,
      msg: expect.stringMatching(/multiplier.*priced\.example/),
    })
    expect((await me.get<ListedInbound>(`${inbounds}/get/${id}`)).obj.protocol).toBe('trojan')
    expect(await me.post(`${inbounds}/update/${id}`, { port: 31_532 })).toMatchObject({ success: true })
    await change(address, { trafficMultiplier: null })
    expect(await me.post(`${inbounds}/update/${id}`, other)).toMatchObject({ success: true })
  })

  it('an id that is no group is no review', async () => {
    expect(await me.post(`${hosts}/review`, { groupId: randomUUID() })).toMatchObject({ success: false })
  })
})
