import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientInboundUsage } from '#contract/usage-api.ts'
import { addClient, addInbound, clients, inbounds, type ListedInbound } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'

let t: MeteredPanel
let me: Visitor
let first: ListedInbound
let second: ListedInbound
beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
  first = await addInbound(me)
  second = await addInbound(me, { protocol: 'trojan' })
})
afterAll(() => t.stop())

interface Usage {
  items: ClientInboundUsage[]
  others: number
}
const usageOf = async (email: string, query = ''): Promise<Usage> =>
  (await me.get<Usage>(`/panel/api/usage/client/${email}${query}`)).obj
const counters = async (email: string) =>
  (await me.get<{ up: number; down: number }>(`${clients}/traffic/${email}`)).obj
const multiply = ({ id }: ListedInbound, trafficMultiplier: unknown) =>
  me.post(`${inbounds}/update/${id}`, { trafficMultiplier })

describe('a multiplier', () => {
  it('counts bytes of its inbound that often against the quota, from now on', async () => {
    await addClient(me, { email: 'twice', totalGB: 100 }, [first.id, second.id])
    t.fake.move('user', 'twice', 5, 5)
    await t.tick()
    expect(await multiply(first, 2.5)).toMatchObject({ success: true })
    expect(await counters('twice')).toMatchObject({ up: 5, down: 5 })
    t.fake.move('user', `@${first.id}/twice`, 3, 10)
    t.fake.move('user', 'twice', 1, 1)
    await t.tick()
    expect(await counters('twice')).toMatchObject({ up: 5 + 7 + 1, down: 5 + 25 + 1 })
    t.fake.move('user', `@${first.id}/twice`, 1, 0)
    await t.tick()
    // 3 x 2.5 + 1 x 2.5 is 10: the half byte of the first tick was carried.
    expect(await counters('twice')).toMatchObject({ up: 5 + 10 + 1, enable: true })
    expect(await usageOf('twice')).toEqual({
      items: [{ inboundId: first.id, up: 4, down: 10, charged: 35 }],
      others: 12,
    })
    expect(await usageOf('twice', '?range=today')).toMatchObject({
      items: [{ inboundId: first.id, up: 4, down: 10, charged: 35 }],
      others: 12,
    })
    t.fake.move('user', `@${first.id}/twice`, 0, 30)
    await t.tick()
    expect(await counters('twice')).toMatchObject({ enable: false })
    await me.post(`${clients}/resetTraffic/twice`)
    expect(await usageOf('twice')).toEqual({ items: [], others: 0 })
    expect(await usageOf('twice', '?range=today')).toMatchObject({
      items: [{ inboundId: first.id, charged: 110 }],
    })
  })

  it('of 0 makes bytes free, and they are still known', async () => {
    await multiply(second, 0)
    await addClient(me, { email: 'free' }, [second.id])
    t.fake.move('user', `@${second.id}/free`, 1_000, 1_000)
    t.fake.move('user', 'free', 7) // a connection from before: the client has no other inbound
    await t.tick()
    expect(await counters('free')).toMatchObject({ up: 0, down: 0 })
    expect(await usageOf('free')).toEqual({
      items: [{ inboundId: second.id, up: 1_000, down: 1_000, charged: 0 }],
      others: 0,
    })
    await multiply(second, 1)
  })

  it.each([-1, 100.01, 1.234, 'much', 1e9])('of %s is refused', async (value) => {
    const reply = await multiply(second, value)
    expect(reply.success).toBe(false)
    expect(reply.msg).toMatch(/0 to 100 with at most two decimals|number/i)
  })

  it('follows a client to its new name, and is forgotten with it', async () => {
    await addClient(me, { email: 'old' }, [first.id])
    t.fake.move('user', `@${first.id}/old`, 4)
    await t.tick()
    await me.post(`${clients}/update/old`, { email: 'new' })
    t.fake.move('user', `@${first.id}/old`, 2) // still open
    t.fake.move('user', `@${first.id}/new`, 2)
    await t.tick()
    expect(await counters('new')).toMatchObject({ up: 20 })
    expect(await usageOf('new')).toEqual({
      items: [{ inboundId: first.id, up: 8, down: 0, charged: 20 }],
      others: 0,
    })
    await me.post(`${clients}/del/new`)
    expect(await me.get(`/panel/api/usage/client/new`)).toMatchObject({ success: false })
    await addClient(me, { email: 'new' }, [first.id])
    expect(await usageOf('new')).toEqual({ items: [], others: 0 })
  })

  it('ends with a reset also where bytes were free', async () => {
    await multiply(second, 0)
    for (const email of ['free-alone', 'free-in-bulk']) {
      await addClient(me, { email }, [second.id])
      t.fake.move('user', `@${second.id}/${email}`, 8, 9)
    }
    await t.tick()
    expect(await usageOf('free-alone')).toMatchObject({ items: [{ up: 8, down: 9, charged: 0 }] })
    await me.post(`${clients}/resetTraffic/free-alone`)
    await me.post(`${clients}/bulkResetTraffic`, { emails: ['free-in-bulk'] })
    for (const email of ['free-alone', 'free-in-bulk'])
      expect(await usageOf(email)).toEqual({ items: [], others: 0 })
    await multiply(second, 1)
  })

  it('last bytes of a deleted client are not those of the next one with its name', async () => {
    await addClient(me, { email: 'again' }, [first.id])
    await me.post(`${clients}/del/again`)
    t.fake.move('user', `@${first.id}/again`, 50, 50)
    await t.tick()
    await addClient(me, { email: 'again' }, [first.id])
    expect(await usageOf('again')).toEqual({ items: [], others: 0 })
    expect(await usageOf('again', '?range=today')).toMatchObject({ items: [] })
    expect(await counters('again')).toMatchObject({ up: 0, down: 0 })
  })
})
