import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Plan } from '#contract/plan.ts'
import { clientByPlan, limitsByPlan } from '#domain/limits/by-plan.ts'
import { addClient, addInbound, clients, recordOf } from '#test/inbounds.ts'
import { type BotPanel, boss, botPanel } from '#test/telegram.ts'

// A plan gives the same client, whoever gives it.

let b: BotPanel
let plan: Plan
let inboundIds: number[]
const wanted = {
  ...{ name: 'Gold', totalGB: 7 * 2 ** 30, days: 30, delayedStart: true, limitIp: 3, reset: 30 },
  ...{ group: 'gold', limitHwid: 4, deviceKeys: true, speedDown: 8_000_000, speedUp: 4_000_000 },
  ...{ whenEnded: 'slow', slowSpeed: 1_000_000, fairUse: 2 ** 30, fairUseSpeed: 2_000_000 },
} as const

beforeAll(async () => {
  b = await botPanel()
  await b.beat()
  inboundIds = [
    (await addInbound(b.me, { remark: 'first' })).id,
    (await addInbound(b.me, { remark: 'second' })).id,
  ]
  plan = (await b.me.post<Plan>('/panel/api/plans/add', { ...wanted, inboundIds })).obj
})
afterAll(() => b.stop())

/** Without what belongs to one client only. */
async function given(email: string) {
  const record: Record<string, unknown> = { ...(await recordOf(b.me, email)) }
  for (const own of ['id', 'email', 'uuid', 'password', 'auth', 'subId', 'createdAt', 'updatedAt', 'comment'])
    delete record[own]
  const { obj } = await b.me.get<{ inboundIds: number[] }>(`${clients}/get/${email}`)
  return { ...record, inboundIds: [...obj.inboundIds].sort() }
}
const terms = async (email: string) => (await b.me.get(`${clients}/terms/${email}`)).obj

it('one client, many at once, and the bot', async () => {
  const now = Date.now()
  const body = (email: string) => ({
    client: { email, enable: true, ...clientByPlan(plan, now) },
    inboundIds,
  })
  await addClient(b.me, body('one').client, inboundIds)
  expect(await b.me.post(`${clients}/bulkCreate`, [body('many')])).toMatchObject({ success: true })

  await b.say(boss, '/start')
  await b.tap(boss, 'Add a client')
  await b.tap(boss, 'first')
  await b.tap(boss, 'Continue')
  await b.tap(boss, 'Name')
  await b.say(boss, 'bot')
  await b.tap(boss, 'Plan')
  await b.tap(boss, 'Gold')
  await b.tap(boss, '✅ Add')

  const one = await given('one')
  expect(one).toMatchObject({
    ...{ totalGB: wanted.totalGB, expiryTime: -30 * 86_400_000, limitIp: 3, reset: 30, group: 'gold' },
    ...{ limitHwid: 4, deviceKeys: true, planId: plan.id, inboundIds },
  })
  expect([await given('many'), await given('bot')]).toEqual([one, one])
  const has = await terms('one')
  expect(has).toMatchObject({
    down: { speed: 8_000_000, reason: 'plan' },
    up: { speed: 4_000_000, reason: 'plan' },
    ...{ endSpeed: 1_000_000, fairUse: 2 ** 30, fairUseSpeed: 2_000_000 },
  })
  expect([await terms('many'), await terms('bot')]).toEqual([has, has])
})

it('somebody who is there already gets the same, but for the days and the inbounds; and it is undone', async () => {
  await addClient(b.me, { email: 'old', expiryTime: 0 }, inboundIds)
  const before = await given('old')
  const { totalGB, limitIp, limitHwid, deviceKeys, reset, group, planId } = limitsByPlan(plan)
  const adjustment = {
    ...{ setBytes: totalGB, setLimitIp: limitIp, setLimitHwid: limitHwid, setDeviceKeys: deviceKeys },
    ...{ setReset: reset, setPlanId: planId, setGroup: group },
  }
  const { obj } = await b.me.post<{ adjusted: number; undo: number }>(`${clients}/bulkAdjust`, {
    emails: ['old'],
    ...adjustment,
  })
  expect(obj.adjusted).toBe(1)
  expect(await given('old')).toEqual({ ...(await given('one')), expiryTime: 0 })
  expect(await terms('old')).toEqual(await terms('one'))
  expect(await b.me.post(`/panel/api/undo/${obj.undo}`)).toMatchObject({ success: true })
  expect(await given('old')).toEqual(before)
})

it.each(['setReset', 'setPlanId'])('%s is refused by its name if it is no count', async (field) => {
  for (const value of [-1, 0.5, 'x'])
    expect(await b.me.post(`${clients}/bulkAdjust`, { emails: ['one'], [field]: value })).toMatchObject({
      success: false,
      msg: expect.stringContaining(field),
    })
})
