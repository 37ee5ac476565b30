import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import type { Undone } from '#contract/undo-api.ts'
import { addInbound } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'

const GB = 1024 ** 3
let t: MeteredPanel
let me: Visitor
let one: { id: number; tag: string }
let two: { id: number; tag: string }
beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
  one = await addInbound(me, { total: 5 * GB })
  two = await addInbound(me)
  t.fake.move('inbound', one.tag, 4 * GB, GB)
  t.fake.move('inbound', two.tag, GB)
  await t.tick() // the first one has used up its limit
})
afterAll(() => t.stop())

const inbounds = '/panel/api/inbounds'
const counters = async () => {
  const { obj } = await me.get<{ id: number; up: number; down: number; enable: boolean }[]>(
    `${inbounds}/list`,
  )
  return obj.map(({ id, up, down, enable }) => ({ id, up, down, enable }))
}
const last = async (): Promise<AuditEntry> => {
  const { obj } = await me.get<{ items: AuditEntry[] }>('/panel/api/audit?pageSize=1')
  return obj.items[0]!
}
const undo = (id: number | undefined, body: object = {}) => me.post<Undone>(`/panel/api/undo/${id}`, body)

it('gives an inbound the bytes back that a reset took, and keeps those counted since', async () => {
  const before = await counters()
  expect(before).toMatchObject([
    { id: one.id, enable: false },
    { id: two.id, up: GB },
  ])
  expect(await me.post(`${inbounds}/${one.id}/resetTraffic`)).toMatchObject({ success: true, obj: null })
  expect((await counters())[0]).toEqual({ id: one.id, up: 0, down: 0, enable: true })
  const entry = await last()
  expect(entry).toMatchObject({ action: 'inbound.resetTraffic', undo: { state: 'open' } })
  t.fake.move('inbound', one.tag, 7)
  await t.tick()
  expect(await undo(entry.undo?.id)).toMatchObject({ success: true, obj: { restored: 1, left: [] } })
  expect((await counters())[0]).toMatchObject({ up: 4 * GB + 7, down: GB })
  expect(await last()).toMatchObject({ action: 'inbounds.undo', object: `${one.id} ${one.tag}` })
  expect(await undo(entry.undo?.id)).toMatchObject({ success: false, code: 'undo.done' })
  await t.tick() // over its limit again
  expect((await counters())[0]?.enable).toBe(false)
})

it('undoes a reset of all inbounds, and leaves one that was reset again', async () => {
  await me.post(`${inbounds}/resetAllTraffics`)
  const whole = await last()
  expect(whole).toMatchObject({ action: 'inbounds.resetAllTraffics', undo: { state: 'open' } })
  await new Promise((resolve) => setTimeout(resolve, 5)) // another moment
  await me.post(`${inbounds}/${one.id}/resetTraffic`)
  const again = await last()
  const refused = await undo(whole.undo?.id)
  expect(refused).toMatchObject({ success: false, code: 'undo.some-inbounds-changed' })
  expect(refused.msg).toContain(`(${one.tag}). The other 1 can`)
  expect(await counters()).toMatchObject([{ up: 0 }, { up: 0 }])
  const left = [{ id: one.id, name: one.tag, reason: 'The inbound has been reset again since.' }]
  expect(await undo(whole.undo?.id, { partly: true })).toMatchObject({
    success: true,
    obj: { restored: 1, left: [], leftInbounds: left },
  })
  expect(await last()).toMatchObject({
    action: 'inbounds.undo',
    after: { names: [two.tag], left: [one.tag] },
  })
  expect(await counters()).toMatchObject([{ up: 0 }, { up: GB }])
  await new Promise((resolve) => setTimeout(resolve, 5)) // another moment
  await me.post(`${inbounds}/${one.id}/resetTraffic`)
  expect(await undo(again.undo?.id)).toMatchObject({ success: false, code: 'undo.inbounds-changed' })
  expect(await counters()).toMatchObject([{ up: 0 }, { up: GB }])
})

it('names an inbound that was deleted since', async () => {
  const gone = await addInbound(me, { remark: 'Rome' })
  await me.post(`${inbounds}/resetAllTraffics`)
  const { undo: act } = await last()
  await me.post(`${inbounds}/del/${gone.id}`)
  expect((await undo(act?.id)).msg).toContain('(Rome). The other 2 can')
  const { obj } = await undo(act?.id, { partly: true })
  const reason = 'The inbound has been deleted since.'
  expect(obj).toMatchObject({ restored: 2, leftInbounds: [{ id: gone.id, name: 'Rome', reason }] })
})
