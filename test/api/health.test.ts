import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import { Diagnosis, Health } from '#contract/health-api.ts'
import { freePort } from '#test/free-port.ts'
import { addClient, addInbound, inbounds } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { until } from '#test/until.ts'

// Findings: what the checks saw last, kept, muted, and told to browsers.

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel({ SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(await freePort()) })
  me = await t.login()
})
afterAll(() => t.stop())

const health = '/panel/api/health'
const read = async () => Health.parse((await me.get(health)).obj)
const checkNow = async () => Health.parse((await me.post(`${health}/check`)).obj)
const withoutCertificate = async () =>
  addInbound(me, {
    port: await freePort(),
    remark: 'bare',
    streamSettings: { network: 'tcp', security: 'tls', tlsSettings: {} },
  })
const of = ({ findings }: Health, id: number) =>
  findings.find(({ subject }) => subject.kind === 'inbound' && subject.id === String(id))

it('says nothing about what no check has looked at', async () => {
  expect(await read()).toEqual({
    checkedAt: 0,
    worst: null,
    counts: { bad: 0, warn: 0, note: 0, muted: 0 },
    findings: [],
    passed: [],
  })
})

it('a finding has a subject, an age and the time of the last check; it goes with its cause', async () => {
  const { id } = await withoutCertificate()
  const first = await checkNow()
  const found = of(first, id)
  expect(found).toMatchObject({
    state: 'bad',
    subject: { kind: 'inbound', id: String(id), name: 'bare' },
    sentenceCoded: { code: 'health.cert-none' },
    action: { kind: 'page', to: `panel/inbounds?i=${id}` },
    muted: null,
    seenBy: '',
  })
  expect(first.worst).toBe('bad')
  expect(first.passed.length).toBeGreaterThan(0)

  t.advance(60_000)
  const second = await checkNow()
  expect(of(second, id)?.since).toBe(found?.since)
  expect(of(second, id)?.checkedAt).toBeGreaterThanOrEqual((found?.checkedAt ?? 0) + 60_000)
  expect(second.checkedAt).toBeGreaterThanOrEqual(first.checkedAt + 60_000)
  expect(await read()).toEqual(second)

  await me.post(`${inbounds}/del/${id}`)
  expect(of(await checkNow(), id)).toBeUndefined()
})

it('says why a client cannot connect, from its own state and the findings of its inbounds', async () => {
  const open = await addInbound(me, { port: await freePort() })
  const bare = await withoutCertificate()
  const gone = await addInbound(me, { port: await freePort() })
  for (const [email, on] of [
    ['alone', [bare.id]],
    ['nowhere', [gone.id]],
  ] as const)
    await addClient(me, { email }, [...on])
  await me.post(`${inbounds}/del/${gone.id}`)
  await addClient(me, { email: 'late', expiryTime: t.now() - 1_000 }, [open.id])
  await checkNow()
  const ask = async (email: string) => Diagnosis.parse((await me.get(`${health}/client/${email}`)).obj)
  const answer = async (email: string, question: string) =>
    (await ask(email)).answers.find((one) => one.question === question)

  expect(await answer('alone', 'entries')).toMatchObject({
    answer: 'bad',
    what: 'down',
    causes: [
      { subject: { kind: 'inbound', id: String(bare.id) }, sentenceCoded: { code: 'health.cert-none' } },
    ],
  })
  expect(await answer('nowhere', 'inbounds')).toMatchObject({ answer: 'bad', what: 'none' })
  expect(await answer('late', 'time')).toMatchObject({ answer: 'bad', what: 'over' })
  expect((await ask('late')).canConnect).toBe(false)
  expect((await me.get(`${health}/client/nobody`)).success).toBe(false)
  for (const { id } of [open, bare]) await me.post(`${inbounds}/del/${id}`)
})

it('the report of the doctor is what the findings are made of', async () => {
  const { obj } = await me.get<{ checks: { id: string }[] }>('/panel/api/server/doctor')
  const { findings, passed } = await read()
  expect([...findings, ...passed].map(({ id }) => id).toSorted()).toEqual(
    obj.checks.map(({ id }) => id).toSorted(),
  )
})

it('is muted with a reason, which stays until somebody takes it back', async () => {
  const { id } = await withoutCertificate()
  const before = await checkNow()
  const { id: finding = '' } = of(before, id) ?? {}
  const refused = await me.post(`${health}/mute`, { id: finding, reason: ' ' })
  expect([refused.success, (await read()).counts.muted]).toEqual([false, 0])

  await me.post(`${health}/mute`, { id: finding, reason: 'made for a test' })
  const muted = await checkNow()
  expect(of(muted, id)?.muted).toMatchObject({ reason: 'made for a test', by: 'root' })
  expect(muted.counts).toMatchObject({ bad: before.counts.bad - 1, muted: 1 })

  await me.post(`${health}/unmute`, { id: finding })
  expect((await read()).counts).toEqual(before.counts)
  const { obj: audit } = await me.get<{ items: AuditEntry[] }>('/panel/api/audit?pageSize=2')
  expect(audit.items.map(({ action }) => action)).toEqual(['finding.unmute', 'finding.mute'])

  const gone = await me.post(`${health}/mute`, { id: 'no such finding', reason: 'x' })
  expect([gone.success, gone.msg]).toEqual([false, expect.stringContaining('Reload')])
  await me.post(`${inbounds}/del/${id}`)
})

it('what begins not to work is told once, and so is its end; what is muted is not', async () => {
  type Told = { alerts: { kind: string; params: { id: string } }[] }
  const told = async (id: string) =>
    (await me.get<Told>('/panel/api/notices/list?limit=100')).obj.alerts
      .filter(({ params }) => params.id === id)
      .map(({ kind }) => kind)
  const { id } = await withoutCertificate()
  const { id: finding = '' } = of(await checkNow(), id) ?? {}
  await checkNow()
  await t.panel.notices.look()
  expect(await told(finding)).toEqual(['health.found'])
  await me.post(`${inbounds}/del/${id}`)
  await checkNow()
  await t.panel.notices.look()
  expect(await told(finding)).toEqual(['health.cleared', 'health.found'])
})

it('stays over a restart, and follows a change without being asked', async () => {
  const before = await checkNow()
  await t.reopen()
  me = await t.login()
  expect((await read()).checkedAt).toBe(before.checkedAt)

  await t.panel.start()
  const { id } = await withoutCertificate()
  await until('the certificates are checked', async () => of(await read(), id) !== undefined)
  await me.post(`${inbounds}/del/${id}`)
  await until('they are checked again', async () => of(await read(), id) === undefined)
})
