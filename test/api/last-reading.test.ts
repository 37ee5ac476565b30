import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClientTraffic } from '#contract/traffic.ts'
import { addClient, addInbound, clients, recordOf } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'

const day = 86_400_000
let t: MeteredPanel
let me: Visitor
let inboundId: number
beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
  inboundId = (await addInbound(me)).id
})
afterAll(() => t.stop())

const trafficOf = async (email: string) => (await me.get<ClientTraffic>(`${clients}/traffic/${email}`)).obj

it('the last reading of a core applies limits like every tick', async () => {
  await addClient(me, { email: 'lena', expiryTime: -7 * day }, [inboundId])
  await addClient(me, { email: 'lou', totalGB: 100 }, [inboundId])
  const before = Date.now()
  t.fake.move('user', 'lena', 1)
  t.fake.move('user', 'lou', 100)
  await t.lastReading()
  t.fake.restart()
  await t.tick()
  expect((await recordOf(me, 'lena'))?.expiryTime).toBeGreaterThanOrEqual(before + 7 * day)
  expect(await recordOf(me, 'lou')).toMatchObject({ enable: false })
  expect(await trafficOf('lou')).toMatchObject({ enable: false, up: 100 })
})

it('a first use is not missed when the limits of its tick fail', async () => {
  await addClient(me, { email: 'lisa', expiryTime: -day }, [inboundId])
  const { db } = t.panel
  // The limits write an audit row; if that fails, the tick continues without them.
  await db.write((tx) => sql`alter table audit rename to audit_away`.execute(tx))
  t.fake.move('user', 'lisa', 1)
  await t.tick()
  await db.write((tx) => sql`alter table audit_away rename to audit`.execute(tx))
  expect(await recordOf(me, 'lisa')).toMatchObject({ expiryTime: -day })
  expect(await trafficOf('lisa')).toMatchObject({ up: 1, down: 0 })
  await t.tick()
  expect((await recordOf(me, 'lisa'))?.expiryTime).toBeGreaterThan(0)
})
