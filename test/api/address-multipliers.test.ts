import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Host, HostGroup } from '#contract/host.ts'
import type { HostsReview } from '#contract/hosts-api.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import type { ClientInboundUsage } from '#contract/usage-api.ts'
import { addressesOf, hosts } from '#test/addresses.ts'
import { addClient, addInbound, clients, inbounds, type ListedInbound } from '#test/inbounds.ts'
import { createFakeCore, inPlaceOfCore } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

let t: ServedPanel
let me: Visitor
let get: Subscriber
let inbound: ListedInbound
let { addressOn, groupOf, change, subKeys, coreKeys, keysIn } = {} as ReturnType<typeof addressesOf>
const fake = createFakeCore()

beforeAll(async () => {
  t = await servedPanel(
    {},
    { metering: { core: inPlaceOfCore(fake), live: { uncounted: async () => fake.uncounted } } },
  )
  me = await t.login()
  get = subscriberOf(t.subPort)
  ;({ addressOn, groupOf, change, subKeys, coreKeys, keysIn } = addressesOf(me, get))
  inbound = await addInbound(me, { port: 31_501, protocol: 'trojan' })
  await me.post('/panel/setting/update', { subJsonEnable: true, subSingboxEnable: true })
})
afterAll(() => t.stop())

const review = async (body: object) => (await me.post<HostsReview>(`${hosts}/review`, body)).obj
const counters = async (email: string) => (await me.get<ClientTraffic>(`${clients}/traffic/${email}`)).obj
const usageOf = async (email: string) =>
  (await me.get<{ items: ClientInboundUsage[] }>(`/panel/api/usage/client/${email}`)).obj.items

describe('an address with a multiplier', () => {
  let cheap: Host
  let dear: Host
  beforeAll(async () => {
    cheap = await addressOn('cheap.example', [inbound.id], { security: 'tls' })
    dear = await addressOn('dear.example', [inbound.id], { security: 'tls' })
    await addClient(me, { email: 'ann', subId: 'ann-sub', password: 'her own', totalGB: 1_000 }, [inbound.id])
  })

  it('costs nothing while it is blank', async () => {
    expect(await coreKeys('ann')).toEqual({ ann: 'her own' })
    expect(await subKeys('ann')).toEqual({ 'cheap.example': 'her own', 'dear.example': 'her own' })
    expect(await groupOf(dear.groupId)).toMatchObject({ trafficMultiplier: null, ownKeys: false })
  })

  it('has links with a key of its own, which the core knows by name; other links stay', async () => {
    const asked = await groupOf(dear.groupId)
    const told = await review({ groupId: dear.groupId, host: { ...asked, trafficMultiplier: 2 } })
    expect(told).toMatchObject({ clients: 1, keysEnd: 0 })
    expect(told.changes).toMatchObject([{ path: 'trafficMultiplier', after: 2 }])
    expect(await change(dear, { trafficMultiplier: 2 })).toMatchObject({ success: true })
    expect(await groupOf(dear.groupId)).toMatchObject({ trafficMultiplier: 2, ownKeys: true })
    const links = await subKeys('ann')
    expect(links['cheap.example']).toBe('her own')
    expect(links['dear.example']).toMatch(/^[0-9a-f]{32}$/)
    expect(await coreKeys('ann')).toEqual({
      [`@${inbound.id}/ann`]: 'her own',
      [`+1@${inbound.id}/ann`]: links['dear.example'],
    })
  })

  it('is the same in every list of links and every format', async () => {
    const key = (await subKeys('ann'))['dear.example'] ?? 'none'
    const copied = (await me.get<string[]>(`${clients}/links/ann`)).obj
    expect(keysIn(copied)).toEqual(await subKeys('ann'))
    const texts = [
      JSON.stringify(await me.get(`${clients}/subLinks/ann-sub`)),
      ...(await Promise.all(
        ['/json/ann-sub', '/clash/ann-sub', '/singbox/ann-sub', '/sub/ann-sub?html=1'].map(
          async (path) => (await get(path)).body,
        ),
      )),
    ]
    for (const text of texts) {
      expect(text).toContain(key)
      expect(text).toMatch(/her(?: |%20)own/)
    }
  })

  it('charges what came by its key at its rate, and the rest at the inbound’s', async () => {
    fake.move('user', `@${inbound.id}/ann`, 1, 10)
    fake.move('user', `+1@${inbound.id}/ann`, 2, 20)
    await t.panel.traffic.tick()
    expect(await counters('ann')).toMatchObject({ up: 1 + 4, down: 10 + 40 })
    expect(await usageOf('ann')).toEqual([{ inboundId: inbound.id, up: 3, down: 30, charged: 55 }])
    await me.post(`${inbounds}/update/${inbound.id}`, { trafficMultiplier: 3 })
    fake.move('user', `@${inbound.id}/ann`, 1)
    fake.move('user', `+1@${inbound.id}/ann`, 1)
    await t.panel.traffic.tick()
    expect(await counters('ann')).toMatchObject({ up: 5 + 3 + 2 })
    await me.post(`${inbounds}/update/${inbound.id}`, { trafficMultiplier: 1 })
  })

  it('keeps its links when the multiplier changes or is taken away; then bytes cost what the inbound’s do', async () => {
    const before = await subKeys('ann')
    const { obj: group } = await me.get<HostGroup>(`${hosts}/get/${dear.groupId}`)
    expect(await review({ groupId: dear.groupId, host: { ...group, trafficMultiplier: 0.5 } })).toMatchObject(
      {
        clients: 0,
      },
    )
    await change(dear, { trafficMultiplier: 0.5 })
    expect(await subKeys('ann')).toEqual(before)
    const { up } = await counters('ann')
    fake.move('user', `+1@${inbound.id}/ann`, 10)
    await t.panel.traffic.tick()
    expect(await counters('ann')).toMatchObject({ up: up + 5 })
    await change(dear, { trafficMultiplier: null })
    expect(await groupOf(dear.groupId)).toMatchObject({ trafficMultiplier: null, ownKeys: true })
    expect(await subKeys('ann')).toEqual(before)
    fake.move('user', `+1@${inbound.id}/ann`, 10)
    await t.panel.traffic.tick()
    expect(await counters('ann')).toMatchObject({ up: up + 15 })
    await change(dear, { trafficMultiplier: 2 })
  })

  it('is left as it is by a program that does not know it, and the same values are no change', async () => {
    const { trafficMultiplier: _, ownKeys: __, ...known } = await groupOf(dear.groupId)
    await me.post(`${hosts}/update/${dear.groupId}`, { ...known, serverDescription: 'new' })
    expect(await groupOf(dear.groupId)).toMatchObject({ trafficMultiplier: 2, serverDescription: 'new' })
    expect((await review({ groupId: dear.groupId, host: await groupOf(dear.groupId) })).changes).toEqual([])
  })

  it('does not cut early: what is not counted yet costs the lowest rate that it may have', async () => {
    await addClient(me, { email: 'late', totalGB: 100 }, [inbound.id])
    await change(cheap, { trafficMultiplier: 0.5 })
    fake.uncounted.set('late', 150)
    await t.panel.traffic.tick()
    expect(await counters('late')).toMatchObject({ enable: true })
    fake.uncounted.set('late', 250)
    await t.panel.traffic.tick()
    expect(await counters('late')).toMatchObject({ enable: false })
    fake.uncounted.clear()
    await change(cheap, { trafficMultiplier: null })
  })

  it('a quota ends all of its users at once', async () => {
    await addClient(me, { email: 'poor', subId: 'poor-sub', totalGB: 100 }, [inbound.id])
    expect(Object.keys(await coreKeys('poor'))).toHaveLength(3)
    fake.move('user', `+1@${inbound.id}/poor`, 50)
    await t.panel.traffic.tick()
    expect(await counters('poor')).toMatchObject({ up: 100, enable: false })
    expect(await coreKeys('poor')).toEqual({})
  })

  it('follows a client to its new name, and its new key to another one', async () => {
    const before = await subKeys('ann')
    await me.post(`${clients}/update/ann`, { email: 'anna' })
    expect((await subKeys('ann'))['dear.example']).toBe(before['dear.example'])
    expect(Object.keys(await coreKeys('anna'))).toContain(`+1@${inbound.id}/anna`)
    const { up } = await counters('anna')
    fake.move('user', `+1@${inbound.id}/ann`, 10) // still open
    await t.panel.traffic.tick()
    expect(await counters('anna')).toMatchObject({ up: up + 20 })
    await me.post(`${clients}/update/anna`, { email: 'ann', password: 'a new one' })
    const after = await subKeys('ann')
    expect(after['dear.example']).toMatch(/^[0-9a-f]{32}$/)
    expect(after['dear.example']).not.toBe(before['dear.example'])
    expect((await coreKeys('ann'))[`+1@${inbound.id}/ann`]).toBe(after['dear.example'])
  })

  it('gives each device a key of its own', async () => {
    await me.post(`${clients}/update/ann`, { email: 'ann', deviceKeys: true })
    const device = { 'x-hwid': 'HWID-phone', 'x-device-model': 'phone' }
    const links = keysIn(linksIn((await get('/sub/ann-sub', device)).body))
    const users = await coreKeys('ann')
    expect(Object.values(users)).toContain(links['dear.example'])
    expect(new Set(Object.values(users)).size).toBe(6) // two, with the client's and two addresses' keys
    await me.post(`${clients}/update/ann`, { email: 'ann', deviceKeys: false })
  })

  it('ends its keys when it is deleted, which the review counts', async () => {
    expect(await review({ groupId: dear.groupId })).toMatchObject({ keysEnd: 3 })
    const other = await addInbound(me, { port: 31_502, protocol: 'trojan' })
    const moved = { ...(await groupOf(dear.groupId)), inboundIds: [other.id] }
    expect(await review({ groupId: dear.groupId, host: moved })).toMatchObject({ keysEnd: 3 })
    await me.post(`${hosts}/del/${dear.groupId}`)
    await me.post(`${hosts}/del/${cheap.groupId}`)
    expect(await coreKeys('ann')).toEqual({ ann: 'a new one' })
    fake.move('user', `+1@${inbound.id}/ann`, 4) // the last bytes
    const { up } = await counters('ann')
    await t.panel.traffic.tick()
    expect(await counters('ann')).toMatchObject({ up: up + 4 })
  })
})
