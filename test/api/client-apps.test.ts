import { afterAll, beforeAll, expect, it } from 'vitest'
import { appsPrune } from '#server/clients/prune.job.ts'
import { createAffected } from '#server/core/preflight/affected.ts'
import { commitOn } from '#test/commit.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { subscriberOf } from '#test/subscriber.ts'

const day = 86_400_000
let t: ServedPanel
let me: Visitor
let first: number
let second: number
let clock = Date.now()

const meta = 'ClashMetaForAndroid/2.11.32'
const affected = () => createAffected(t.panel.db, () => clock)
const rows = () => t.panel.db.read.selectFrom('client_apps').select(['app', 'client_id']).execute()
const prune = () => appsPrune(t.panel.db, commitOn(t.panel.db), () => clock).run(new AbortController().signal)
async function fetchAs(userAgent: string, ...subIds: string[]): Promise<void> {
  const get = subscriberOf(t.subPort)
  for (const id of subIds) expect((await get(`/sub/${id}`, { 'user-agent': userAgent })).status).toBe(200)
  await t.panel.subscriptions.flush()
}

beforeAll(async () => {
  t = await servedPanel({}, { now: () => clock })
  me = await t.login()
  first = (await addInbound(me, { remark: 'one' })).id
  second = (await addInbound(me, { remark: 'two' })).id
  await addClient(me, { email: 'ann', subId: 'sub-ann' }, [first])
  await addClient(me, { email: 'Bob', subId: 'sub-bob' }, [first, second])
  await addClient(me, { email: 'eve', subId: 'sub-eve' }, [second])
})
afterAll(() => t.stop())

it('knows which apps fetched, once for each client and app', async () => {
  await fetchAs(meta, 'sub-ann', 'sub-bob', 'sub-bob', 'sub-eve')
  await fetchAs('v2rayNG/2.3.5', 'sub-bob')
  await fetchAs(meta, 'sub-bob')
  expect(await rows()).toHaveLength(4)
  expect(await affected().apps()).toEqual([
    { app: 'clash-meta', name: 'Clash Meta', clients: 3 },
    { app: 'v2rayng', name: 'v2rayNG', clients: 1 },
  ])
})

it('says who would notice: by inbound, by app, enabled clients only', async () => {
  expect(await affected().onInbounds([first])).toEqual({ clients: 2, emails: ['ann', 'Bob'] })
  expect(await affected().onInbounds([])).toEqual({ clients: 0, emails: [] })
  expect(await affected().withApps([first, second], ['clash-meta', 'v2rayng'])).toEqual({
    clients: 3,
    emails: ['ann', 'Bob', 'eve'],
    apps: [
      { app: 'clash-meta', name: 'Clash Meta', clients: 3 },
      { app: 'v2rayng', name: 'v2rayNG', clients: 1 },
    ],
  })
  expect(await affected().withApps([first], ['v2rayng'])).toMatchObject({ clients: 1, emails: ['Bob'] })
  expect(await affected().withApps([first], ['hiddify'])).toMatchObject({ clients: 0, apps: [] })
  expect(await me.post(`${clients}/update/eve`, { email: 'eve', enable: false })).toMatchObject({
    success: true,
  })
  expect(await affected().withApps([second], ['clash-meta'])).toMatchObject({ clients: 1, emails: ['Bob'] })
  expect(await affected().everybody()).toMatchObject({ clients: 2 })
})

it('a renamed client keeps its apps, a deleted one loses them', async () => {
  expect(await me.post(`${clients}/update/ann`, { email: 'anna' })).toMatchObject({ success: true })
  expect(await affected().withApps([first], ['clash-meta'])).toMatchObject({ emails: ['anna', 'Bob'] })
  expect(await me.post(`${clients}/del/anna`)).toMatchObject({ success: true })
  expect(await affected().withApps([first], ['clash-meta'])).toMatchObject({ clients: 1, emails: ['Bob'] })
  await prune()
  expect(await rows()).toHaveLength(3)
})

it('forgets after 30 days, and what is fetched again counts again', async () => {
  clock += 29 * day
  await fetchAs(meta, 'sub-bob')
  clock += 2 * day
  expect(await affected().apps()).toEqual([{ app: 'clash-meta', name: 'Clash Meta', clients: 1 }])
  await prune()
  expect(await rows()).toHaveLength(1)
})
