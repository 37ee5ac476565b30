import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UsageRow, UsageSummary } from '#contract/usage-api.ts'
import { zoneOffset } from '#domain/traffic/buckets.ts'
import { comparisons, daysOf } from '#domain/traffic/days.ts'
import { createOnlineByInbound } from '#server/presence/by-inbound.ts'
import type { Moved } from '#server/traffic/history/record.ts'
import { createTrafficHistory } from '#server/traffic/history/room.ts'
import { createUsage } from '#server/traffic/history/usage.ts'
import { commitOn } from '#test/commit.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { settingsOf } from '#test/settings.ts'

interface Answer {
  zone: string
  from: string
  to: string
  items: UsageRow[]
  count: number
  total: { up: number; down: number }
}

/** Half past nine in the morning of a Friday in Tehran. */
const zone = 'Asia/Tehran'
let now = Date.parse('2026-07-10T06:00:00Z')
const day = 86_400_000
const ask = {
  by: 'client',
  range: 'today',
  sort: 'total',
  order: 'descend',
  page: 1,
  pageSize: 50,
} as const

let t: TestPanel
let me: Visitor
let history: ReturnType<typeof createTrafficHistory>
let usage: ReturnType<typeof createUsage>
let first: { id: number; tag: string }
let second: { id: number; tag: string }

const signal = new AbortController().signal
const moved = (kind: Moved['kind'], name: string, up: number, down: number): Moved => ({
  kind,
  name,
  up,
  down,
})

async function at(moment: number, ...deltas: Moved[]) {
  now = moment
  await t.panel.db.write((tx) => history.record(tx, deltas, now))
}

beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  const { db } = t.panel
  const settings = settingsOf(() => ({ timeLocation: zone }))
  history = createTrafficHistory({ db, commit: commitOn(db), now: () => now, settings })
  usage = createUsage({
    db,
    bulkReads: { scan: async (sql, parameters) => db.rows(sql, parameters) },
    now: () => now,
    history,
  })
  first = await addInbound(me)
  second = await addInbound(me)
  await addClient(me, { email: 'ann', group: 'gold' }, [first.id])
  await addClient(me, { email: 'bob', group: 'gold' }, [first.id, second.id])
  await addClient(me, { email: '=cmd()' }, [second.id])
  const noon = Date.parse('2026-07-10T06:00:00Z')
  // Last month, the day before yesterday, yesterday, and today: partly folded into days.
  await at(noon - 34 * day, moved('client', 'ann', 1, 0))
  await at(noon - 2 * day, moved('client', 'ann', 10, 20))
  await at(noon - day - 3_600_000, moved('client', 'bob', 100, 200), moved('inbound', first.tag, 100, 200))
  await at(noon - day + 6 * 3_600_000, moved('client', 'ann', 5, 5), moved('node', '7', 5, 5))
  await at(noon - 600_000, moved('client', '=cmd()', 7, 8))
  now = noon
  await history.jobs[0]?.run(signal)
  await at(noon, moved('client', 'ann', 1, 2), moved('inbound', second.tag, 1, 2))
})
afterAll(() => t.stop())

const names = (rows: readonly UsageRow[]) => rows.map(({ name, up, down }) => [name, up + down])

it('says who used most yesterday, in days of the panel zone', async () => {
  const { items, ...rest } = await usage.list({ ...ask, range: 'yesterday' })
  expect(rest).toEqual({
    zone,
    from: '2026-07-09',
    to: '2026-07-09',
    count: 2,
    total: { up: 105, down: 205 },
  })
  expect(items).toEqual([
    { key: 'bob', name: 'bob', group: 'gold', up: 100, down: 200 },
    { key: 'ann', name: 'ann', group: 'gold', up: 5, down: 5 },
  ])
})

it('adds what is not folded yet, sorts and pages', async () => {
  expect(names((await usage.list(ask)).items)).toEqual([
    ['=cmd()', 15],
    ['ann', 3],
  ])
  const page = (n: number) =>
    usage.list({ ...ask, range: '7d', sort: 'name', order: 'ascend', page: n, pageSize: 1 })
  expect(names([...(await page(1)).items, ...(await page(2)).items, ...(await page(3)).items])).toEqual([
    ['=cmd()', 15],
    ['ann', 43],
    ['bob', 300],
  ])
  expect((await page(1)).count).toBe(3)
  expect(await page(9)).toMatchObject({ items: [], count: 0 })
})

it('sums by day, group, inbound and node, and narrows down', async () => {
  const by = async (more: Partial<Parameters<typeof usage.list>[0]>) =>
    names((await usage.list({ ...ask, range: '7d', sort: 'name', order: 'ascend', ...more })).items)
  const days = [
    ['2026-07-08', 30],
    ['2026-07-09', 310],
    ['2026-07-10', 18],
  ]
  expect(await by({ by: 'day' })).toEqual(days)
  expect(await by({ by: 'day', client: 'ann' })).toEqual([days[0], ['2026-07-09', 10], ['2026-07-10', 3]])
  expect(await by({ by: 'day', group: 'gold' })).toEqual([days[0], days[1], ['2026-07-10', 3]])
  expect(await by({ by: 'day', inbound: first.tag })).toEqual([['2026-07-09', 300]])
  expect(await by({ by: 'group' })).toEqual([
    ['', 15],
    ['gold', 343],
  ])
  expect((await by({ by: 'inbound' })).map(([, sum]) => sum).sort()).toEqual([3, 300])
  // What no node counted was counted here.
  expect(await by({ by: 'node' })).toEqual([
    ['', 348],
    ['7', 10],
  ])
  expect(await by({ group: 'gold' })).toEqual([
    ['ann', 43],
    ['bob', 300],
  ])
  expect(await by({ inbound: second.tag })).toEqual([
    ['=cmd()', 15],
    ['bob', 300],
  ])
  expect(await by({ inbound: '\0' })).toEqual([])
  expect(await by({ from: '2026-07-08', to: '2026-07-08' })).toEqual([['ann', 30]])
})

it('compares each period with the same stretch before it', async () => {
  const summary: UsageSummary = await usage.summary()
  expect(summary).toMatchObject({ zone, day: '2026-07-10' })
  expect(summary.today).toEqual({ up: 8, down: 10, before: { up: 100, down: 200 } })
  expect(summary.yesterday).toEqual({ up: 105, down: 205, before: { up: 10, down: 20 } })
  expect(summary.month).toMatchObject({ up: 123, down: 235, before: { up: 1, down: 0 } })
  // The day on which clocks go forward has 23 hours.
  const berlin = zoneOffset('Europe/Berlin')
  const morning = Date.parse('2026-03-30T00:30:00Z') / 1_000
  expect(daysOf('yesterday', morning, berlin)).toMatchObject({ first: '2026-03-29', last: '2026-03-29' })
  const { today, month } = comparisons(morning, berlin)
  expect(today.now[0] - today.before[0]).toBe(23 * 3_600)
  expect(month.before[1]).toBeLessThanOrEqual(month.now[0])
})

it('is served with bounds, and as CSV without formulas', async () => {
  const get = (query: string) => me.get<Answer>(`/panel/api/usage/list?${query}`)
  expect(await get('by=client&range=today')).toMatchObject({ success: true, obj: { items: [], count: 0 } })
  expect(await get('by=client&from=2026-01-01&to=2026-12-31')).toMatchObject({
    success: false,
    msg: expect.stringContaining('at most 92 days'),
  })
  expect(await get('by=day&from=2026-01-01&to=2026-12-31')).toMatchObject({ success: true })
  for (const bad of ['from=2026-02-30', 'from=2026-07-02&to=2026-07-01', 'by=planet', 'pageSize=100000'])
    expect(await get(bad)).toMatchObject({ success: false })
  expect(await me.get('/panel/api/usage/summary')).toMatchObject({ success: true })
  let csv = ''
  for await (const part of usage.download({ ...ask, range: '7d' })) csv += part
  expect(csv.split('\r\n')).toEqual([
    'client,group,download,upload,total',
    'bob,gold,200,100,300',
    'ann,gold,27,16,43',
    "'=cmd(),,8,7,15",
    '',
  ])
  const sent = await me.call('GET', '/panel/api/usage/export?by=day&range=month')
  expect(sent.headers['content-type']).toContain('text/csv')
  const bare = await t.inject({ method: 'GET', url: '/panel/api/usage/list' })
  expect(bare.statusCode).toBe(404)
})

it('counts a client as online on the inbound that it uses', async () => {
  let online = ['ann', 'bob']
  let clock = 0
  const tags = new Map([['bob', new Set([second.tag])]])
  const { recent: counts } = createOnlineByInbound({
    db: t.panel.db,
    bulkReads: { scan: async (sql, parameters) => t.panel.db.rows(sql, parameters) },
    online: {
      here: { emails: () => online, has: (email) => online.includes(email) },
      nodes: () => undefined,
    },
    connections: { tagsOf: (email) => tags.get(email) ?? new Set() },
    now: () => (clock += 10_000),
  })
  expect(await counts()).toEqual([
    { id: first.id, online: 1 },
    { id: second.id, online: 1 },
  ])
  tags.clear() // bob may be on either
  expect(await counts()).toEqual([{ id: first.id, online: 1 }])
  expect(await me.get('/panel/api/inbounds/list/bare')).toMatchObject({
    obj: [{ id: first.id, clientStats: [], settings: expect.not.objectContaining({ clients: [] }) }, {}],
  })
  online = []
  expect(await counts()).toEqual([])
  expect(await me.get('/panel/api/inbounds/onlineCounts')).toMatchObject({ success: true, obj: [] })
})
