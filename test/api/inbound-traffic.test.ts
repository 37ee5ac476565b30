import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClientInboundUsage } from '#contract/usage-api.ts'
import { addClient, addInbound, clients, inbounds, type ListedInbound } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { createRandom } from '#test/random.ts'
import { seed } from '#test/seed.ts'

const rounds = process.env.SLUICE_LONG === '1' ? 2_000 : 150

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
})

it('whatever moves, is multiplied, reset or renamed: charged is the sum of bytes times the multiplier of their time', async () => {
  const random = createRandom(seed)
  const all = [first, second, await addInbound(me), await addInbound(me)]
  const rates = new Map(all.map(({ id }) => [id, 100n]))
  for (const { id } of all) await multiply({ id } as ListedInbound, 1)
  const people = Array.from({ length: 6 }, (_, i) => ({
    email: `m${i}`,
    on: all.filter((_, n) => n === i % 4 || (i + n) % 3 === 0),
    /** Hundredths of a byte since the last reset. */
    charged: { up: 0n, down: 0n },
    apart: new Map<number, { up: number; down: number; charged: bigint }>(),
  }))
  for (const { email, on } of people)
    await addClient(
      me,
      { email },
      on.map(({ id }) => id),
    )
  for (let round = 0; round < rounds; round++) {
    for (const one of people) {
      const { id } = random.pick(one.on)
      const isApart = rates.get(id) !== 100n
      const [up, down] = [random.below(3_000), random.below(3_000)]
      // What a client moves elsewhere is moved where it is not counted apart, if there is such a place.
      const plain = one.on.find((inbound) => rates.get(inbound.id) === 100n)
      const user = isApart ? `@${id}/${one.email}` : one.email
      t.fake.move('user', user, up, down)
      const rate = isApart || plain ? (rates.get(isApart ? id : (plain?.id ?? id)) ?? 100n) : 100n
      one.charged.up += BigInt(up) * rate
      one.charged.down += BigInt(down) * rate
      if (!isApart) continue
      const sum = one.apart.get(id) ?? { up: 0, down: 0, charged: 0n }
      const charged = sum.charged + BigInt(up + down) * rate
      one.apart.set(id, { up: sum.up + up, down: sum.down + down, charged })
    }
    await t.tick()
    const act = random.below(8)
    const someone = random.pick(people)
    if (act < 2) {
      const inbound = random.pick(all)
      const rate = random.pick([0, 50, 100, 100, 133, 250, 10_000])
      rates.set(inbound.id, BigInt(rate))
      expect(await multiply(inbound, rate / 100)).toMatchObject({ success: true })
    }
    if (act === 2) t.fake.restart()
    if (act === 3) {
      await me.post(`${clients}/resetTraffic/${someone.email}`)
      const rest = (way: bigint) => way % 100n
      someone.charged = { up: rest(someone.charged.up), down: rest(someone.charged.down) }
      someone.apart.clear()
    }
    if (act === 4) {
      const email = `m${round}x${people.indexOf(someone)}`
      expect(await me.post(`${clients}/update/${someone.email}`, { email })).toMatchObject({ success: true })
      someone.email = email
    }
    for (const { email, charged, apart } of random.below(10) === 0 ? people : [someone]) {
      const found = await counters(email)
      const where = `round ${round}, ${email}, seed ${seed}`
      expect([where, BigInt(found.up), BigInt(found.down)]).toEqual([
        where,
        charged.up / 100n,
        charged.down / 100n,
      ])
      const { items, others } = await usageOf(email)
      const expected = [...apart]
        .filter(([, { up, down }]) => up + down > 0)
        .sort(([a], [b]) => a - b)
        .map(([inboundId, sum]) => ({
          inboundId,
          up: sum.up,
          down: sum.down,
          charged: Number(sum.charged / 100n),
        }))
      expect([where, items]).toEqual([where, expected])
      expect(others).toBeLessThanOrEqual(found.up + found.down)
    }
  }
})
