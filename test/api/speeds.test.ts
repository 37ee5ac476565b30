import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Group } from '#contract/limits.ts'
import { addClient, addInbound, clients, inbounds } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'

let t: MeteredPanel
let me: Visitor
let inboundId: number
const none = { speedDown: 0, speedUp: 0, whenEnded: 'cut', slowSpeed: 0, limitHwid: 0 }
const all = {
  speedDown: 16_000_000,
  speedUp: 8_000_000,
  whenEnded: 'slow',
  slowSpeed: 1_000_000,
  limitHwid: 3,
}
type Row = Record<string, unknown> & { email: string }

beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
  inboundId = (await addInbound(me)).id
})
afterAll(() => t.stop())

const get = async (email: string) => (await me.get<{ client: Row }>(`${clients}/get/${email}`)).obj.client
const listed = async (email: string) =>
  (await me.get<Row[]>(`${clients}/list`)).obj.find((row) => row.email === email)
const paged = async (email: string) =>
  (await me.get<{ items: Row[] }>(`${clients}/list/paged?search=${email}`)).obj.items[0]
const groups = async () => (await me.get<Group[]>(`${clients}/groups`)).obj
const group = async (name: string) => (await groups()).find((one) => one.name === name)

describe('speeds on the wire', () => {
  it('a client that never had them has none, and one that has them shows them everywhere', async () => {
    await addClient(me, { email: 'plain' }, [inboundId])
    await addClient(me, { email: 'quick', ...all }, [inboundId])
    for (const [email, has] of [
      ['plain', none],
      ['quick', all],
    ] as const)
      for (const read of [get, listed, paged]) expect(await read(email)).toMatchObject(has)
  })

  it('an update leaves what it does not name', async () => {
    await me.post(`${clients}/update/quick`, { email: 'quick', comment: 'hello' })
    expect(await get('quick')).toMatchObject({ ...all, comment: 'hello' })
    await me.post(`${clients}/update/quick`, { email: 'quick', speedUp: 0, whenEnded: 'cut' })
    expect(await get('quick')).toMatchObject({ ...all, speedUp: 0, whenEnded: 'cut' })
    await me.post(`${clients}/bulkAdjust`, { emails: ['quick'], setSpeedUp: 5, setWhenEnded: 'slow' })
    expect(await get('quick')).toMatchObject({ ...all, speedUp: 5 })
  })

  it.each([
    ['speedDown', -1],
    ['speedUp', 1.5],
    ['slowSpeed', 'fast'],
    ['limitHwid', -1],
    ['whenEnded', 'stop'],
  ])('a group refuses %s %j by its name, and nothing is stored', async (field, value) => {
    for (const call of ['create', 'update'])
      expect(await me.post(`${clients}/groups/${call}`, { name: 'bad', [field]: value })).toMatchObject({
        success: false,
        msg: expect.stringContaining(field),
      })
    expect(await group('bad')).toBeUndefined()
  })

  it('groups have them, keep them with a new name, and may be only a label before', async () => {
    await me.post(`${clients}/groups/create`, { name: 'school', ...all })
    expect(await group('school')).toMatchObject({ ...all, clientCount: 0 })
    await me.post(`${clients}/groups/update`, { name: 'school', speedUp: 1 })
    expect(await group('school')).toMatchObject({ ...all, speedUp: 1 })
    await me.post(`${clients}/groups/rename`, { oldName: 'school', newName: 'office' })
    expect([await group('school'), await group('office')]).toMatchObject([undefined, { ...all, speedUp: 1 }])
    await addClient(me, { email: 'labelled', group: 'label' }, [inboundId])
    expect(await group('label')).toMatchObject(none)
    await me.post(`${clients}/groups/update`, { name: 'label', speedDown: 7 })
    expect(await group('label')).toMatchObject({ ...none, speedDown: 7, clientCount: 1 })
    expect(await me.post(`${clients}/groups/update`, { name: 'nobody', speedDown: 7 })).toMatchObject({
      success: false,
    })
  })

  it('an inbound has its default at the top', async () => {
    const read = async () => (await me.get<Row>(`${inbounds}/get/${inboundId}`)).obj
    expect(await read()).toMatchObject({ speedDown: 0, speedUp: 0 })
    await me.post(`${inbounds}/update/${inboundId}`, { speedDown: 9_000_000 })
    expect(await read()).toMatchObject({ speedDown: 9_000_000, speedUp: 0 })
    await me.post(`${inbounds}/update/${inboundId}`, { remark: 'other' })
    expect((await me.get<Row[]>(`${inbounds}/list`)).obj[0]).toMatchObject({ speedDown: 9_000_000 })
    expect(await me.post(`${inbounds}/update/${inboundId}`, { speedUp: -1 })).toMatchObject({
      success: false,
      msg: expect.stringContaining('speedUp'),
    })
  })
})

describe('at the end', () => {
  const used = (email: string, upload: number) =>
    me.post(`${clients}/updateTraffic/${email}`, { upload, download: 0 })
  const state = async (email: string) => {
    const { enable, slowed } = await get(email)
    return [enable, slowed]
  }

  it('one client is cut and the other goes on slowly, until it is renewed', async () => {
    for (const [email, more] of [
      ['cut', {}],
      ['slow', { whenEnded: 'slow' }],
      ['member', { group: 'gentle' }],
    ] as const)
      await addClient(me, { email, totalGB: 10, ...more }, [inboundId])
    await me.post(`${clients}/groups/update`, { name: 'gentle', whenEnded: 'slow' })
    for (const email of ['cut', 'slow', 'member']) await used(email, 20)
    await t.tick()
    expect([await state('cut'), await state('slow'), await state('member')]).toEqual([
      [false, ''],
      [true, 'ended'],
      [true, 'ended'],
    ])
    await t.tick()
    expect(await state('slow')).toEqual([true, 'ended'])
    // What the group says holds at once, both ways.
    await me.post(`${clients}/groups/update`, { name: 'gentle', whenEnded: 'cut' })
    expect(await state('member')).toEqual([false, ''])
    await me.post(`${clients}/groups/update`, { name: 'gentle', whenEnded: 'slow' })
    expect(await state('member')).toEqual([true, 'ended'])
    await me.post(`${clients}/resetTraffic/slow`)
    expect(await state('slow')).toEqual([true, ''])
    await me.post(`${clients}/resetAllTraffics`)
    expect([await state('cut'), await state('member')]).toEqual([
      [true, ''],
      [true, ''],
    ])
  })

  it('an expired one goes on slowly too, and a later end lifts it', async () => {
    await me.post(`${clients}/update/slow`, { email: 'slow', expiryTime: 1 })
    await t.tick()
    expect(await state('slow')).toEqual([true, 'ended'])
    await me.post(`${clients}/update/slow`, { email: 'slow', expiryTime: 0 })
    expect(await state('slow')).toEqual([true, ''])
  })
})
