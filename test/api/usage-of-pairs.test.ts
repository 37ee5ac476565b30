import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClientInboundUsage, UsageRow } from '#contract/usage-api.ts'
import { createInboundTraffic } from '#server/clients/inbound-traffic.ts'
import { addClient, addInbound, clients, inbounds, type ListedInbound } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'

interface Answer {
  items: UsageRow[]
  count: number
  total: { up: number; down: number; charged?: number }
}

/** A node that no panel is behind: its bytes are counted here by hand. */
const node = 7
const day = 86_400

let t: MeteredPanel
let me: Visitor
let cheap: ListedInbound
let dear: ListedInbound
/** The morning of a day that does not end during the test. */
let clock = Date.parse('2026-07-10T06:00:00Z')
let today = 0

/** What a tick stores, on a day some days ago. */
const store = (daysAgo: number, ...bytes: [string, number, number, number, number][]) =>
  t.panel.db.write((tx) =>
    createInboundTraffic(t.panel.db).count(
      tx,
      bytes.map(([name, inbound, up, down, charged]) => ({ name, inbound, up, down, charged })),
      today - daysAgo * day,
    ),
  )
/** Whoever reads a client's sums adds what is pending. */
const settle = () => me.get('/panel/api/usage/client/ann')
const textOf = (daysAgo: number) => new Date((today - daysAgo * day) * 1_000).toISOString().slice(0, 10)
const usage = async (query: string): Promise<Answer> => {
  clock += 61_000 // a page is kept for a minute
  const reply = await me.get<Answer>(`/panel/api/usage/list?${query}`)
  expect(reply).toMatchObject({ success: true })
  return reply.obj
}
const csv = async (query: string) =>
  (await me.call('GET', `/panel/api/usage/export?${query}`)).body.split('\r\n')

beforeAll(async () => {
  t = await meteredPanel({ now: () => clock })
  me = await t.login()
  await me.post('/panel/api/setting/update', { timeLocation: 'UTC' })
  cheap = await addInbound(me, { remark: 'Cheap' })
  dear = await addInbound(me, { remark: '=Dear', protocol: 'trojan' })
  today = Math.floor(clock / day / 1_000) * day
  for (const [email, group] of [
    ['ann', 'gold'],
    ['bob', ''],
    ['gone', 'gold'],
  ] as const)
    await addClient(me, { email, group }, [cheap.id, dear.id])
  await store(
    1,
    ['ann', dear.id, 10, 90, 20_050],
    ['bob', dear.id, 1, 0, 201],
    ['gone', dear.id, 5, 5, 2_000],
  )
  await store(
    0,
    ['ann', dear.id, 0, 100, 20_000],
    ['ann', cheap.id, 3, 4, 700],
    ['ann', -node, 50, 50, 5_000],
  )
  await store(0, ['bob', dear.id, 0, 1, 199], ['gone', cheap.id, 1, 1, 200])
  await settle()
  await me.post(`${clients}/del/gone`)
})
afterAll(() => t.stop())

const short = ({ name, place, day: on, up, down, charged }: UsageRow) => [
  ...[name, place?.name ?? ''],
  ...(on === undefined ? [] : [on]),
  ...[up + down, charged],
]

it('lists who used an inbound most, in real bytes and as they count', async () => {
  const there = await usage(`by=clientInbound&inbound=${dear.tag}&range=7d`)
  expect(there.items.map(short)).toEqual([
    ['ann', '=Dear', 200, 400],
    ['', '=Dear', 10, 20], // deleted
    ['bob', '=Dear', 2, 4],
  ])
  expect(there).toMatchObject({ count: 3, total: { up: 16, down: 196, charged: 424 } })
  expect(there.items[0]).toMatchObject({ key: 'ann', group: 'gold', place: { inbound: dear.tag } })
  expect((await usage(`by=clientInbound&node=${node}&range=today`)).items.map(short)).toEqual([
    ['ann', '#7', 100, 50],
  ])
  expect((await usage('by=clientInbound&node=0&range=today')).items.map(short)).toEqual([
    ['ann', '=Dear', 100, 200],
    ['ann', 'Cheap', 7, 7],
    ['', 'Cheap', 2, 2],
    ['bob', '=Dear', 1, 1],
  ])
  const some = await usage('by=clientInbound&range=7d&group=gold&sort=name&order=ascend&pageSize=2&page=2')
  expect(some.items.map(short)).toEqual([['ann', '=Dear', 200, 400]])
  expect(some.count).toBe(3)
  expect((await usage('by=clientInbound&range=7d&inbound=nowhere')).items).toEqual([])
})

it('lists the days of a client by inbound', async () => {
  const days = await usage('by=clientInbound&days=true&range=7d&client=ann&sort=name&order=ascend')
  expect(days.items.map(short)).toEqual([
    ['ann', '=Dear', textOf(1), 100, 200],
    ['ann', '#7', textOf(0), 100, 50],
    ['ann', 'Cheap', textOf(0), 7, 7],
    ['ann', '=Dear', textOf(0), 100, 200],
  ])
  const tooMany = await me.get('/panel/api/usage/list?by=clientInbound&days=true&range=30d')
  expect(tooMany).toMatchObject({ success: false, msg: expect.stringContaining('at most 7 days') })
})

it('sums what was counted by client for inbounds, servers and days', async () => {
  const seconds = () => Math.floor(clock / 1_000)
  await t.panel.db.write((tx) =>
    t.panel.history.record(
      tx,
      [
        { kind: 'inbound', name: dear.tag, up: 100, down: 200 },
        { kind: 'node', name: String(node), up: 60, down: 60 },
        { kind: 'client', name: 'ann', up: 53, down: 154 },
        { kind: 'client', name: 'bob', up: 500, down: 500 },
      ],
      seconds() * 1_000,
    ),
  )
  const [inbound] = (await usage('by=inbound&range=today')).items
  expect(inbound).toMatchObject({ key: dear.tag, up: 100, down: 200, counted: 101, charged: 201 })
  const servers = (await usage('by=node&range=today&days=true&sort=name&order=ascend')).items
  expect(servers).toMatchObject([
    { key: '0', day: textOf(0), up: 493, down: 594, counted: 110, charged: 210 },
    { key: String(node), day: textOf(0), up: 60, down: 60, counted: 100, charged: 50 },
  ])
  expect((await usage(`by=inbound&range=7d&days=true`)).items).toMatchObject([
    { day: textOf(0), charged: 201 },
  ])
  expect((await usage(`by=day&range=7d&inbound=${dear.tag}`)).items).toMatchObject([
    { counted: 101, charged: 201 },
  ])
  expect((await usage('by=day&range=7d&client=ann')).items).toEqual([
    { key: textOf(0), name: textOf(0), up: 53, down: 154, counted: 207, charged: 257 },
  ])
  expect((await usage('by=day&range=7d&group=gold')).items[0]).not.toHaveProperty('charged')
})

it('is downloaded as CSV without formulas, in portions', async () => {
  expect(await csv(`by=clientInbound&range=7d&inbound=${dear.tag}`)).toEqual([
    'client,group,inbound,tag,node,download,upload,total,charged',
    `ann,gold,'=Dear,${dear.tag},,190,10,200,400`,
    `bob,,'=Dear,${dear.tag},,1,1,2,4`,
    `,,'=Dear,${dear.tag},,5,5,10,20`,
    '',
  ])
  expect(await csv('by=clientInbound&range=30d&days=true&client=ann')).toEqual([
    'client,group,inbound,tag,node,day,download,upload,total,charged',
    `ann,gold,'=Dear,${dear.tag},,${textOf(1)},90,10,100,200`,
    `ann,gold,,,#7,${textOf(0)},50,50,100,50`,
    `ann,gold,Cheap,${cheap.tag},,${textOf(0)},4,3,7,7`,
    `ann,gold,'=Dear,${dear.tag},,${textOf(0)},100,0,100,200`,
    '',
  ])
  expect((await csv('by=node&range=today&days=true'))[0]).toBe(
    'node,day,download,upload,total,counted,charged',
  )
  expect(await csv('by=inbound&range=today')).toContain(`'=Dear,${dear.tag},200,100,300,101,201`)
  expect(await csv('by=clientInbound&range=today&client=nobody')).toHaveLength(2)
})

it('carries what is less than a byte, and equals the sum of the clients', async () => {
  const before = (await usage(`by=day&range=today&client=ann`)).items[0]?.charged ?? 0
  for (let i = 0; i < 3; i++) {
    await store(0, ['ann', dear.id, 1, 0, 50], ['bob', dear.id, 1, 0, 50])
    await settle()
  }
  // Six halves: three bytes for the inbound, one and a half for each of the two, and 199 hundredths of bob from before.
  const [inbound] = (await usage('by=inbound&range=today')).items
  expect(inbound).toMatchObject({ counted: 107, charged: 204 })
  expect((await usage(`by=day&range=today&client=ann`)).items[0]?.charged).toBe(before + 1)
})

it.each(['bulkResetTraffic', 'resetAllTraffics', 'bulkDel'])(
  'undoing %s brings back what was counted by inbound',
  async (act) => {
    await me.post(`${clients}/updateTraffic/ann`, { upload: 1, download: 1 })
    t.fake.move('user', `@${dear.id}/ann`, 4, 6)
    await me.post(`${inbounds}/update/${dear.id}`, { trafficMultiplier: 3 })
    await t.tick()
    const of = async () =>
      (await me.get<{ items: ClientInboundUsage[] }>('/panel/api/usage/client/ann')).obj.items
    const before = await of()
    expect(before).toContainEqual(expect.objectContaining({ inboundId: dear.id }))
    const reply = await me.post<{ undo?: number } | null>(`${clients}/${act}`, { emails: ['ann'] })
    expect(reply).toMatchObject({ success: true })
    const undo =
      reply.obj?.undo ??
      (await me.get<{ items: { undo?: { id: number } }[] }>('/panel/api/audit?pageSize=5')).obj.items.find(
        (row) => row.undo,
      )?.undo?.id
    expect(await me.post(`/panel/api/undo/${undo}`)).toMatchObject({ success: true })
    expect(await of()).toEqual(before)
  },
)
