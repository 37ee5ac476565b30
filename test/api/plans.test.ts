import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '#contract/plan.ts'
import { noGroupLimits } from '#domain/limits/group.ts'
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
      ...noGroupLimits,
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
