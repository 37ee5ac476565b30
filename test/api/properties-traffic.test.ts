import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addClient,
  addInbound,
  allClients,
  allInbounds,
  clients,
  type ListedInbound,
  recordOf,
} from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
let vless: ListedInbound
let trojan: ListedInbound
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  vless = await addInbound(me)
  trojan = await addInbound(me, { protocol: 'trojan' })
})
afterAll(() => t.stop())

it('P36: traffic is found by email, whatever inbound its row points at', async () => {
  await addClient(me, { email: 'p36' }, [trojan.id])
  await me.post(`${clients}/updateTraffic/p36`, { upload: 9, download: 0 })
  await t.panel.db.write((tx) =>
    tx.updateTable('client_traffics').set({ inbound_id: 424_242 }).where('email', '=', 'p36').execute(),
  )
  expect((await me.get(`${clients}/traffic/p36`)).obj).toMatchObject({ up: 9, inboundId: trojan.id })
  const stats = (await allInbounds(me)).find((i) => i.id === trojan.id)?.clientStats
  expect(stats?.find((s) => s.email === 'p36')).toMatchObject({ up: 9, inboundId: trojan.id })
  await me.post(`${clients}/resetTraffic/p36`)
  expect((await me.get(`${clients}/traffic/p36`)).obj).toMatchObject({ up: 0 })
})

it('P37: counters hold 2^53-1 and refuse more', async () => {
  await addClient(me, { email: 'p37' }, [vless.id])
  const most = Number.MAX_SAFE_INTEGER
  expect(await me.post(`${clients}/updateTraffic/p37`, { upload: most, download: 0 })).toMatchObject({
    success: true,
  })
  expect((await me.get(`${clients}/traffic/p37`)).obj).toMatchObject({ up: most, down: 0 })
  expect(await me.post(`${clients}/updateTraffic/p37`, { upload: most, download: 1 })).toMatchObject({
    success: false,
  })
  const page = await me.get<{ items: { email: string }[] }>(
    `${clients}/list/paged?sort=traffic&order=descend`,
  )
  expect(page.obj.items[0]?.email).toBe('p37')
})

it('R23: a reset brings back clients that the panel disabled for the quota, and nobody else', async () => {
  const ended = { totalGB: 10 }
  for (const [email, more] of [
    ['quota', ended],
    ['expired', { ...ended, expiryTime: 1_000 }],
    ['operator', { ...ended, enable: false }],
  ] as const)
    await addClient(me, { email, ...more }, [vless.id])
  const run = async (reset: (email: string) => Promise<unknown>) => {
    await t.panel.db.write(async (tx) => {
      await tx.updateTable('client_traffics').set({ up: 50, enable: false }).where('total', '=', 10).execute()
      const off = { enable: false, disabled_by_panel: true }
      await tx.updateTable('clients').set(off).where('email', 'in', ['quota', 'expired']).execute()
    })
    const echo = await me.post(`${clients}/update/quota`, { enable: false, comment: `${Math.random()}` })
    expect(echo).toMatchObject({ success: true })
    for (const email of ['quota', 'expired', 'operator']) await reset(email)
    const listed = (await allClients(me)).filter((c) => c.totalGB === 10)
    expect(listed.map((c) => [c.email, c.enable, c.traffic.enable, c.traffic.up])).toEqual([
      ['quota', true, true, 0],
      ['expired', false, false, 0],
      ['operator', false, false, 0],
    ])
  }
  await run((email) => me.post(`${clients}/resetTraffic/${email}`))
  await run((email) => me.post(`${clients}/bulkResetTraffic`, { emails: [email] }))
  await run(() => me.post(`${clients}/resetAllTraffics`))
  await me.post(`${clients}/groups/bulkAdd`, { emails: ['quota', 'expired', 'operator'], group: 'ended' })
  await run(() => me.post(`${clients}/groups/resetTraffic`, { name: 'ended' }))
  await run((email) => me.post(`${clients}/updateTraffic/${email}`, { upload: 0, download: 0 }))
  await me.post(`${clients}/bulkDel`, { emails: ['quota', 'expired', 'operator'] })
})

it('P38: a reduced quota never ends at 0', async () => {
  await addClient(me, { email: 'p38', totalGB: 100 }, [vless.id])
  for (const addBytes of [-100, -101, -1e15]) {
    const reply = await me.post(`${clients}/bulkAdjust`, { emails: ['p38'], addBytes })
    expect(reply.obj).toMatchObject({ adjusted: 0, skipped: [{ email: 'p38' }] })
  }
  expect((await me.post(`${clients}/bulkAdjust`, { emails: ['p38'], addBytes: -99 })).obj).toMatchObject({
    adjusted: 1,
  })
  expect(await recordOf(me, 'p38')).toMatchObject({ totalGB: 1 })
})

it('P40: re-creating an email adopts the new limits, not the old ones', async () => {
  await addClient(me, { email: 'p40', totalGB: 10, expiryTime: 1_000 }, [vless.id])
  await me.post(`${clients}/updateTraffic/p40`, { upload: 3, download: 0 })
  await me.post(`${clients}/del/p40?keepTraffic=1`)
  await addClient(me, { email: 'p40', totalGB: 77 }, [trojan.id])
  expect((await me.get(`${clients}/traffic/p40`)).obj).toMatchObject({
    up: 3,
    total: 77,
    expiryTime: 0,
    enable: true,
  })
})
