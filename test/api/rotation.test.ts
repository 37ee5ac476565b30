import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import type { HealthReport } from '#contract/health-api.ts'
import type { RotationPreview, RotationState } from '#contract/rotation-api.ts'
import { checkSource } from '#domain/core-config/check-user.ts'
import type { EntryOutcome } from '#domain/entries/state.ts'
import { bad, checkRound, good } from '#test/check-round.ts'
import {
  addClient,
  addInbound,
  allInbounds,
  clients,
  inbounds,
  type ListedInbound,
  quiet,
} from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// A new port comes into service beside the old one, which is retired when enough clients have fetched.

const [day, many] = [86_400_000, 1_000]
let t: ServedPanel
let me: Visitor
let get: Subscriber
let next = 47_000 + 100 * Number(process.env.VITEST_POOL_ID ?? 0)

beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
})
afterAll(() => t.stop())

const at = ({ id }: { id: number }, what = '') => `${inbounds}/${id}/rotation${what}`
const state = async (inbound: ListedInbound) => (await me.get<RotationState>(at(inbound))).obj
const act = (inbound: ListedInbound, what: string, body?: object) =>
  me.post<RotationState>(at(inbound, `/${what}`), body)
const save = async (inbound: ListedInbound, pools: object, more: object = {}) =>
  expect(await me.post(at(inbound), { pools, ...more })).toMatchObject({ success: true })
const tick = () => t.panel.rotation.job.run(new AbortController().signal)
/** What people were told of rotations, and of which inbound. */
async function told(remark: string) {
  const alerts = await t.panel.db.read.selectFrom('alerts').select(['kind', 'params']).orderBy('id').execute()
  return alerts.flatMap(({ kind, params }) => {
    const said = JSON.parse(params) as { inbound?: string; cause?: string }
    return said.inbound === remark ? [`${kind} ${said.cause}`] : []
  })
}
const portsIn = (body: string) => linksIn(body).map((link) => Number(new URL(link).port))
const fetchedBy = async (subId: string) => portsIn((await get(`/sub/${subId}`)).body)
const portOf = async ({ id }: ListedInbound) => (await allInbounds(me)).find((one) => one.id === id)?.port

/** Sessions end meanwhile. */
async function later(ms: number) {
  t.advance(ms)
  me = await t.login()
}

/** Fetches are written in batches; on PostgreSQL another panel may serve what it knows for two seconds. */
async function fetchAll(subIds: readonly string[]) {
  t.advance(3_000)
  for (const subId of subIds) await get(`/sub/${subId}`)
  await t.panel.subscriptions.flush()
}

const round = (inbound: ListedInbound, found: Record<number, EntryOutcome>) => checkRound(t, inbound, found)

describe('1,000 clients', () => {
  let one: ListedInbound
  let [old, fresh] = [0, 0]
  const subIds = Array.from({ length: many }, (_, i) => `many-${i}`)

  beforeAll(async () => {
    ;[old, fresh] = [next++, next++]
    one = await addInbound(me, { port: old, remark: 'one' })
    const list = subIds.map((subId) => ({ client: { email: subId, subId }, inboundIds: [one.id] }))
    const { success, msg } = await me.post(`${clients}/bulkCreate`, list)
    expect(success, msg).toBe(true)
    await fetchAll(subIds)
  })

  it('a preview says what changes and for how many, and stores nothing', async () => {
    await save(one, { port: [String(old), String(fresh)] })
    const { obj } = await me.post<RotationPreview>(at(one, '/preview'))
    expect(obj).toEqual({
      changes: [{ kind: 'port', from: [String(old)], to: [String(fresh)] }],
      progress: { active: many, fetched: 0, linkOnly: 0 },
      reconnects: 0,
    })
    expect(await portOf(one)).toBe(old)
  })

  it('both ports are listed, the new one first, and the tag stays', async () => {
    const before = (await get('/sub/many-0')).headers.etag ?? ''
    const { obj, success, msg } = await act(one, 'start')
    expect(success, msg).toBe(true)
    expect(obj.running?.changes).toEqual([{ kind: 'port', from: [String(old)], to: [String(fresh)] }])
    expect((await get('/sub/many-0', { 'if-none-match': before })).status).toBe(200)
    expect(await fetchedBy('many-0')).toEqual([fresh, old])
    const clash = (await get('/clash/many-2')).body
    expect([...clash.matchAll(/port: (\d+)/g)].map(([, port]) => Number(port))).toEqual([fresh, old])
    expect((await allInbounds(me)).find(({ id }) => id === one.id)).toMatchObject({
      port: fresh,
      tag: one.tag,
    })
    const section = await t.panel.core.desired.section(one.id)
    expect(section).toMatchObject({ tag: one.tag, port: `${fresh},${old}` })
  })

  it('nobody else gets one of the two ports meanwhile', async () => {
    for (const port of [old, fresh])
      expect(await me.post(`${inbounds}/add`, { listen: quiet, port, protocol: 'vless' })).toMatchObject({
        ...{ success: false, code: 'inbound.port-taken' },
      })
    expect(await act(one, 'start')).toMatchObject({ success: false, code: 'rotation.running' })
  })

  it('the hidden client has both as entries', async () => {
    const user = checkSource(one, t.panel.core.desired.hidden())
    const links = await t.panel.subscriptions.checkLinks(one.id, user)
    expect(links.map(({ port }) => port)).toEqual([fresh, old])
  })

  it('the old one stays until enough of those who are active have fetched', async () => {
    await fetchAll(subIds.slice(0, 899))
    await tick()
    expect((await state(one)).progress).toEqual({ active: many, fetched: 899, linkOnly: 0 })
    expect(await fetchedBy('many-950')).toEqual([fresh, old])
    await fetchAll(subIds.slice(899, 900))
    await tick()
    const { running, history } = await state(one)
    expect(running).toBeNull()
    expect(history[0]).toMatchObject({ endedBy: 'fetched', active: many, cause: 'hand' })
    expect(history[0]?.fetched).toBeGreaterThanOrEqual(900)
    expect(await fetchedBy('many-0')).toEqual([fresh])
    expect(await t.panel.core.desired.section(one.id)).toMatchObject({ port: fresh })
    // Somebody else may have it now.
    await addInbound(me, { port: old })
  })

  it('the log says who did what', async () => {
    const { obj } = await me.get<{ items: AuditEntry[] }>('/panel/api/audit?pageSize=20')
    const done = obj.items.map(({ action }) => action)
    for (const action of ['rotation.rules', 'rotation.start', 'inbound.update', 'rotation.retire'])
      expect(done).toContain(action)
    const retired = obj.items.find(({ action }) => action === 'rotation.retire')
    expect(retired).toMatchObject({ actor: 'rotation', actorKind: 'job' })
  })

  it('clients that were not seen for a month, are off or have ended hold nothing up', async () => {
    await later(31 * day)
    await fetchAll(subIds.slice(0, 3))
    await me.post(`${clients}/update/many-1`, { email: 'many-1', subId: 'many-1', enable: false })
    const { progress } = await state(one)
    expect(progress).toEqual({ active: 2, fetched: 0, linkOnly: 0 })
  })
})

it('undo takes the new port out again, and after its end puts the old one back beside it', async () => {
  const [old, fresh] = [next++, next++]
  const two = await addInbound(me, { port: old })
  await addClient(me, { email: 'two', subId: 'two' }, [two.id])
  expect(await act(two, 'undo')).toMatchObject({ success: false, code: 'rotation.nothing-to-undo' })
  await save(two, { port: [String(fresh)] })
  await act(two, 'start')
  expect(await act(two, 'undo')).toMatchObject({ success: true, obj: { running: null } })
  expect(await fetchedBy('two')).toEqual([old])
  await act(two, 'start')
  expect(await act(two, 'retire')).toMatchObject({ success: true, obj: { running: null } })
  expect(await act(two, 'retire')).toMatchObject({ success: false, code: 'rotation.not-running' })
  expect(await fetchedBy('two')).toEqual([fresh])
  await act(two, 'undo')
  expect(await fetchedBy('two')).toEqual([old, fresh])
  expect((await state(two)).history.map(({ endedBy }) => endedBy)).toEqual(['hand', 'undone'])
})

it('address, server name and short id: links have the new ones, the core takes both', async () => {
  const keys = { privateKey: 'cHJpdmF0ZS1rZXktZm9yLXRlc3RzLW9ubHktMDAwMDA', settings: { publicKey: 'pub' } }
  const three = await addInbound(me, {
    port: next++,
    streamSettings: {
      ...{ network: 'tcp', security: 'reality' },
      realitySettings: { ...keys, target: 'a.test:443', serverNames: ['a.test'], shortIds: ['aa'] },
    },
  })
  await addClient(me, { email: 'three', subId: 'three' }, [three.id])
  await save(three, { address: ['203.0.113.9'], sni: ['b.test'], shortId: ['bb'] })
  await act(three, 'start')
  const links = linksIn((await get('/sub/three')).body).map((link) => new URL(link))
  expect(links.map(({ hostname }) => hostname)).toEqual(['203.0.113.9', 'sub.example'])
  for (const { searchParams } of links)
    expect([searchParams.get('sni'), searchParams.get('sid')]).toEqual(['b.test', 'bb'])
  const both = { serverNames: ['b.test', 'a.test'], shortIds: ['bb', 'aa'] }
  expect(await t.panel.core.desired.section(three.id)).toMatchObject({
    streamSettings: { realitySettings: both },
  })
  // Somebody fetched the new name: it goes on working until he has fetched again.
  await fetchAll(['three'])
  const { obj } = await act(three, 'undo')
  expect(obj.running?.changes.map(({ kind }) => kind)).toEqual(['sni', 'shortId'])
  expect(linksIn((await get('/sub/three')).body).map((link) => new URL(link).hostname)).toEqual([
    'sub.example',
  ])
  expect(await t.panel.core.desired.section(three.id)).toMatchObject({
    streamSettings: { realitySettings: { serverNames: ['a.test', 'b.test'], shortIds: ['aa', 'bb'] } },
  })
  await fetchAll(['three'])
  await tick()
  expect(await state(three)).toMatchObject({ running: null, served: expect.arrayContaining([]) })
  expect(await t.panel.core.desired.section(three.id)).toMatchObject({
    streamSettings: { realitySettings: { serverNames: ['a.test'], shortIds: ['aa'] } },
  })
})

it('by schedule: the next one begins when it is due, and a taken port is passed over', async () => {
  const [old, taken, free] = [next++, next++, next++]
  const four = await addInbound(me, { port: old, remark: 'Four' })
  await addInbound(me, { port: taken })
  await save(four, { port: [taken, free].map(String) }, { everyDays: 30 })
  expect((await state(four)).nextAt).toBeGreaterThan(t.now() + 29 * day)
  await tick()
  expect(await portOf(four)).toBe(old)
  await later(30 * day)
  await tick()
  expect(await portOf(four)).toBe(free)
  expect((await state(four)).running).toMatchObject({ cause: 'plan' })
  await tick()
  expect((await state(four)).history).toMatchObject([{ endedBy: 'fetched', active: 0 }])
  expect(await told('Four')).toEqual(['rotation.began plan', 'rotation.ended fetched'])
  // Nothing is left to come: it says so, and asks again an hour later.
  await save(four, { port: [String(free)] }, { everyDays: 1 })
  await later(day)
  await tick()
  expect(await state(four)).toMatchObject({ running: null, problemCoded: { code: 'rotation.nothing-new' } })
  const { checks } = (await me.get<HealthReport>('/panel/api/server/doctor')).obj
  expect(checks.find(({ id }) => id === `rotation.inbound-${four.id}`)).toMatchObject({ state: 'warn' })
})

it('by verdict: it begins when nobody gets through, and the blocked one ends at once', async () => {
  const [old, fresh] = [next++, next++]
  const five = await addInbound(me, { port: old, remark: 'Five' })
  await addClient(me, { email: 'five', subId: 'five' }, [five.id])
  await fetchAll(['five'])
  await save(five, { port: [old, fresh].map(String) }, { onVerdict: true })
  await round(five, { [old]: good })
  await round(five, { [old]: bad })
  await tick()
  expect(await portOf(five)).toBe(old)
  await round(five, { [old]: bad })
  await tick()
  expect((await state(five)).running).toMatchObject({ cause: 'verdict' })
  expect(await fetchedBy('five')).toEqual([fresh, old])
  await round(five, { [fresh]: bad, [old]: bad })
  await tick()
  expect((await state(five)).running).not.toBeNull()
  await round(five, { [fresh]: good, [old]: bad })
  await tick()
  expect((await state(five)).history[0]).toMatchObject({ endedBy: 'verdict' })
  expect(await fetchedBy('five')).toEqual([fresh])
  expect(await told('Five')).toEqual(['rotation.began verdict', 'rotation.ended verdict'])
  // The blocked one is not used again soon.
  expect(await act(five, 'start')).toMatchObject({ success: false, code: 'rotation.nothing-new' })
  // Nobody is told of what an operator does.
  expect(await act(five, 'undo')).toMatchObject({ success: true })
  expect(await told('Five')).toHaveLength(2)
})

it('what cannot rotate is refused in words; the owner alone may', async () => {
  const six = await addInbound(me, { port: next++, protocol: 'mixed', settings: {} })
  expect(await me.post(at(six), { pools: { port: ['1'] } })).toMatchObject({
    ...{ success: false, code: 'link.no-links' },
  })
  const seven = await addInbound(me, { port: next++, listen: '' })
  const refused = async (pools: object) => await me.post(at(seven), { pools })
  expect(await refused({ sni: ['a.test'] })).toMatchObject({ code: 'rotation.no-reality' })
  expect(await refused({ port: ['70000'] })).toMatchObject({ code: 'rotation.bad-port', field: 'pools.port' })
  expect((await refused({ port: Array.from({ length: 101 }, (_, i) => String(i + 1)) })).success).toBe(false)
  expect((await state(seven)).cannot.map(({ kind }) => kind)).toEqual(['sni', 'shortId'])
  expect(await me.get(`${inbounds}/999/rotation`)).toMatchObject({ code: 'inbound.missing' })
  await save(seven, { port: [String(t.subPort)] })
  const { obj } = await me.post<RotationPreview>(at(seven, '/preview'))
  expect(obj.refusalCoded?.code).toMatch(/^inbound\.port/)
})

it('a deleted inbound leaves nothing behind', async () => {
  const eight = await addInbound(me, { port: next++ })
  await save(eight, { port: [String(next++)] })
  await act(eight, 'start')
  await me.post(`${inbounds}/del/${eight.id}`)
  await tick()
  for (const table of ['rotations', 'rotation_rules'] as const)
    expect(
      await t.panel.db.read.selectFrom(table).selectAll().where('inbound_id', '=', eight.id).execute(),
    ).toEqual([])
})
