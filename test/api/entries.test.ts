import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import type { EntryOutcome } from '#domain/entries/state.ts'
import { coded } from '#domain/refusal.ts'
import { createChanges } from '#server/entries/changes.ts'
import { createEntryStore, type EntryPlace } from '#server/entries/store.ts'
import { commitOn } from '#test/commit.ts'
import { mmdbFile, providerRecord } from '#test/fixtures/mmdb.ts'
import { addInbound, inbounds, type ListedInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const day = 86_400_000
const start = Date.UTC(2026, 10, 18, 12)
const path = '/panel/api/health/entries'

let t: TestPanel
let me: Visitor
let inbound: ListedInbound
let store: ReturnType<typeof createEntryStore>
let now = start
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  inbound = await addInbound(me, { remark: 'Paris' })
  const { db, geo, core } = t.panel
  mkdirSync(t.config.binFolder, { recursive: true })
  const records = { '203.0.113.0/24': providerRecord(64_500, 'Exit', 'FR') }
  writeFileSync(join(t.config.binFolder, 'a.mmdb'), mmdbFile(records))
  await geo.networks.refresh()
  const changes = createChanges({ core, now: () => now })
  store = createEntryStore({ db, commit: commitOn(db), now: () => now, changes })
})
afterAll(() => t.stop())

const place = (address: string, position = 1): EntryPlace => ({
  ...{ inboundId: inbound.id, entry: `${address}:443`, position, address, port: 443, remark: address },
})
const good = (latencyMs: number): EntryOutcome => ({ isGood: true, latencyMs, exitAddress: '203.0.113.7' })
const bad: EntryOutcome = { isGood: false, stage: 'login', cause: coded('entry.login-refused') }
const check = (...all: [string, EntryOutcome | undefined][]) => {
  const places = all.map(([address], i) => place(address, i + 1))
  const judged = places.flatMap((one, i) => {
    const outcome = all[i]?.[1]
    return outcome ? [{ ...one, outcome }] : []
  })
  return store.write([inbound.id], places, judged)
}
const list = async () => (await me.get<Entries>(path)).obj

it('a panel that has not looked says nothing about its entries', async () => {
  const eye = { id: '', name: '', kind: 'server', country: '', provider: '', seenAt: 0, state: 'looking' }
  expect(await list()).toEqual({
    everyMinutes: 5,
    offline: '',
    offlineCoded: null,
    unchecked: [],
    eyes: [eye],
    entries: [],
  })
  // There is no core here: nothing is tried, and nothing is claimed.
  expect(await me.post<Entries>(`${path}/check/${inbound.id}`)).toMatchObject({
    success: true,
    obj: { entries: [] },
  })
})

it('results are added up by day; what was not judged stays as it was', async () => {
  await check(['a.example', good(80)], ['b.example', good(10)])
  now += 300_000
  await check(['a.example', good(40)], ['b.example', bad])
  now += 300_000
  await check(['a.example', undefined], ['b.example', bad])
  const { entries } = await list()
  expect(entries).toMatchObject([
    {
      ...{
        inbound: 'Paris',
        address: 'a.example',
        position: 1,
        eye: '',
        state: 'good',
        stage: '',
        cause: '',
      },
      ...{
        latencyMs: 40,
        exitAddress: '203.0.113.7',
        exitCountry: 'FR',
        fails: 0,
        since: start,
        checkedAt: start + 300_000,
      },
      days: [{ day: Date.UTC(2026, 10, 18), good: 2, failed: 0, latencyMs: 60 }],
    },
    {
      ...{ address: 'b.example', position: 2, state: 'failed', stage: 'login', fails: 2, lastOkAt: start },
      ...{ cause: expect.stringContaining('credentials'), causeCoded: { code: 'entry.login-refused' } },
      ...{ since: start + 300_000, checkedAt: now, latencyMs: 0, exitAddress: '', exitCountry: '' },
      days: [{ good: 1, failed: 2, latencyMs: 10 }],
    },
  ])
})

it('a finding says what happened between the last good check and the first failed one', async () => {
  const entry = async () => (await list()).entries.find(({ address }) => address === 'c.example')
  const at = (minutes: number) => {
    now = Math.max(now, t.now()) + minutes * 60_000
  }
  await me.post(`${inbounds}/update/${inbound.id}`, { ...inbound, remark: 'Paris 1' })
  at(1)
  await check(['c.example', good(20)])
  t.advance(now - t.now() + 60_000)
  const other = await addInbound(me, { remark: 'other' })
  await me.post(`${inbounds}/update/${other.id}`, { ...other, remark: 'another' })
  await me.post('/panel/setting/update', { tgBotChatId: '7' })
  await me.post(`${inbounds}/update/${inbound.id}`, { ...inbound, remark: 'Paris' })
  await me.post('/panel/setting/update', { publicHost: 'vpn.example' })
  at(1)
  await check(['c.example', bad])
  expect(await entry()).toMatchObject({ fails: 1, changes: '' })
  t.advance(now - t.now() + 60_000)
  await me.post('/panel/setting/update', { publicHost: '' })
  at(1)
  await check(['c.example', bad])
  const words =
    /^The inbound was edited by root at [\d-]+ [\d:]+; Settings were saved by root at [\d-]+ [\d:]+\.$/
  const { changes, changesCoded } = (await entry()) ?? {}
  expect(changes).toMatch(words)
  expect(changesCoded).toMatchObject({ code: 'list.more' })
  at(1)
  await check(['c.example', bad])
  expect(await entry()).toMatchObject({ fails: 3, changes })
  at(1)
  await check(['c.example', good(10)])
  expect(await entry()).toMatchObject({ changes: '', changesCoded: null })
  await me.post(`${inbounds}/del/${other.id}`)
})

it('an address that is advertised no more is no entry; thirty days are kept', async () => {
  await check(['b.example', good(20)])
  expect((await list()).entries).toMatchObject([{ address: 'b.example', position: 1, fails: 0 }])
  const days = async () => (await list()).entries[0]?.days.length
  for (let i = 0; i < 31; i++) {
    now += day
    await check(['b.example', good(20)])
  }
  expect(await days()).toBe(30)
})

it('entries of an inbound that is off are not shown, and those of a deleted one are gone', async () => {
  await me.post(`${inbounds}/setEnable/${inbound.id}`, { enable: false })
  expect((await list()).entries).toEqual([])
  await me.post(`${inbounds}/del/${inbound.id}`)
  await store.write([], [], [])
  for (const table of ['entry_checks', 'entry_days'] as const)
    expect(await t.panel.db.read.selectFrom(table).selectAll().execute(), table).toEqual([])
})

it('an inbound that is not there cannot be checked', async () => {
  for (const id of [inbound.id, 0, 'x'])
    expect(await me.post(`${path}/check/${id}`)).toMatchObject({ success: false, code: 'inbound.missing' })
})
