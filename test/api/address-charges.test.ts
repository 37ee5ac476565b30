import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Host, HostGroup } from '#contract/host.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import { hosts } from '#test/addresses.ts'
import { addClient, addInbound, clients, inbounds } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { createRandom } from '#test/random.ts'
import { seed } from '#test/seed.ts'

const rounds = process.env.SLUICE_LONG === '1' ? 2_000 : 120

let t: MeteredPanel
let me: Visitor
beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
})
afterAll(() => t.stop())

/** A set of addresses: its number in names of the core, and its rate in hundredths; null: the inbound's. */
interface AddressSet {
  groupId: string
  number: number
  rate: number | null
}

it('whatever moves by which address, is multiplied or renamed: charged is the sum of bytes times the rate of their time', async () => {
  const random = createRandom(seed)
  const ids = [(await addInbound(me)).id, (await addInbound(me, { protocol: 'trojan' })).id]
  const rates = new Map(ids.map((id) => [id, 100]))
  const sets: AddressSet[] = []
  for (const name of ['one.example', 'two.example']) {
    const body = { hosts: [name], inboundIds: ids, trafficMultiplier: 1 }
    const { obj } = await me.post<Host[]>(`${hosts}/add`, body)
    sets.push({ groupId: obj[0]?.groupId ?? '', number: sets.length + 1, rate: 100 })
  }
  const people = ['ann', 'bob', 'cem'].map((email) => ({ email, up: 0n, down: 0n }))
  for (const { email } of people) await addClient(me, { email }, ids)

  async function change() {
    const rate = random.pick([0, 25, 100, 133, 10_000])
    const id = random.pick(ids)
    if (random.chance(0.4)) {
      rates.set(id, rate)
      return me.post(`${inbounds}/update/${id}`, { trafficMultiplier: rate / 100 })
    }
    const set = random.pick(sets)
    set.rate = random.chance(0.3) ? null : rate
    const group = (await me.get<HostGroup>(`${hosts}/get/${set.groupId}`)).obj
    const trafficMultiplier = set.rate === null ? null : set.rate / 100
    return me.post(`${hosts}/update/${set.groupId}`, { ...group, trafficMultiplier })
  }

  for (let round = 0; round < rounds; round++) {
    for (const one of people) {
      const id = random.pick(ids)
      const set = random.pick([undefined, ...sets])
      const [up, down] = [random.below(5_000), random.below(5_000)]
      t.fake.move('user', `${set ? `+${set.number}` : ''}@${id}/${one.email}`, up, down)
      const rate = BigInt(set?.rate ?? rates.get(id) ?? 100)
      one.up += BigInt(up) * rate
      one.down += BigInt(down) * rate
    }
    await t.tick()
    if (random.chance(0.3)) expect(await change()).toMatchObject({ success: true })
    if (random.chance(0.05)) t.fake.restart()
    const someone = random.pick(people)
    if (random.chance(0.1)) {
      const email = `p${round}x${people.indexOf(someone)}`
      expect(await me.post(`${clients}/update/${someone.email}`, { email })).toMatchObject({ success: true })
      someone.email = email
    }
    const { up, down } = (await me.get<ClientTraffic>(`${clients}/traffic/${someone.email}`)).obj
    const where = `round ${round}, ${someone.email}, seed ${seed}`
    expect([where, BigInt(up), BigInt(down)]).toEqual([where, someone.up / 100n, someone.down / 100n])
  }
})
