import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Alert } from '#contract/alerts.ts'
import { choosableKinds } from '#domain/alerts/texts.ts'
import { createDateWatches } from '#server/notices/watches.ts'
import { commitOn } from '#test/commit.ts'
import { addClient, addInbound, type ListedInbound } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'

const gb = 1024 ** 3
const dayMs = 86_400_000

let t: MeteredPanel
let me: Visitor
let inbound: ListedInbound
let seen = 0

/** What was recorded since the last call, in order. */
async function recorded(): Promise<Alert[]> {
  await t.panel.notices.settled()
  const rows = await t.panel.db.read
    .selectFrom('alerts')
    .selectAll()
    .where('id', '>', seen)
    .orderBy('id')
    .execute()
  seen = rows.at(-1)?.id ?? seen
  return rows.map(({ kind, params }) => ({ kind, params: JSON.parse(params) }) as Alert) // as it was recorded
}

beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
  const events = choosableKinds.filter((kind) => !kind.startsWith('login')).join(',')
  const saved = await me.post('/panel/setting/update', {
    ...{ noticeHomeEvents: events, expireDiff: 3, trafficDiff: 1, sessionMaxAge: 43_200 },
  })
  expect(saved.success, saved.msg).toBe(true)
  inbound = await addInbound(me)
  me = await t.login()
})
afterAll(() => t.stop())

describe('a client', () => {
  const add = (email: string, more: object) => addClient(me, { email, ...more }, [inbound.id])

  it('that runs out of traffic, is out of it, and begins again after a reset', async () => {
    await add('ann', { totalGB: 3 * gb })
    const use = async (bytes: number) => {
      t.fake.move('user', 'ann', bytes)
      await t.tick()
      return recorded()
    }
    expect(await use(gb)).toEqual([])
    expect(await use(gb + 5)).toEqual([
      { kind: 'client.running-out', params: { email: 'ann', leftBytes: gb - 5, totalBytes: 3 * gb } },
    ])
    expect(await use(10)).toEqual([])
    expect(await use(gb)).toEqual([{ kind: 'client.depleted', params: { email: 'ann', totalBytes: 3 * gb } }])
    await t.tick()
    expect(await recorded()).toEqual([])
    await me.post('/panel/api/clients/resetTraffic/ann')
    expect(await use(2 * gb + 1)).toMatchObject([{ kind: 'client.running-out' }])
  })

  it('that connects for the first time, and that expires', async () => {
    await add('bob', { expiryTime: -10 * dayMs })
    t.fake.move('user', 'bob', 7)
    await t.tick()
    const [first] = await recorded()
    expect(first).toMatchObject({ kind: 'client.first-use', params: { email: 'bob' } })
    t.pass(10 * dayMs + 60_000)
    await t.tick()
    expect(await recorded()).toMatchObject([{ kind: 'client.expired', params: { email: 'bob' } }])
  })

  it('thousands at once are told in one transaction, each once', async () => {
    const count = process.env.SLUICE_LONG === '1' ? 10_000 : 1_500
    const expiryTime = Date.now() + 40 * dayMs
    const many = Array.from({ length: count }, (_, i) => ({
      client: { email: `many-${i}`, expiryTime },
      inboundIds: [inbound.id],
    }))
    const made = await me.post('/panel/api/clients/bulkCreate', many)
    expect(made.success, made.msg).toBe(true)
    t.pass(41 * dayMs)
    await t.tick()
    const told = await recorded()
    expect(told).toHaveLength(count)
    expect(new Set(told.map(({ params }) => ('email' in params ? params.email : ''))).size).toBe(count)
    await t.tick()
    expect(await recorded()).toEqual([])
  })

  it('that expires soon is told once, and so is a certificate', async () => {
    me = await t.login()
    await recorded()
    const now = () => Date.now() + 51 * dayMs + 60_000
    const today = now()
    const { db, notices, settings } = t.panel
    const notBefore = today - 85 * dayMs
    const watches = createDateWatches({
      ...{
        db,
        now,
        notices,
        settings,
        host: 'here',
      },
      commit: commitOn(db),
      clock: { state: () => ({ held: false }) },
      certificates: {
        list: async () => [
          {
            of: 'inbound',
            inboundId: 1,
            name: 'shop',
            file: '/c.pem',
            notBefore,
            notAfter: today + 5 * dayMs,
          },
          { of: 'panel', inboundId: 0, name: '', file: '/p.pem', notBefore, notAfter: today + 90 * dayMs },
        ],
      },
    })
    await add('cid', { expiryTime: now() + 2 * dayMs })
    await add('dan', { expiryTime: now() + 9 * dayMs })
    await watches.lookAtClients()
    expect(await recorded()).toMatchObject([{ kind: 'client.expiring', params: { email: 'cid', days: 2 } }])
    await watches.lookAtClients()
    expect(await recorded()).toEqual([])
    await watches.lookAtCertificates()
    await watches.lookAtCertificates()
    expect(await recorded()).toMatchObject([
      { kind: 'certificate.expiring', params: { name: 'shop', days: 5 } },
    ])
  })
})
