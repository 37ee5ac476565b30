import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import type { HealthReport } from '#contract/health-api.ts'
import type { Envelope } from '#contract/wire.ts'
import { mmdbFile, providerRecord } from '#test/fixtures/mmdb.ts'
import { addClient, addInbound, type ListedInbound } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { probesPath, type TestProbe, testProbe } from '#test/probe.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// A provider blocks an entry: its probe sees that, and only its callers get another order.

const minute = 60_000
const here = '5.200.7.7'
const elsewhere = '8.8.8.8'
const unknown = '9.9.9.9'
let t: ServedPanel
let me: Visitor
let get: Subscriber
let one: ListedInbound
let probe: TestProbe & { id: number }

const save = async (settings: object) =>
  expect(await me.post('/panel/setting/update', settings)).toMatchObject({ success: true })
/** A program that calls from this address. */
const callerFrom = (remoteAddress: string): Pick<Visitor, 'post'> => ({
  post: async <T>(url: string, body?: unknown) =>
    (await t.inject({ method: 'POST', url, payload: body as object, remoteAddress })).json<Envelope<T>>(),
})
async function joined(address: string) {
  const names = { name: `box at ${address}`, country: 'told', provider: 'by a person' }
  const { obj } = await me.post<{ id: number; join: string }>(`${probesPath}/invite`, names)
  const program = testProbe(callerFrom(address))
  expect(await program.join(obj.join)).toMatchObject({ success: true })
  return { ...program, id: obj.id }
}
/** A round of the probe five minutes after its last one, in which the first inbound is open or not. */
async function round(isOpen: boolean, by: TestProbe = probe): Promise<void> {
  t.advance(5 * minute)
  const { obj } = await by.work()
  const found = (obj?.entries ?? []).map(({ inboundId, entry }) =>
    isOpen || inboundId !== one.id ? [inboundId, entry, 40, ''] : [inboundId, entry, 'entry.silent', ''],
  )
  expect((await by.results(obj?.round ?? '', found)).obj?.taken).toBe(2)
}

const nameOf = (port: number) => (port === one.port ? 'one' : 'two')
/** As apps get it, in both formats, from callers who ask in turn and so often that answers are kept. */
async function listed(address: string, subId = 'ann-sub'): Promise<string[]> {
  const from = { 'x-forwarded-for': address }
  for (let i = 0; i < 3; i++)
    for (const caller of [here, elsewhere, unknown]) await get(`/sub/${subId}`, { 'x-forwarded-for': caller })
  const links = linksIn((await get(`/sub/${subId}`, from)).body)
  const names = links.map((link) => nameOf(Number(new URL(link).port)))
  const { body } = await get(`/clash/${subId}`, from)
  expect([...body.matchAll(/port: (\d+)/g)].map(([, port]) => nameOf(Number(port)))).toEqual(names)
  return names
}
const advice = async () =>
  (await me.get<HealthReport>('/panel/api/server/doctor')).obj.checks.filter(
    ({ id }) => id === 'entries.blocked-advice',
  )

beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
  const records = {
    '5.200.0.0/16': providerRecord(58_224, 'TCI', 'IR'),
    '8.8.8.0/24': providerRecord(15_169, 'Other', 'US'),
  }
  mkdirSync(t.config.binFolder, { recursive: true })
  writeFileSync(join(t.config.binFolder, 'asn.mmdb'), mmdbFile(records))
  await t.panel.geo.networks.refresh()
  await save({ trustedProxyCIDRs: '127.0.0.0/8' })
  one = await addInbound(me, { remark: 'one' })
  const two = await addInbound(me, { remark: 'two' })
  await addClient(me, { email: 'ann', subId: 'ann-sub' }, [one.id, two.id])
  await addClient(me, { email: 'bob', subId: 'bob-sub' }, [one.id])
  probe = await joined(here)
})
afterAll(() => t.stop())

it('nothing moves at first, and Health says how many entries could', async () => {
  await round(false)
  expect(await advice()).toEqual([])
  await round(false)
  expect(await advice()).toMatchObject([{ state: 'note', sentence: expect.stringContaining('(1)') }])
  expect(await listed(here)).toEqual(['one', 'two'])
})

it('it sinks for callers of the provider, who have it back after two good rounds; others notice nothing', async () => {
  await save({ subBlockedEntries: 'sink' })
  expect(await advice()).toEqual([])
  expect(await listed(here)).toEqual(['two', 'one'])
  for (const other of [elsewhere, unknown]) expect(await listed(other)).toEqual(['one', 'two'])
  await round(true)
  expect(await listed(here)).toEqual(['two', 'one'])
  await round(true)
  expect(await listed(here)).toEqual(['one', 'two'])
})

it('it is left out for them, but not where it is all that a client has', async () => {
  await save({ subBlockedEntries: 'hide' })
  await round(false)
  expect(await listed(here)).toEqual(['one', 'two'])
  await round(false)
  expect(await listed(here)).toEqual(['two'])
  expect(await listed(here, 'bob-sub')).toEqual(['one'])
  expect(await listed(elsewhere)).toEqual(['one', 'two'])
})

it('it counts while it is fresh, and where the files say that the probe is', async () => {
  t.advance(16 * minute)
  expect(await listed(here)).toEqual(['one', 'two'])
  await round(false)
  expect(await listed(here)).toEqual(['two'])
  const stranger = await joined(unknown)
  for (let i = 0; i < 2; i++) await round(false, stranger)
  for (const other of [elsewhere, unknown]) expect(await listed(other)).toEqual(['one', 'two'])
  const { entries } = (await me.get<Entries>('/panel/api/health/entries')).obj
  const seen = entries.filter(({ eye, inboundId }) => eye === `probe:${stranger.id}` && inboundId === one.id)
  expect(seen).toMatchObject([{ state: 'failed', fails: 2 }])
})

it('what a probe saw whose key was stolen moves nothing any more', async () => {
  await round(false)
  expect(await listed(here)).toEqual(['two'])
  const thief = probe.copy()
  for (let i = 0; i < 2; i++) expect((await thief.work()).success).toBe(true)
  expect(await probe.work()).toMatchObject({ success: false, code: 'probe.held' })
  expect(await listed(here)).toEqual(['one', 'two'])
})

it('what a revoked probe saw is gone at once', async () => {
  await me.post(`${probesPath}/revoke/${probe.id}`)
  probe = await joined(here)
  await round(false)
  await round(false)
  expect(await listed(here)).toEqual(['two'])
  expect(await me.post(`${probesPath}/revoke/${probe.id}`)).toMatchObject({ success: true })
  expect(await listed(here)).toEqual(['one', 'two'])
})
