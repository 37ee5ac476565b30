import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import type { HealthReport } from '#contract/health-api.ts'
import type { Probe } from '#contract/probes-api.ts'
import type { Envelope } from '#contract/wire.ts'
import { checkUserName, isCheckUser } from '#domain/core-config/check-user.ts'
import type { EntryOutcome } from '#domain/entries/state.ts'
import { joinString, readJoinString } from '#domain/fleet/join-string.ts'
import { createChanges } from '#server/entries/changes.ts'
import { createEntryStore } from '#server/entries/store.ts'
import { commitOn } from '#test/commit.ts'
import { addInbound, type ListedInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { probesPath as path, type TestProbe, testProbe } from '#test/probe.ts'

const minute = 60_000
let t: TestPanel
let me: Visitor
let inbound: ListedInbound
let stranger: Pick<Visitor, 'post'>
let count = 0
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  inbound = await addInbound(me, { remark: 'Paris' })
  stranger = {
    post: async <T>(url: string, body?: unknown) =>
      (await t.inject({ method: 'POST', url, payload: body as object })).json<Envelope<T>>(),
  }
})
afterAll(() => t.stop())
beforeEach(async () => {
  t.advance(2 * minute) // the rates of calls are per minute
  for (const { id } of await list()) await revoke(id)
})

const invite = async (names: object = {}) => {
  const answer = await me.post<{ id: number; join: string }>(`${path}/invite`, {
    ...{ name: `box ${++count}`, country: 'Iran', provider: 'MCI' },
    ...names,
  })
  expect(answer.success, answer.msg).toBe(true)
  return answer.obj
}
async function joined(): Promise<TestProbe & { id: number; eye: string }> {
  const { id, join } = await invite()
  const probe = testProbe(stranger)
  expect(await probe.join(join)).toMatchObject({ success: true })
  return { ...probe, id, eye: `probe:${id}` }
}
const revoke = (id: number) => me.post(`${path}/revoke/${id}`)
const list = async () => (await me.get<Probe[]>(path)).obj
const stateOf = async (id: number) => (await list()).find((one) => one.id === id)?.state
const entries = async () => (await me.get<Entries>('/panel/api/health/entries')).obj
const seenBy = async (eye: string) => (await entries()).entries.filter((one) => one.eye === eye)
const findings = async () =>
  (await me.get<HealthReport>('/panel/api/server/doctor')).obj.checks.filter(({ id }) =>
    id.startsWith('entries'),
  )
const refused = (code: string) => ({ success: false, code })

/** What this server itself sees. */
async function own(outcome: EntryOutcome) {
  const { db, core } = t.panel
  const changes = createChanges({ core, now: t.now })
  const store = createEntryStore({ db, commit: commitOn(db), now: t.now, changes })
  const at = { entry: `127.0.0.1:${inbound.port}`, address: '127.0.0.1', port: inbound.port }
  const place = { inboundId: inbound.id, position: 1, remark: '', ...at }
  await store.write([inbound.id], [place], [{ ...place, outcome }])
}
const good: EntryOutcome = { isGood: true, latencyMs: 9, exitAddress: '' }

it('joins once with its string, within a day, and sees entries and nothing else', async () => {
  const { id, join } = await invite({ name: 'Tehran' })
  expect(readJoinString(join, 'probe')).toMatchObject({ url: 'http://localhost:80/', pin: '' })
  expect(await list()).toMatchObject([{ id, name: 'Tehran', state: 'invited', joinedAt: 0 }])
  const probe = testProbe(stranger)
  expect((await probe.work()).success).toBe(false)
  expect(await probe.join(join)).toMatchObject({ success: true })
  // Its answer may have been lost.
  expect(await probe.join(join)).toMatchObject({ success: true })
  expect(await testProbe(stranger).join(join)).toMatchObject(refused('probe.invitation-ended'))
  expect(
    await testProbe(stranger).join(joinString({ url: 'http://localhost:1/', pin: '', token: 'x' }, 'probe')),
  ).toMatchObject(refused('probe.invitation-ended'))
  const { obj } = await probe.work()
  expect(obj).toMatchObject({ everyMinutes: 5, page: expect.stringContaining('http') })
  expect(obj?.entries).toMatchObject([
    { inboundId: inbound.id, advertised: { port: inbound.port, email: '' } },
  ])
  expect(Object.keys(obj ?? {}).sort()).toEqual(['at', 'entries', 'everyMinutes', 'next', 'page', 'round'])
  expect(JSON.stringify(obj)).not.toContain('Paris')
  expect(await probe.join(join)).toMatchObject(refused('probe.invitation-ended'))
  expect((await list())[0]).toMatchObject({
    state: 'looking',
    version: '1.0',
    country: 'Iran',
    provider: 'MCI',
  })

  const late = await invite()
  t.advance(24 * 60 * minute)
  me = await t.login()
  expect(await testProbe(stranger).join(late.join)).toMatchObject(refused('probe.invitation-ended'))
  expect((await list()).map((one) => one.id)).toEqual([id])
  await revoke(id)
})

it('what it found is in a column of its own, and moves nothing in subscriptions', async () => {
  const { work, results, id, eye } = await joined()
  await own(good)
  for (let n = 1; n <= 2; n++) {
    t.advance(5 * minute)
    const { obj } = await work()
    const found = obj?.entries.map((one) => [one.inboundId, one.entry, 'entry.silent', ''])
    expect((await results(obj?.round ?? '', found ?? [])).obj?.taken).toBe(1)
    // Again, in the same round.
    expect((await results(obj?.round ?? '', found ?? [])).obj?.taken).toBe(0)
    expect(await seenBy(eye)).toMatchObject([
      { state: 'failed', stage: 'silent', fails: n, inbound: 'Paris' },
    ])
    expect((await findings()).some((one) => one.state === 'warn')).toBe(n === 2)
  }
  const [blocked] = (await findings()).filter(({ state }) => state === 'warn')
  expect(blocked).toMatchObject({
    id: `entries.probe-${id}-${inbound.id}-1`,
    subject: { kind: 'inbound', id: String(inbound.id) },
    sentence: expect.stringMatching(/Paris.*blocked or unreachable.*box \d+ \(Iran, MCI\)/),
  })
  expect((await entries()).eyes).toMatchObject([
    { id: '', kind: 'server', state: 'looking' },
    { id: eye, kind: 'probe', country: 'Iran', provider: 'MCI', state: 'looking' },
  ])
  const sunk = await t.panel.db.read
    .selectFrom('entry_checks')
    .select('eye')
    .where('sunk', '=', true)
    .where('asn', '>', 0) // nobody knows its network
    .execute()
  expect(sunk).toEqual([])

  t.advance(16 * minute)
  expect(await findings()).toMatchObject([{ id: `entries.probe-${id}`, state: 'warn' }, { id: 'entries' }])
  await revoke(id)
  expect(await seenBy(eye)).toEqual([])
  expect((await findings()).every(({ state }) => state === 'ok')).toBe(true)
})

it('all probes that look find an entry blocked: that is bad; one without a way out blames nothing', async () => {
  const probes = [await joined(), await joined(), await joined()]
  await own(good)
  for (let n = 0; n < 2; n++) {
    t.advance(5 * minute)
    for (const [i, { work, results }] of probes.entries()) {
      const { obj } = await work()
      const found = obj?.entries.map((one) => [one.inboundId, one.entry, 'entry.port-closed', 'i/o timeout'])
      expect((await results(obj?.round ?? '', found ?? [], i === 2)).obj?.taken).toBe(i === 2 ? 0 : 1)
    }
  }
  const states = (await findings()).map(({ id, state }) => [id, state])
  expect(states).toEqual([
    ...probes.slice(0, 2).map(({ id }) => [`entries.probe-${id}-${inbound.id}-1`, 'bad']),
    [`entries.probe-${probes[2]?.id}`, 'note'],
    ['entries', 'ok'],
  ])
  for (const { id } of probes) await revoke(id)
})

it('a revoked probe is unknown at once, and the keys that it had are no users of the core any more', async () => {
  const usersNow = () => t.panel.core.desired.checkUsersOf(inbound as never).map(({ email }) => email)
  const before = usersNow()
  expect(before).toEqual([checkUserName(inbound.tag)])
  const [a, b] = [await joined(), await joined()]
  const given = usersNow()
  expect(given).toHaveLength(3)
  expect(given.every(isCheckUser)).toBe(true)
  const { obj } = await b.work()
  await revoke(a.id)
  expect(await a.work()).toMatchObject(refused('probe.unknown'))
  expect(usersNow().filter((email) => given.includes(email))).toEqual(before)
  // Its keys ended while it looked: what it found would be wrong.
  const found = obj?.entries.map((one) => [one.inboundId, one.entry, 'entry.login-refused', ''])
  expect((await b.results(obj?.round ?? '', found ?? [])).obj?.taken).toBe(0)
  await revoke(b.id)
  expect(usersNow()).toEqual(before)
  expect(await revoke(b.id)).toMatchObject(refused('probe.missing'))
})

it('keys end by themselves', async () => {
  const { work, id } = await joined()
  const idsIn = (text: unknown) => JSON.stringify(text).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
  const validNow = () => idsIn(t.panel.core.desired.checkUsersOf(inbound as never))
  const [key = ''] = idsIn((await work()).obj?.entries)
  expect(validNow()).toContain(key)
  t.advance(110 * minute)
  expect(validNow()).not.toContain(key)
  expect(validNow()).toEqual(expect.arrayContaining(idsIn((await work()).obj?.entries)))
  await revoke(id)
})

it('a call is answered once', async () => {
  const { work, send, id, state } = await joined()
  const { body } = await work()
  for (let n = 0; n < 3; n++) expect(await send('work', body)).toMatchObject(refused('probe.repeated'))
  // Nor can it be another call, or somebody else's.
  expect(await send('results', body)).toMatchObject(refused('probe.unknown'))
  expect(await send('work', { ...body, said: body.said.replace('1.0', '1.1') })).toMatchObject(
    refused('probe.unknown'),
  )
  expect(await stateOf(id)).toBe('looking')
  // It got no answer, and goes on with what it has.
  const lost = { ...state }
  expect((await work()).success).toBe(true)
  Object.assign(state, { next: lost.next })
  expect((await work()).success).toBe(true)
  await revoke(id)
})

it.each(['thief', 'owner'])('a stolen key: the %s calls first, and both get nothing more', async (first) => {
  const probe = await joined()
  await probe.work()
  const thief = probe.copy()
  const before = t.panel.core.desired.checkUsersOf(inbound as never).map(({ email }) => email)
  const [one, other] = first === 'thief' ? [thief, probe] : [probe, thief]
  expect((await one.work()).success).toBe(true)
  expect((await one.work()).success).toBe(true)
  expect(await other.work()).toMatchObject(refused('probe.held'))
  for (const each of [one, other]) expect(await each.work()).toMatchObject(refused('probe.held'))
  const after = t.panel.core.desired.checkUsersOf(inbound as never).map(({ email }) => email)
  expect(after.filter((email) => before.includes(email))).toEqual([checkUserName(inbound.tag)])
  expect(await findings()).toMatchObject([
    { id: `entries.probe-${probe.id}`, state: 'bad', sentence: expect.stringContaining('revoke it') },
    {},
  ])
  await revoke(probe.id)
})

it('a probe that lies can only lie about what it was given', async () => {
  const { work, results, id, eye } = await joined()
  const { obj } = await work()
  const [entry] = obj?.entries ?? []
  const round = obj?.round ?? ''
  const [inboundId, name] = [entry?.inboundId ?? 0, entry?.entry ?? '']
  expect((await results('another round', [[inboundId, name, 5, '']])).obj?.taken).toBe(0)
  for (const wrong of [
    [inboundId, name, 'entry.something', ''],
    [inboundId, name, 'health.probe-held', ''],
    [inboundId, name, -1, ''],
    [inboundId, name, 1e9, ''],
    [inboundId, name, 'entry.silent', 'x'.repeat(201)],
    [inboundId, 'x'.repeat(301), 5, ''],
    [inboundId, name, 5, 'x'.repeat(46)],
  ])
    expect(await results(round, [wrong])).toMatchObject(refused('probe.not-understood'))
  const many = Array.from({ length: 41 }, () => [inboundId, name, 5, ''])
  expect(await results(round, many)).toMatchObject(refused('probe.not-understood'))
  const foreign = [
    [inboundId + 1_000, name, 5, ''],
    [inboundId, 'other.example:443', 5, ''],
  ]
  expect((await results(round, foreign)).obj?.taken).toBe(0)
  const said = 'two\nlines\u202e<b>'
  expect((await results(round, [[inboundId, name, 'entry.tls-refused', said]])).obj?.taken).toBe(1)
  const [seen] = await seenBy(eye)
  expect(seen?.cause).not.toMatch(/\p{Cc}/u)
  expect(seen).toMatchObject({ stage: 'tls', address: '127.0.0.1' })
  t.advance(minute)
  const again = (await work()).obj
  expect((await results(again?.round ?? '', [[inboundId, name, 5, 'no address']])).obj?.taken).toBe(1)
  expect(await seenBy(eye)).toMatchObject([{ state: 'good', exitAddress: '' }])
  await revoke(id)
})

it('a flood and a huge call end at the door', async () => {
  const { work, signed, send, id } = await joined()
  const huge = { ...signed('work', {}), said: 'x'.repeat(20_000) }
  const answer = await t.inject({ method: 'POST', url: '/probe/work', payload: huge })
  expect(answer.statusCode).toBe(413)
  const deep = signed('work', { sequence: 1, next: '', version: '['.repeat(1_000) })
  expect((await send('work', { ...deep, said: '['.repeat(5_000) })).success).toBe(false)
  let refusals = 0
  for (let n = 0; n < 70; n++) if (!(await work()).success) refusals++
  expect(refusals).toBeGreaterThan(5)
  t.advance(minute)
  expect((await work()).success).toBe(true)
  await revoke(id)
})
