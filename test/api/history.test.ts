import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeep } from '#server/traffic/history/keep.ts'
import type { Moved } from '#server/traffic/history/record.ts'
import { createTrafficHistory } from '#server/traffic/history/room.ts'
import { commitOn } from '#test/commit.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { settingsOf } from '#test/settings.ts'

interface Answer {
  step: string
  points: { t: number; up: number; down: number }[]
}
const minute = 60_000
const day = 86_400_000

let t: TestPanel
let me: Visitor
let now = Date.now()
let zone = 'UTC'
const signal = new AbortController().signal

beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const settings = settingsOf(() => ({ timeLocation: zone }))
const room = () =>
  createTrafficHistory({ db: t.panel.db, commit: commitOn(t.panel.db), now: () => now, settings })
const record = (history: ReturnType<typeof room>, ...deltas: Moved[]) =>
  t.panel.db.write((tx) => history.record(tx, deltas, now))
const fold = (history: ReturnType<typeof room>) => history.jobs[0]?.run(signal)
const client = (name: string, up: number, down: number): Moved => ({ kind: 'client', name, up, down })
const sum = (points: { up: number; down: number }[]) => points.reduce((s, p) => s + p.up + p.down, 0)
const rows = async (table: 'history_fine' | 'history_hours' | 'history_days') =>
  Number(
    (
      await t.panel.db.read
        .selectFrom(table)
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

it('is served by step and range, and empty without data', async () => {
  const history = room()
  const five = Math.floor(now / 300_000) * 300
  await record(history, client('front', 1, 2), { kind: 'inbound', name: 'inbound-443', up: 5, down: 6 })
  await record(history, client('front', 10, 20), client('front', 100, 200))
  const ask = async (path: string) => (await me.get<Answer>(`/panel/api/history/${path}`)).obj
  expect(await ask('client/front')).toEqual({ step: '5m', points: [{ t: five, up: 111, down: 222 }] })
  expect(await ask('inbound/inbound-443?step=1h')).toMatchObject({ step: '1h', points: [{ up: 5, down: 6 }] })
  expect(await ask(`client/front?from=${five + 300}&to=${five + 600}`)).toEqual({ step: '5m', points: [] })
  expect(await ask(`client/front?from=${five - 100 * 86_400}`)).toMatchObject({ step: '1d' })
  expect(await ask('outbound/front')).toEqual({ step: '5m', points: [] })
  expect(await me.get('/panel/api/history/user/front')).toMatchObject({ success: false })
  expect(await me.get('/panel/api/history/client/front?step=1w')).toMatchObject({ success: false })
  const bare = await t.inject({ method: 'GET', url: '/panel/api/history/client/front' })
  expect(bare.statusCode).toBe(404)
})

it('follows a rename, and is not inherited by the next client of that name', async () => {
  const history = t.panel.history
  const { id } = await addInbound(me)
  for (const email of ['old', 'other']) await addClient(me, { email }, [id])
  const at = Date.now()
  const say = (deltas: Moved[]) => t.panel.db.write((tx) => history.record(tx, deltas, at))
  const total = async (name: string) =>
    sum((await me.get<Answer>(`/panel/api/history/client/${name}`)).obj.points)
  await say([client('old', 3, 4), client('other', 1, 1)])
  await me.post(`${clients}/update/old`, { email: 'new' })
  expect([await total('old'), await total('new')]).toEqual([0, 7])
  await say([client('new', 0, 3)])
  expect(await total('new')).toBe(10)
  await me.post(`${clients}/del/other`)
  expect(await total('other')).toBe(0)
  await addClient(me, { email: 'other' }, [id])
  await say([client('other', 0, 2)])
  expect(await total('other')).toBe(2)
  // A tick that arrives before the rename is known.
  await say([client('late', 0, 5)])
  await t.panel.db.write((tx) =>
    history.inTx(tx, {
      kind: 'clients-changed',
      clients: [{ email: 'late', formerEmail: 'new', inboundIds: [id], formerInboundIds: [id] }],
    }),
  )
  expect([await total('new'), await total('late')]).toEqual([0, 15])
})

it('days follow the time zone of the panel', async () => {
  zone = 'Asia/Tehran'
  const history = room()
  now = Date.parse('2040-11-15T20:20:00Z')
  await record(history, client('tehran', 1, 0))
  now = Date.parse('2040-11-15T20:31:00Z')
  await record(history, client('tehran', 0, 7))
  for (const folded of [false, true]) {
    if (folded) {
      now += 10 * minute
      await fold(history)
    }
    expect((await history.read('client', 'tehran', { step: '1d' })).points).toEqual([
      { t: Date.parse('2040-11-14T20:30:00Z') / 1_000, up: 1, down: 0 },
      { t: Date.parse('2040-11-15T20:30:00Z') / 1_000, up: 0, down: 7 },
    ])
  }
  zone = 'UTC'
})

it('the sum of every level is the sum of what was recorded, whenever it is folded or rolled back', async () => {
  const step = fc.record({
    after: fc.integer({ min: 0, max: 50 * minute }),
    deltas: fc.array(fc.record({ name: fc.constantFrom('a', 'b'), up: fc.nat(1e6), down: fc.nat(1e6) }), {
      maxLength: 4,
    }),
    fold: fc.boolean(),
    fails: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  })
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (plan) => {
      run += 1
      const history = room()
      const wanted = { a: 0, b: 0 }
      now = Date.parse('2041-01-01T00:00:00Z') + run * 3 * day
      const from = Math.floor(now / 1_000)
      for (const { after, deltas, fold: folds, fails } of plan) {
        now += after
        const moved = deltas.map(({ name, up, down }) => client(`${run}-${name}`, up, down))
        const work = t.panel.db.write(async (tx) => {
          await history.record(tx, moved, now)
          if (fails) throw new Error('taken back')
        })
        if (fails) await expect(work).rejects.toThrow('taken back')
        else for (const { name, up, down } of deltas) wanted[name === 'a' ? 'a' : 'b'] += up + down
        if (!fails) await work
        if (folds) await fold(history)
      }
      for (const name of ['a', 'b'] as const)
        for (const level of ['5m', '1h', '1d'] as const) {
          const range = { from: from - 2 * 86_400, step: level }
          expect(sum((await history.read('client', `${run}-${name}`, range)).points)).toBe(wanted[name])
        }
    }),
    { numRuns: 12 },
  )
})

it('a clock that is set back loses nothing', async () => {
  const history = room()
  now += day
  await record(history, client('clock', 1, 1))
  now += 10 * minute
  await fold(history)
  now -= 3_600_000
  await record(history, client('clock', 5, 5))
  now += 2 * 3_600_000
  await fold(history)
  for (const level of ['5m', '1h', '1d'] as const)
    expect(sum((await history.read('client', 'clock', { step: level })).points)).toBe(12)
})

it('stays bounded by age and by number', async () => {
  const history = room()
  now += 10 * day
  await history.jobs[1]?.run(signal) // left by the other tests
  const before = await rows('history_days')
  for (let i = 0; i < 12; i++) {
    await record(history, client('bound', 1, 0), client('bound-2', 1, 0))
    now += 5 * minute
  }
  await fold(history)
  // Two clients, and both together.
  expect([await rows('history_fine'), await rows('history_hours')]).toEqual([36, expect.any(Number)])
  await createKeep(commitOn(t.panel.db).upkeep, { '5m': 9, '1h': 1_000, '1d': 1_000 })(now, signal)
  expect(await rows('history_fine')).toBe(9)
  now += 3 * day
  await history.jobs[1]?.run(signal)
  expect(await rows('history_fine')).toBe(0)
  expect(sum((await history.read('client', 'bound', { from: 0, step: '1h' })).points)).toBe(12)
  now += 800 * day
  await history.jobs[1]?.run(signal)
  expect(before).toBeGreaterThan(0)
  expect([await rows('history_hours'), await rows('history_days')]).toEqual([0, 0])
})
