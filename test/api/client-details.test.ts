import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClientPage } from '#contract/client-bodies.ts'
import type { ClientFigures } from '#contract/client-details-api.ts'
import type { Terms } from '#contract/terms.ts'
import { createTrafficHistory } from '#server/traffic/history/room.ts'
import { commitOn } from '#test/commit.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { settingsOf } from '#test/settings.ts'

const day = 86_400_000
let t: TestPanel
let me: Visitor

beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  const { id } = await addInbound(me)
  for (const email of ['idle', 'steady', 'heavy']) await addClient(me, { email, limitHwid: 2 }, [id])
  let now = Date.now()
  const history = createTrafficHistory({
    db: t.panel.db,
    commit: commitOn(t.panel.db),
    now: () => now,
    settings: settingsOf(() => ({ timeLocation: 'UTC' })),
  })
  const moved = (name: string, down: number) => ({ kind: 'client' as const, name, up: 1, down })
  for (const ago of [8, 1, 0]) {
    now = Date.now() - ago * day
    await t.panel.db.write((tx) => history.record(tx, [moved('steady', 99), moved('heavy', 999)], now))
    if (ago > 0) await history.jobs[0]?.run(new AbortController().signal)
  }
})
afterAll(() => t.stop())

const figures = async (emails: string[]) =>
  (await me.post<Record<string, ClientFigures>>(`${clients}/figures`, { emails })).obj

it('tells a week of traffic and the devices of a page of clients in one call', async () => {
  const found = await figures(['idle', 'steady', 'nobody'])
  expect(found).toEqual({
    idle: { week: [0, 0, 0, 0, 0, 0, 0], devices: 0 },
    steady: { week: [0, 0, 0, 0, 0, 100, 100], devices: 0 },
  })
  const reply = await me.post(`${clients}/figures`, { emails: Array.from({ length: 201 }, String) })
  expect(reply.success).toBe(false)
})

it('tells the speed that holds for a client, by whom it was set, and what happens at its end', async () => {
  const terms = async (email: string) => (await me.get<Terms>(`${clients}/terms/${email}`)).obj
  const free = { speed: 0, reason: '' }
  const none = { down: free, up: free, endSpeed: 0, fairUse: 0, fairUseSpeed: 0 }
  expect(await terms('idle')).toEqual(none)
  await me.post(`${clients}/groups/create`, { name: 'quick', speedDown: 16_000_000, fairUse: 5 })
  await me.post(`${clients}/update/idle`, {
    ...{ email: 'idle', group: 'quick', speedUp: 4_000_000 },
    ...{ whenEnded: 'slow', slowSpeed: 2_000_000, fairUseSpeed: 3_000_000 },
  })
  expect(await terms('IDLE')).toEqual({
    down: { speed: 16_000_000, reason: 'group' },
    up: { speed: 4_000_000, reason: 'client' },
    ...{ endSpeed: 2_000_000, fairUse: 5, fairUseSpeed: 3_000_000 },
  })
  await me.post(`${clients}/update/idle`, { email: 'idle', totalGB: 5 })
  await me.post(`${clients}/updateTraffic/idle`, { upload: 5, download: 0 })
  await me.post(`${clients}/bulkEnable`, { emails: ['idle'] })
  expect(await terms('idle')).toMatchObject({ down: { speed: 2_000_000, reason: 'ended' } })
  expect((await me.get(`${clients}/terms/nobody`)).success).toBe(false)
})

it('orders by the traffic of the last seven days', async () => {
  const ordered = async (order: string) =>
    (await me.get<ClientPage>(`${clients}/list/paged?sort=week&order=${order}`)).obj.items.map(
      ({ email }) => email,
    )
  expect(await ordered('descend')).toEqual(['heavy', 'steady', 'idle'])
  expect(await ordered('ascend')).toEqual(['idle', 'steady', 'heavy'])
})

it('ends the connections of a known client and notes it; the client stays as it is', async () => {
  const before = (await me.get(`${clients}/get/steady`)).obj
  const kicked = await me.post(`${clients}/kick/STEADY`)
  expect(kicked).toMatchObject({ success: true, obj: { ended: 0, remaining: 0 } })
  expect((await me.get(`${clients}/get/steady`)).obj).toEqual(before)
  const trail = await me.get<{ items: { object: string }[] }>('/panel/api/audit?action=client.kick')
  expect(trail.obj.items.map(({ object }) => object)).toContain('steady')
  expect(await me.post(`${clients}/kick/nobody`)).toMatchObject({ success: false })
})
