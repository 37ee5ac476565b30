import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '#contract/plan.ts'
import type { PlanPreview } from '#contract/policies-api.ts'
import { noPlanLimits } from '#domain/limits/fields.ts'
import { addClient, addInbound, clients, recordOf } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let panel: TestPanel
let me: Visitor
const root = '/panel/api/plans'
const gold = { name: 'Gold', totalGB: 107_374_182_400, days: 30, delayedStart: true, group: 'gold' }
const list = async () => (await me.get<Plan[]>(`${root}/list`)).obj

beforeAll(async () => {
  panel = await testPanel()
  me = await panel.login()
})
afterAll(() => panel.stop())
afterEach(async () => {
  for (const { id } of await list()) await me.post(`${root}/del/${id}`)
})

describe('plans', () => {
  it('are stored as given, with absent fields empty', async () => {
    const { obj } = await me.post<Plan>(`${root}/add`, gold)
    expect(obj).toEqual({
      ...gold,
      limitIp: 0,
      reset: 0,
      inboundIds: [],
      ...noPlanLimits,
      id: expect.any(Number),
    })
    expect(await list()).toEqual([obj])
    await me.post(`${root}/update/${obj.id}`, { ...gold, days: 60 })
    expect((await list())[0]).toMatchObject({ id: obj.id, days: 60, totalGB: gold.totalGB })
    await me.post(`${root}/del/${obj.id}`)
    expect(await list()).toEqual([])
  })

  it('have unique names, ignoring case', async () => {
    await me.post(`${root}/add`, gold)
    const again = await me.post(`${root}/add`, { ...gold, name: 'gold' })
    expect(again).toMatchObject({ success: false, msg: expect.stringContaining('already') })
    expect(await list()).toHaveLength(1)
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'a\u0001b' }, 'name'],
    [{ name: 'a', totalGB: -1 }, 'totalGB'],
    [{ name: 'a', days: 1.5 }, 'days'],
    [{ name: 'a', speedDown: -1 }, 'speedDown'],
    [{ name: 'a', whenEnded: 'stop' }, 'whenEnded'],
    [{ name: 'a', inboundIds: ['x'] }, 'inboundIds'],
  ])('refuse %j by the name of the field', async (bad, field) => {
    expect(await me.post(`${root}/add`, bad)).toMatchObject({
      success: false,
      msg: expect.stringContaining(field),
    })
    expect(await list()).toEqual([])
  })

  it('that do not exist are reported as such', async () => {
    for (const call of ['update/4242', 'del/4242', 'del/99999999999'])
      expect(await me.post(`${root}/${call}`, gold)).toMatchObject({ success: false })
  })
})

describe('a plan applied again', () => {
  const inboundOf = async () => (await addInbound(me)).id

  it('shows the difference first, applies exactly that to all in one entry of the trail, and then nothing', async () => {
    const { obj: plan } = await me.post<Plan>(`${root}/add`, { ...gold, name: 'Family', limitHwid: 2 })
    const inboundId = await inboundOf()
    const stored = { totalGB: gold.totalGB, limitHwid: 2, limitIp: 0, reset: 0 }
    for (const [email, more] of [
      ['same', stored],
      ['old1', { totalGB: 5, limitHwid: 2 }],
      ['old2', { totalGB: 5, limitHwid: 1 }],
    ] as const)
      await addClient(me, { email, planId: plan.id, group: gold.group ?? '', ...more }, [inboundId])
    await addClient(me, { email: 'other', totalGB: 5 }, [inboundId])
    const preview = async () => (await me.post<PlanPreview>(`${root}/preview/${plan.id}`)).obj
    const first = await preview()
    expect(first).toMatchObject({ clients: 3, changed: 2, examples: [{ email: 'old1' }, { email: 'old2' }] })
    expect(first.fields).toEqual(
      expect.arrayContaining([
        { field: 'totalGB', from: 5, to: gold.totalGB, clients: 2 },
        { field: 'limitHwid', from: 1, to: 2, clients: 1 },
      ]),
    )
    // Somebody changed a client meanwhile: nothing is applied.
    await me.post(`${clients}/update/old2`, { email: 'old2', totalGB: 6 })
    const late = await me.post(`${root}/apply/${plan.id}`, { version: first.version })
    expect(late).toMatchObject({ success: false, msg: expect.stringContaining('preview') })
    expect(await recordOf(me, 'old1')).toMatchObject({ totalGB: 5 })
    const { version } = await preview()
    const done = await me.post(`${root}/apply/${plan.id}`, { version })
    expect(done).toMatchObject({ success: true, obj: { changed: 2 } })
    for (const email of ['same', 'old1', 'old2']) expect(await recordOf(me, email)).toMatchObject(stored)
    expect(await recordOf(me, 'other')).toMatchObject({ totalGB: 5 })
    expect(await preview()).toMatchObject({ clients: 3, changed: 0, fields: [], examples: [] })
    const trail = await panel.panel.db.read
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'plan.apply')
      .execute()
    expect(trail).toHaveLength(1)
  })

  it('gives a key for each device, or takes them, like its other limits', async () => {
    const { obj: plan } = await me.post<Plan>(`${root}/add`, { name: 'Keys', deviceKeys: true })
    expect(plan).toMatchObject({ deviceKeys: true })
    await addClient(me, { email: 'keyed', planId: plan.id }, [await inboundOf()])
    for (const deviceKeys of [true, false]) {
      await me.post(`${root}/update/${plan.id}`, { name: 'Keys', deviceKeys })
      const { obj } = await me.post<PlanPreview>(`${root}/preview/${plan.id}`)
      expect(obj.fields).toEqual([{ field: 'deviceKeys', from: !deviceKeys, to: deviceKeys, clients: 1 }])
      await me.post(`${root}/apply/${plan.id}`, { version: obj.version })
      expect(await recordOf(me, 'keyed')).toMatchObject({ deviceKeys })
    }
  })

  it('lifts a client whose quota it raises, and a plan that is not there is reported', async () => {
    const { obj: plan } = await me.post<Plan>(`${root}/add`, { name: 'More', totalGB: 10 })
    await addClient(me, { email: 'ended', planId: plan.id, totalGB: 10 }, [await inboundOf()])
    await me.post(`${clients}/updateTraffic/ended`, { upload: 20, download: 0 })
    await panel.panel.traffic.tick()
    expect(await recordOf(me, 'ended')).toMatchObject({ enable: false, ended: true })
    await me.post(`${root}/update/${plan.id}`, { name: 'More', totalGB: 100 })
    const { obj } = await me.post<PlanPreview>(`${root}/preview/${plan.id}`)
    await me.post(`${root}/apply/${plan.id}`, { version: obj.version })
    expect(await recordOf(me, 'ended')).toMatchObject({ enable: true, ended: false, totalGB: 100 })
    for (const call of ['preview/4242', 'apply/4242'])
      expect(await me.post(`${root}/${call}`, { version: 'x' })).toMatchObject({ success: false })
  })
})
