import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Group } from '#contract/limits.ts'
import { addClient, addInbound, allClients, clients, recordOf } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'

let t: MeteredPanel
let me: Visitor
let inboundId: number

beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
  inboundId = (await addInbound(me)).id
})
afterAll(() => t.stop())

const groupCall = async (call: string, body: object) =>
  expect(await me.post(`${clients}/groups/${call}`, body)).toMatchObject({ success: true })
const group = async (name: string) =>
  (await me.get<Group[]>(`${clients}/groups`)).obj.find((one) => one.name === name)
const state = async (email: string) => {
  const { enable, slowed, ended } = (await recordOf(me, email)) ?? {}
  return [enable, slowed, ended]
}
const on = [true, '', false]
const cut = [false, '', true]
const slow = [true, 'ended', true]
const addMember = (email: string, more: object = {}) =>
  addClient(me, { email, group: 'family', ...more }, [inboundId])
const use = async (email: string, bytes: number) => {
  t.fake.move('user', email, bytes)
  await t.tick()
}
const setCounter = (email: string, upload: number) =>
  me.post(`${clients}/updateTraffic/${email}`, { upload, download: 0 })

describe('a shared quota', () => {
  it('ends all members within one tick, and a higher one lifts it at once', async () => {
    await groupCall('create', { name: 'family', totalGB: 1000 })
    for (const email of ['ann', 'bob']) await addMember(email)
    await use('ann', 600)
    expect([await state('ann'), await group('family')]).toMatchObject([on, { used: 600, ended: false }])
    await use('bob', 400)
    expect([await state('ann'), await state('bob')]).toEqual([cut, cut])
    expect(await group('family')).toMatchObject({ used: 1000, ended: true })
    const status = await me.get<{ items: { email: string }[]; summary: object }>(
      `${clients}/list/paged?filter=depleted`,
    )
    expect(status.obj).toMatchObject({
      items: [{ email: 'ann' }, { email: 'bob' }],
      summary: { depletedCount: 2, deactiveCount: 0, active: 0 },
    })
    await groupCall('update', { name: 'family', totalGB: 1001 })
    expect([await state('ann'), await state('bob')]).toEqual([on, on])
  })

  it('an edit, an explicit enable or an own renewal does not get around it', async () => {
    await use('ann', 1)
    await me.post(`${clients}/update/ann`, { email: 'ann', totalGB: 5000, enable: true })
    await me.post(`${clients}/bulkEnable`, { emails: ['ann'] })
    expect(await state('ann')).toEqual(cut)
    await me.post(`${clients}/delDepleted`)
    expect(await state('ann')).toEqual(cut) // nobody is deleted for what others used
  })

  it('slow instead of cut, both ways', async () => {
    await groupCall('update', { name: 'family', whenEnded: 'slow' })
    expect([await state('ann'), await state('bob')]).toEqual([slow, slow])
    await groupCall('update', { name: 'family', whenEnded: 'cut' })
    expect(await state('bob')).toEqual(cut)
  })

  it('a reset of the group lifts it at once, one of a member with the next tick', async () => {
    await groupCall('resetTraffic', { name: 'family' })
    expect([await state('ann'), await state('bob'), await group('family')]).toMatchObject([
      on,
      on,
      { used: 0 },
    ])
    await use('ann', 900)
    await use('bob', 200)
    expect([await state('ann'), await state('bob')]).toEqual([cut, cut])
    await me.post(`${clients}/resetTraffic/bob`)
    expect(await state('bob')).toEqual(on)
    await t.tick()
    expect([await state('ann'), await group('family')]).toMatchObject([on, { used: 900, ended: false }])
  })

  it('a member takes its bytes along: out of the group, into it, with a delete', async () => {
    await groupCall('bulkRemove', { emails: ['ann'] })
    expect(await group('family')).toMatchObject({ used: 0 })
    await groupCall('bulkAdd', { emails: ['ann'], group: 'family' })
    expect(await group('family')).toMatchObject({ used: 900 })
    await me.post(`${clients}/update/ann`, { email: 'anna' })
    expect(await group('family')).toMatchObject({ used: 900 })
    await me.post(`${clients}/del/anna?keepTraffic=1`)
    expect(await group('family')).toMatchObject({ used: 0 })
    await addMember('anna') // its counters were kept
    expect(await group('family')).toMatchObject({ used: 900 })
    await me.post(`${clients}/del/anna`)
    expect(await group('family')).toMatchObject({ used: 0 })
  })

  it('a rename takes the sum along and lets nobody back in; a deleted group ends nobody', async () => {
    await setCounter('bob', 5000)
    await t.tick()
    expect(await state('bob')).toEqual(cut)
    await groupCall('rename', { oldName: 'family', newName: 'house' })
    expect([await state('bob'), await group('house')]).toMatchObject([cut, { used: 5000, ended: true }])
    await t.tick()
    expect(await state('bob')).toEqual(cut)
    await groupCall('delete', { name: 'house' })
    expect(await state('bob')).toEqual(on)
  })

  it('a quota that comes later counts what was used before', async () => {
    await groupCall('bulkAdd', { emails: ['bob'], group: 'late' })
    expect(await group('late')).toMatchObject({ used: 0, totalGB: 0 })
    await groupCall('update', { name: 'late', totalGB: 4000 })
    expect(await group('late')).toMatchObject({ used: 5000, ended: true })
    await t.tick()
    expect(await state('bob')).toEqual(cut)
    await me.post(`${clients}/resetAllTraffics`)
    expect([await state('bob'), await group('late')]).toMatchObject([on, { used: 0 }])
  })

  it('bytes that the core has not counted end it in time, and it comes back if they were too many', async () => {
    t.fake.uncounted.set('bob', 4000)
    await t.tick()
    expect(await state('bob')).toEqual(cut)
    await me.post(`${clients}/update/bob`, { email: 'bob', comment: 'no way around' })
    expect(await state('bob')).toEqual(cut)
    t.fake.uncounted.clear()
    await t.tick()
    expect(await state('bob')).toEqual(cut)
    t.pass(11_000)
    await t.tick()
    expect(await state('bob')).toEqual(on)
  })
})

describe('a shared end', () => {
  it('ends all members, keeps them ended through a reset, and a later one lifts it', async () => {
    await groupCall('create', { name: 'term', expiryTime: Date.now() + 60_000 })
    for (const email of ['eve', 'joe']) await addClient(me, { email, group: 'term' }, [inboundId])
    await t.tick()
    expect(await state('eve')).toEqual(on)
    t.pass(61_000)
    await t.tick()
    expect([await state('eve'), await state('joe')]).toEqual([cut, cut])
    await me.post(`${clients}/resetAllTraffics`)
    await me.post(`${clients}/resetTraffic/joe`)
    expect([await state('eve'), await state('joe')]).toEqual([cut, cut])
    await groupCall('update', { name: 'term', expiryTime: 0 })
    expect([await state('eve'), await state('joe')]).toEqual([on, on])
  })

  it.each([
    ['totalGB', -1],
    ['expiryTime', -86_400_000],
    ['limitIp', 1.5],
    ['ipGrace', 4_000],
  ])('a group refuses %s %j by its name', async (field, value) => {
    expect(await me.post(`${clients}/groups/update`, { name: 'term', [field]: value })).toMatchObject({
      success: false,
      msg: expect.stringContaining(field),
    })
  })
})

it('after any writes the stored sums are the sums of the members, and the live index finds every member', async () => {
  const seed = 20_240_611
  let random = seed
  const pick = <T>(list: readonly T[]): T => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return list[random % list.length] as T
  }
  const groups = ['r1', 'r2', 'r3']
  const names = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']
  for (const name of groups) await groupCall('create', { name, totalGB: 3_000 })
  for (const email of names) await addClient(me, { email, group: pick(groups) }, [inboundId])
  const acts = [
    () => use(pick(names), 700),
    () => setCounter(pick(names), 400),
    () => me.post(`${clients}/resetTraffic/${pick(names)}`),
    () => me.post(`${clients}/groups/bulkAdd`, { emails: [pick(names), pick(names)], group: pick(groups) }),
    () => me.post(`${clients}/groups/bulkRemove`, { emails: [pick(names)] }),
    () => me.post(`${clients}/groups/rename`, { oldName: pick(groups), newName: pick(groups) }),
    () => me.post(`${clients}/groups/update`, { name: pick(groups), totalGB: pick([0, 1_000, 5_000]) }),
    () => me.post(`${clients}/groups/resetTraffic`, { name: pick(groups) }),
    () => me.post(`${clients}/del/${pick(names)}?keepTraffic=${pick([0, 1])}`),
    () => addClient(me, { email: pick(names), group: pick(groups) }, [inboundId]).catch(() => {}),
    () => t.tick(),
  ]
  for (let i = 0; i < 60; i++) {
    await pick(acts)()
    const { rows } = await sql<{ name: string; used: number; sum: number | null; n: number }>`
      select g.name, g.used, g.total_gb, (select sum(t.up + t.down) from clients c join client_traffics t
        on t.email = c.email where c.group_name = g.name) as sum from client_groups g
      where g.total_gb > 0`.execute(t.panel.db.read)
    expect(
      rows.map((r) => [r.name, Number(r.used)]),
      `after step ${i}`,
    ).toEqual(rows.map((r) => [r.name, Number(r.sum ?? 0)]))
  }
  await t.tick()
  const all = new Map((await me.get<Group[]>(`${clients}/groups`)).obj.map((one) => [one.name, one]))
  for (const client of (await allClients(me)).filter((c) => names.includes(c.email)))
    expect([client.email, client.ended]).toEqual([client.email, all.get(client.group)?.ended ?? false])
})
