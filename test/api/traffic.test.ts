import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ClientTraffic } from '#contract/traffic.ts'
import {
  addClient,
  addInbound,
  allInbounds,
  clients,
  inbounds,
  type ListedInbound,
  recordOf,
} from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { patient } from '#test/patient.ts'

const day = 86_400_000
let t: MeteredPanel
let me: Visitor
let first: ListedInbound
let second: ListedInbound
// A panel and a clock for each test: none depends on another.
beforeEach(async () => {
  t = await meteredPanel()
  me = await t.login()
  first = await addInbound(me)
  second = await addInbound(me, { protocol: 'trojan' })
})
afterEach(() => t.stop())

const trafficOf = async (email: string) => (await me.get<ClientTraffic>(`${clients}/traffic/${email}`)).obj
const bytesOf = async (email: string) => {
  const { up, down } = await trafficOf(email)
  return [up, down]
}
/** A client that has used this much when the test begins. */
async function used(email: string, up: number, down: number) {
  await addClient(me, { email }, [first.id])
  t.fake.move('user', email, up, down)
  await t.tick()
  expect(await bytesOf(email)).toEqual([up, down])
}
/** Advances every clock and logs in again. */
async function later(ms: number) {
  t.pass(ms)
  me = await t.login()
}
const inboundOf = async (id: number) => (await allInbounds(me)).find((i) => i.id === id)

describe('every byte once', () => {
  it('counts clients, inbounds and outbounds by name, from the first byte of a core', async () => {
    await addClient(me, { email: 'Ann' }, [first.id, second.id])
    t.fake.move('user', 'Ann', 10, 100)
    t.fake.move('inbound', first.tag, 11, 110)
    t.fake.move('outbound', first.tag, 7, 70)
    t.fake.move('inbound', 'api', 999)
    await t.tick()
    expect(await bytesOf('Ann')).toEqual([10, 100])
    expect(await inboundOf(first.id)).toMatchObject({ up: 11, down: 110 })
    const outbounds = (await me.get<object[]>('/panel/api/xray/getOutboundsTraffic')).obj
    expect(outbounds).toMatchObject([{ tag: first.tag, up: 7, down: 70, total: 77 }])
    const online = await trafficOf('Ann')
    expect(Date.now() - online.lastOnline).toBeLessThan(patient(60_000))
    await t.tick()
    expect(await bytesOf('Ann')).toEqual([10, 100])
  })

  it('the start id decides about a restart, not the value', async () => {
    await used('Ann', 10, 100)
    t.fake.restart()
    t.fake.move('user', 'Ann', 500, 500)
    await t.tick()
    expect(await bytesOf('Ann')).toEqual([510, 600])
  })

  it('a last reading before the core stops counts what the next tick would not see', async () => {
    await used('Ann', 510, 600)
    t.fake.move('user', 'Ann', 0, 9)
    await t.lastReading()
    t.fake.restart()
    await t.tick()
    expect(await bytesOf('Ann')).toEqual([510, 609])
  })

  it('a reset between two polls neither loses nor restores a byte', async () => {
    await used('Ann', 0, 1_000)
    t.fake.move('user', 'Ann', 0, 5)
    await me.post(`${clients}/resetTraffic/Ann`)
    expect(await bytesOf('Ann')).toEqual([0, 0])
    await t.tick()
    expect(await bytesOf('Ann')).toEqual([0, 5])
    await t.tick()
    expect(await bytesOf('Ann')).toEqual([0, 5])
    t.fake.move('inbound', first.tag, 0, 3)
    await me.post(`${inbounds}/${first.id}/resetTraffic`)
    await t.tick()
    expect(await inboundOf(first.id)).toMatchObject({ up: 0, down: 3 })
  })

  it('traffic counted under an old name belongs to the renamed client, also after two renames', async () => {
    await used('Ann', 0, 5)
    await me.post(`${clients}/update/Ann`, { email: 'ann2' })
    await me.post(`${clients}/update/ann2`, { email: 'ann3' })
    t.fake.move('user', 'Ann', 1, 0)
    t.fake.move('user', 'ann3', 2, 0)
    await t.tick()
    expect(await bytesOf('ann3')).toEqual([3, 5])
    await addClient(me, { email: 'Ann' }, [first.id])
    t.fake.move('user', 'Ann', 40, 0)
    await t.tick()
    expect([await bytesOf('Ann'), await bytesOf('ann3')]).toEqual([
      [40, 0],
      [3, 5],
    ])
  })

  it('P37: sums saturate', async () => {
    await addClient(me, { email: 'huge' }, [first.id])
    const most = Number.MAX_SAFE_INTEGER
    await me.post(`${clients}/updateTraffic/huge`, { upload: most - 5, download: 3 })
    t.fake.move('user', 'huge', 100, 100)
    t.fake.move('outbound', 'far', most, most)
    await t.tick()
    t.fake.move('outbound', 'far', 0, 0)
    await t.tick()
    expect(await bytesOf('huge')).toEqual([most - 3, 3])
  })

  it('a tick in which nothing moved writes nothing', async () => {
    await t.tick()
    const before = await t.panel.db.version()
    for (let i = 0; i < 3; i++) await t.tick()
    if (t.panel.db.engine === 'sqlite') expect(await t.panel.db.version()).toBe(before)
    else expect((await t.panel.db.version()).split(' ')[0]).toBe(before.split(' ')[0])
  })

  it('a failed write is made up for by the next tick, once', async () => {
    await used('ann', 3, 5)
    t.fake.move('user', 'ann', 0, 50)
    await t.panel.db.write((tx) => sql`alter table traffic_readings rename to hidden`.execute(tx))
    await expect(t.tick()).rejects.toThrow()
    await t.panel.db.write((tx) => sql`alter table hidden rename to traffic_readings`.execute(tx))
    t.fake.move('user', 'ann', 0, 1)
    await t.tick()
    expect(await bytesOf('ann')).toEqual([3, 56])
  })
})

describe('limits', () => {
  it('a depleted client is disabled, and comes back with a reset, a higher quota, or none', async () => {
    await addClient(me, { email: 'q', totalGB: 100 }, [first.id])
    for (const back of [
      () => me.post(`${clients}/resetTraffic/q`),
      () => me.post(`${clients}/update/q`, { totalGB: 10_000, enable: false }),
    ]) {
      t.fake.move('user', 'q', 0, 150)
      await t.tick()
      expect(await recordOf(me, 'q')).toMatchObject({ enable: false })
      expect(await trafficOf('q')).toMatchObject({ enable: false })
      await back()
      expect(await recordOf(me, 'q')).toMatchObject({ enable: true })
      expect(await trafficOf('q')).toMatchObject({ enable: true })
      await t.tick()
      expect(await recordOf(me, 'q')).toMatchObject({ enable: true })
    }
  })

  it("an operator's disabling is not the panel's", async () => {
    await addClient(me, { email: 'off', totalGB: 10, enable: false }, [first.id])
    t.fake.move('user', 'off', 50)
    await t.tick()
    await me.post(`${clients}/resetTraffic/off`)
    expect(await recordOf(me, 'off')).toMatchObject({ enable: false })
  })

  it('an expired client is disabled, and a later expiry brings it back', async () => {
    await addClient(me, { email: 'timed', expiryTime: Date.now() + 3_600_000 }, [first.id])
    await t.tick()
    expect(await recordOf(me, 'timed')).toMatchObject({ enable: true })
    await later(3_600_001)
    await t.tick()
    expect(await recordOf(me, 'timed')).toMatchObject({ enable: false })
    await me.post(`${clients}/update/timed`, { expiryTime: Date.now() + 100 * day })
    expect(await recordOf(me, 'timed')).toMatchObject({ enable: true })
  })

  it('a delayed start begins with the first bytes', async () => {
    await addClient(me, { email: 'later', expiryTime: -5 * day }, [first.id, second.id])
    t.fake.move('user', 'later', 0, 0)
    await t.tick()
    expect(await recordOf(me, 'later')).toMatchObject({ expiryTime: -5 * day })
    t.fake.move('user', 'later', 1)
    await t.tick()
    const { expiryTime = 0 } = (await recordOf(me, 'later')) ?? {}
    expect(expiryTime - Date.now()).toBeGreaterThan(4 * day)
    expect(await trafficOf('later')).toMatchObject({ expiryTime })
    t.fake.move('user', 'later', 1)
    await t.tick()
    expect(await recordOf(me, 'later')).toMatchObject({ expiryTime })
  })

  it('a renewal starts at zero, as often as allowed', async () => {
    const expiryTime = Date.now() + 2 * 3_600_000
    await addClient(me, { email: 'renews', expiryTime, reset: 1, resetMax: 1, totalGB: 10 }, [first.id])
    t.fake.move('user', 'renews', 50)
    await t.tick()
    expect(await recordOf(me, 'renews')).toMatchObject({ enable: false })
    await later(2 * 3_600_000)
    await t.tick()
    expect(await recordOf(me, 'renews')).toMatchObject({ enable: true, expiryTime: expiryTime + day })
    expect(await trafficOf('renews')).toMatchObject({ up: 0, resetCount: 1 })
    await later(day)
    await t.tick()
    expect(await recordOf(me, 'renews')).toMatchObject({ enable: false, expiryTime: expiryTime + day })
  })

  it('an inbound is disabled by its own quota, and a reset or a higher one enables it again', async () => {
    const inbound = await addInbound(me, { total: 100 })
    for (const back of [
      () => me.post(`${inbounds}/${inbound.id}/resetTraffic`),
      () => me.post(`${inbounds}/update/${inbound.id}`, { total: 1_000_000 }),
    ]) {
      t.fake.move('inbound', inbound.tag, 100)
      await t.tick()
      expect(await inboundOf(inbound.id)).toMatchObject({ enable: false })
      await back()
      expect(await inboundOf(inbound.id)).toMatchObject({ enable: true })
    }
  })

  it('periodic resets happen once, for the inbound and the clients that count for it', async () => {
    const daily = await addInbound(me, { trafficReset: 'daily' })
    await addClient(me, { email: 'daily', totalGB: 5 }, [daily.id])
    await addClient(me, { email: 'elsewhere' }, [first.id, daily.id])
    for (const email of ['daily', 'elsewhere']) t.fake.move('user', email, 9)
    t.fake.move('inbound', daily.tag, 18)
    await t.tick()
    expect(await recordOf(me, 'daily')).toMatchObject({ enable: false })
    await later(3 * day)
    await t.tick()
    expect(await inboundOf(daily.id)).toMatchObject({ up: 0 })
    expect(await recordOf(me, 'daily')).toMatchObject({ enable: true })
    expect([await bytesOf('daily'), await bytesOf('elsewhere')]).toEqual([
      [0, 0],
      [9, 0],
    ])
    t.fake.move('user', 'daily', 1)
    await later(1_000)
    await t.tick()
    expect(await bytesOf('daily')).toEqual([1, 0])
  })

  it('bytes that are not counted yet cut a client, and the counted result decides', async () => {
    await addClient(me, { email: 'live', totalGB: 1_000 }, [first.id])
    t.fake.uncounted.set('live', 1_200)
    await t.tick()
    expect(await recordOf(me, 'live')).toMatchObject({ enable: false })
    t.fake.uncounted.clear()
    await me.post(`${clients}/update/live`, { comment: 'an edit in between' })
    expect(await recordOf(me, 'live')).toMatchObject({ enable: false })
    await t.tick()
    expect(await recordOf(me, 'live')).toMatchObject({ enable: false })
    t.fake.move('user', 'live', 0, 990)
    await later(11_000)
    await t.tick()
    expect(await recordOf(me, 'live')).toMatchObject({ enable: true })
    t.fake.move('user', 'live', 0, 10)
    await t.tick()
    expect(await recordOf(me, 'live')).toMatchObject({ enable: false })
  })

  it('a clock jump expires nobody until it is accepted', async () => {
    await addClient(me, { email: 'jump', expiryTime: Date.now() + 30 * day }, [first.id])
    t.advance(60 * day)
    me = await t.login()
    await t.tick()
    expect(await recordOf(me, 'jump')).toMatchObject({ enable: true })
    const state = await me.get<{ clock: { held: boolean } }>('/panel/api/traffic/state')
    expect(state.obj.clock.held).toBe(true)
    expect(await me.post('/panel/api/traffic/acceptClock')).toMatchObject({ success: true })
    await t.tick()
    expect(await recordOf(me, 'jump')).toMatchObject({ enable: false })
  })

  it('the core is restarted for it only if the operator enabled that', async () => {
    const before = t.fake.restarts
    const end = async (email: string) => {
      await addClient(me, { email, totalGB: 1 }, [first.id])
      t.fake.move('user', email, 5)
      await t.tick()
    }
    await end('calm')
    expect(t.fake.restarts).toBe(before)
    const all = (await me.post<object>('/panel/api/setting/all')).obj
    await me.post('/panel/setting/update', { ...all, restartXrayOnClientDisable: true })
    await end('loud')
    expect(t.fake.restarts).toBe(before + 1)
  })
})
