import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import { addInbound, clients } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// What a client's history shows: acts on many, and what the panel does by itself.

let t: TestPanel
let me: Visitor
let inbound: number
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  inbound = (await addInbound(me)).id
})
afterAll(() => t.stop())

const done = async (path: string, body: unknown = {}) => {
  const reply = await me.post(`${clients}/${path}`, body)
  expect([path, reply.success, reply.msg]).toEqual([path, true, reply.msg])
  return reply.obj
}
const history = async (email: string) => {
  const { obj } = await me.get<{ items: AuditEntry[]; total: number }>(
    `/panel/api/audit?client=${encodeURIComponent(email)}`,
  )
  expect(obj.total).toBe(obj.items.length)
  return obj.items.map(({ action, object, after }) => [action, object, after])
}
const of = (email: string, change?: object) => ({ emails: [email], ...(change && { change }) })

it('has acts on many, limits and renewals, each as what it did to this client', async () => {
  const emails = Array.from({ length: 130 }, (_, i) => `many-${i}`)
  const last = 'many-129' // the entry itself names a hundred
  const create = emails.map((email) => ({ client: { email, totalGB: 1_000 }, inboundIds: [inbound] }))
  await done('bulkCreate', create)
  expect(await history(last)).toEqual([['clients.create', last, of(last)]])

  await done(`updateTraffic/${last}`, { upload: 600, download: 600 })
  await t.panel.traffic.tick()
  const [cut] = await history(last)
  expect(cut).toEqual(['clients.limits', last, of(last, { ended: 1 })])

  await done('bulkRenew', { emails: [last, 'many-1'], addDays: 30 })
  const [renewed] = await history(last)
  expect(renewed?.slice(0, 2)).toEqual(['clients.renew', last])
  await done(`update/${last}`, { email: 'new-name', comment: 'x' })
  expect((await history('new-name')).map(([action]) => action)).toEqual([
    'client.update',
    'clients.renew',
    'clients.limits',
    'client.updateTraffic',
    'clients.create',
  ])
  expect((await history('many-2')).map(([action]) => action)).toEqual(['clients.create'])
})

it('says why a client that is enabled stays off', async () => {
  const emails = ['out', 'over', 'fine']
  const over = [{ totalGB: 1_000 }, { expiryTime: t.now() - 1_000 }, {}]
  await done(
    'bulkCreate',
    emails.map((email, i) => ({ client: { email, ...over[i] }, inboundIds: [inbound] })),
  )
  await done('updateTraffic/out', { upload: 600, download: 600 })
  await done('bulkDisable', { emails })
  const reply = (await done('bulkEnable', { emails })) as {
    changed: number
    skipped: { email: string; reason: string; reasonCoded: { code: string }[] }[]
  }
  expect(reply.changed).toBe(1)
  expect(reply.skipped.map(({ email, reasonCoded }) => [email, reasonCoded[0]?.code])).toEqual([
    ['out', 'client.out-of-data'],
    ['over', 'client.expired'],
  ])
  expect(reply.skipped[0]?.reason).toContain('Reset the usage')
  // It comes back once there is data again.
  await done('resetTraffic/out')
  const { obj } = await me.get<{ client: { enable: boolean } }>(`${clients}/get/out`)
  expect(obj.client.enable).toBe(true)
})
