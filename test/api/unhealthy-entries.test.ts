import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FixResult, HealthReport } from '#contract/health-api.ts'
import { checkSource } from '#domain/core-config/check-user.ts'
import { entryNames } from '#domain/entries/names.ts'
import type { EntryOutcome } from '#domain/entries/state.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { coded } from '#domain/refusal.ts'
import { createChanges } from '#server/entries/changes.ts'
import { createEntryStore } from '#server/entries/store.ts'
import { commitOn } from '#test/commit.ts'
import { addClient, addInbound, clients, type ListedInbound } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// What subscriptions list of entries that the checks as a client did not get through.

const good: EntryOutcome = { isGood: true, latencyMs: 80, exitAddress: '' }
const bad: EntryOutcome = { isGood: false, stage: 'silent', cause: coded('entry.silent') }
const minute = 60_000
let t: ServedPanel
let me: Visitor
let get: Subscriber
let one: ListedInbound | undefined

const save = async (settings: object) =>
  expect(await me.post('/panel/setting/update', settings)).toMatchObject({ success: true })

/** A round that finds this about the first inbound, five minutes after the last one. */
async function round(outcome: EntryOutcome, isOffline = false): Promise<void> {
  t.advance(5 * minute)
  const commit = commitOn(t.panel.db, t.panel.changeListeners)
  if (!one) throw new Error('there is no inbound')
  // As the room does it.
  const user = checkSource(one, t.panel.core.desired.hidden())
  const dialled = await t.panel.subscriptions.checkLinks(one.id, user)
  const [entry = ''] = entryNames(dialled)
  const [{ host: address, port, remark }] = dialled as [Advertised] // it has one address
  const place = { inboundId: one.id, entry, position: 1, address, port, remark }
  const checked = isOffline ? [] : [{ ...place, outcome }]
  const { db, core } = t.panel
  const store = createEntryStore({ db, commit, now: t.now, changes: createChanges({ core, now: t.now }) })
  await store.write([one.id], [place], checked, isOffline)
}

const nameOf = (port: number) => (port === one?.port ? 'one' : 'two')
const namesIn = (links: readonly string[]) => links.map((link) => nameOf(Number(new URL(link).port)))
/** As apps get it, in both formats; asked so often that the answer is kept. */
async function listed(subId = 'ann-sub') {
  const [, , raw] = [await get(`/sub/${subId}`), await get(`/sub/${subId}`), await get(`/sub/${subId}`)]
  const { body } = await get(`/clash/${subId}`)
  const names = [...body.matchAll(/port: (\d+)/g)].map(([, port]) => nameOf(Number(port)))
  expect(names).toEqual(namesIn(linksIn(raw.body)))
  return names
}

beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
  one = await addInbound(me, { remark: 'one' })
  const two = await addInbound(me, { remark: 'two' })
  await addClient(me, { email: 'ann', subId: 'ann-sub' }, [one.id, two.id])
  await addClient(me, { email: 'bob', subId: 'bob-sub' }, [one.id])
})
afterAll(() => t.stop())

it('nothing moves at first, and Health says how many entries could', async () => {
  await round(bad)
  await round(bad)
  expect(await listed()).toEqual(['one', 'two'])
  const { checks } = (await me.get<HealthReport>('/panel/api/server/doctor')).obj
  expect(checks.find(({ id }) => id === 'entries.advice')).toMatchObject({
    ...{ state: 'note', sentence: expect.stringContaining('(1)') },
  })
})

it('it sinks after two failures, for apps only, and is back after two good rounds', async () => {
  const [before] = [await get('/sub/ann-sub'), await get('/sub/ann-sub')]
  const { obj } = await me.post<FixResult>('/panel/api/health/fix', { id: 'entries.advice' })
  expect(obj.outcome).toBe('fixed')
  expect(await listed()).toEqual(['two', 'one'])
  const tag = { 'if-none-match': before.headers.etag ?? '' }
  expect((await get('/sub/ann-sub', tag)).status).toBe(200)
  expect(namesIn((await me.get<string[]>(`${clients}/links/ann`)).obj)).toEqual(['one', 'two'])
  expect(namesIn((await me.get<string[]>(`${clients}/subLinks/ann-sub`)).obj)).toEqual(['two', 'one'])
  await round(good)
  expect(await listed()).toEqual(['two', 'one'])
  await round(good)
  expect(await listed()).toEqual(['one', 'two'])
  expect((await get('/sub/ann-sub', tag)).status).toBe(304)
})

it('it is left out, but not where it is all that a client has', async () => {
  await save({ subUnhealthyEntries: 'hide' })
  await round(bad)
  expect(await listed()).toEqual(['one', 'two'])
  await round(bad)
  expect(await listed()).toEqual(['two'])
  expect(await listed('bob-sub')).toEqual(['one'])
  expect((await me.get<string[]>(`${clients}/links/ann`)).obj).toHaveLength(2)
})

it('it is listed while nobody knows: no way out, no check for three rounds, or no checks at all', async () => {
  await round(bad, true)
  expect(await listed()).toEqual(['one', 'two'])
  await round(bad)
  expect(await listed()).toEqual(['two'])
  t.advance(14 * minute)
  expect(await listed()).toEqual(['two'])
  t.advance(2 * minute)
  expect(await listed()).toEqual(['one', 'two'])
  await round(bad)
  expect(await listed()).toEqual(['two'])
  await save({ entryCheckMinutes: 0 })
  expect(await listed()).toEqual(['one', 'two'])
})
