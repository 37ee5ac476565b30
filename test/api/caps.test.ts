import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CapPreview, CapView } from '#contract/caps-api.ts'
import type { HealthReport } from '#contract/health-api.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { createDesired } from '#server/fleet/sync/desired.ts'
import { freePort } from '#test/free-port.ts'
import { addClient, addInbound, allInbounds, inbounds, type ListedInbound } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { expectRefusal } from '#test/refusal.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// Monthly caps of this server, a node and an inbound, and what they cost. The month begins on the 20th.

const caps = '/panel/api/caps'
const [GB, day] = [2 ** 30, 86_400_000]

let t: MeteredPanel
let me: Visitor
let get: Subscriber
let node: Node
let one: ListedInbound
let two: ListedInbound
let far: ListedInbound

beforeAll(async () => {
  const [port, subPort] = [await freePort(), await freePort()]
  t = await meteredPanel({}, [], { SLUICE_PORT: String(port), SLUICE_SUB_PORT: String(subPort) })
  await t.panel.start()
  get = subscriberOf(subPort)
  me = await t.login()
  const settings = (await me.post<object>('/panel/api/setting/all')).obj
  await me.post('/panel/api/setting/update', { ...settings, timeLocation: 'Europe/Berlin', currency: 'EUR' })
  await to('2026-11-01T09:00Z')
  const body = { name: 'far', address: '203.0.113.9', port: 2053, apiToken: 't', enable: false }
  node = (await me.post<Node>('/panel/api/nodes/add', body)).obj
  one = await addInbound(me, { remark: 'one' })
  two = await addInbound(me, { remark: 'two' })
  far = await addInbound(me, { remark: 'far', nodeId: node.id })
  await addClient(me, { email: 'ann', subId: 'ann' }, [one.id, two.id])
  await addClient(me, { email: 'bob', subId: 'bob' }, [one.id])
  await addClient(me, { email: 'cy', subId: 'cy' }, [far.id, two.id])
})
afterAll(() => t.stop())

/** Sessions end meanwhile. */
async function to(text: string) {
  t.pass(Date.parse(text) - t.now())
  me = await t.login()
}
const look = () => t.panel.caps.job.run()
const save = async (place: string, terms: object) => {
  const { success, msg, obj } = await me.post<CapView>(`${caps}/${place}`, { resetDay: 20, ...terms })
  expect(success, msg).toBe(true)
  return obj
}
const view = async (place: string) => (await me.get<CapView>(`${caps}/${place}`)).obj
async function move(email: string, inbound: ListedInbound, up: number, down = 0) {
  t.fake.move('user', email, up, down)
  t.fake.move('inbound', inbound.tag, up, down)
  await t.tick()
}
/** As a node counts: its clients, and under its own name. */
async function moveFar(email: string, up: number) {
  const { db, traffic, history } = t.panel
  await db.write(async (tx) => {
    const deltas = [{ kind: 'client' as const, name: email, up, down: 0 }]
    await traffic.add(tx, deltas)
    await traffic.placed(tx, node.id, deltas, t.now())
    await history.record(tx, [{ kind: 'node', name: String(node.id), up, down: 0 }], t.now())
  })
}
const holds = async () => {
  const all = (await me.get<Inbound[]>(`${inbounds}/list`)).obj
  return Object.fromEntries(all.flatMap(({ remark, capped }) => (capped ? [[remark, capped.does]] : [])))
}
const isServed = async (inbound: ListedInbound, subId = 'ann') =>
  linksIn((await get(`/sub/${subId}`)).body).some((link) => link.includes(`:${inbound.port}?`))
const isInCore = async ({ tag }: ListedInbound) =>
  JSON.stringify((await t.panel.core.desired.now()).config.inbounds).includes(`"${tag}"`)
/** What the node shall have. */
const isDesired = async () => {
  const { db } = t.panel
  const wanted = await createDesired(db).inbounds(db.read, node.id)
  return [...wanted.values()].map(({ enable }) => enable)
}
const alerts = async () => {
  const rows = await t.panel.db.read.selectFrom('alerts').select(['kind', 'params']).orderBy('id').execute()
  return rows.flatMap(({ kind, params }) =>
    kind.startsWith('cap.') ? [`${kind} ${(JSON.parse(params) as { subject: string }).subject}`] : [],
  )
}

describe('an inbound', () => {
  it('has no cap at first, and its month is that of the panel’s zone', async () => {
    expect(await view(`inbound/${one.id}`)).toMatchObject({ stage: 'none', capBytes: 0, used: 0 })
    const saved = await save(`inbound/${one.id}`, { capBytes: 10 * GB, atEnd: 'stop' })
    expect(saved).toMatchObject({
      ...{ stage: 'below', from: Date.parse('2026-10-19T22:00Z'), until: Date.parse('2026-11-19T23:00Z') },
    })
  })

  it('warns, then closes at the end: the operator’s switch stays, and other inbounds go on', async () => {
    await move('ann', one, 3 * GB, 5 * GB)
    await look()
    expect(await view(`inbound/${one.id}`)).toMatchObject({ used: 8 * GB, stage: 'near' })
    expect([await holds(), await isServed(one), await isInCore(one)]).toEqual([{}, true, true])
    await move('ann', one, 2 * GB)
    await look()
    expect(await holds()).toEqual({ one: 'stop' })
    expect((await allInbounds(me)).find(({ id }) => id === one.id)?.enable).toBe(true)
    expect([await isServed(one), await isInCore(one)]).toEqual([false, false])
    expect([await isServed(two), await isInCore(two)]).toEqual([true, true])
    expect(await alerts()).toEqual(['cap.near one', 'cap.reached one'])
    await look()
    expect(await alerts()).toHaveLength(2)
  })

  it('is said by Health and the metrics', async () => {
    const { checks } = (await me.get<HealthReport>('/panel/api/server/doctor')).obj
    expect(checks.find(({ id }) => id === `caps.inbound-${one.id}`)).toMatchObject({
      state: 'bad',
      subject: { kind: 'inbound', id: String(one.id) },
      sentence: 'Inbound one has used up its monthly cap and is closed until 2026-11-19 23:00 UTC.',
    })
    const { token } = (await me.post<{ token: string }>('/panel/api/setting/apiTokens/create', { name: 'm' }))
      .obj
    const headers = { authorization: `Bearer ${token}` }
    const { body } = await t.inject({ method: 'GET', url: '/panel/api/metrics', headers })
    expect(body).toContain(`cap_used_bytes{kind="inbound",id="${one.id}",name="one"} ${10 * GB}`)
  })

  it('opens again when the cap is raised, and closes at once with a lower one', async () => {
    await save(`inbound/${one.id}`, { capBytes: 100 * GB, atEnd: 'stop' })
    expect([await holds(), await isServed(one), await isInCore(one)]).toEqual([{}, true, true])
    const preview = (
      await me.post<CapPreview>(`${caps}/inbound/${one.id}/preview`, {
        ...{ capBytes: GB, resetDay: 20, atEnd: 'stop' },
      })
    ).obj
    expect(preview).toMatchObject({ closes: true, inbounds: 1, clients: 2, alone: 1, used: 10 * GB })
    expect(await holds()).toEqual({})
    await save(`inbound/${one.id}`, { capBytes: GB, atEnd: 'hide' })
    expect([await holds(), await isServed(one), await isInCore(one)]).toEqual([{ one: 'hide' }, false, true])
    await save(`inbound/${one.id}`, {})
    expect([await holds(), await isServed(one)]).toEqual([{}, true])
    expect(await alerts()).toEqual([
      ...['cap.near one', 'cap.reached one', 'cap.over one', 'cap.reached one', 'cap.over one'],
    ])
  })

  it('stays off if the operator switched it off meanwhile, and is free in the next month', async () => {
    await save(`inbound/${two.id}`, { capBytes: 1, atEnd: 'stop' })
    await move('ann', two, 5)
    await look()
    expect(await holds()).toEqual({ two: 'stop' })
    await me.post(`${inbounds}/setEnable/${two.id}`, { enable: false })
    await to('2026-11-19T22:59Z')
    await look()
    expect(await holds()).toEqual({ two: 'stop' })
    await to('2026-11-19T23:00Z')
    await look()
    expect([await holds(), await isInCore(two)]).toEqual([{}, false])
    await me.post(`${inbounds}/setEnable/${two.id}`, { enable: true })
    expect(await isInCore(two)).toBe(true)
    await save(`inbound/${two.id}`, {})
  })

  it('counts what is folded into days and what is not alike', async () => {
    await save(`inbound/${two.id}`, { capBytes: GB, counts: 'larger' })
    await move('ann', two, 10, 20)
    await to('2026-11-21T12:00Z')
    for (const job of t.panel.history.jobs) await job.run(new AbortController().signal)
    await move('ann', two, 1, 2)
    expect(await view(`inbound/${two.id}`)).toMatchObject({ up: 11, down: 22, used: 22 })
    await save(`inbound/${two.id}`, {})
  })
})

describe('this server and a node', () => {
  it('cover their inbounds, and nothing else; this server is what no node counted', async () => {
    const here = await view('server/0')
    await moveFar('cy', 7 * GB)
    await save(`node/${node.id}`, { capBytes: 7 * GB, atEnd: 'stop' })
    expect(await view(`node/${node.id}`)).toMatchObject({ used: 7 * GB, stage: 'reached', name: 'far' })
    expect(await holds()).toEqual({ far: 'stop' })
    expect(await isDesired()).toEqual([false])
    expect((await view('server/0')).used).toBe(here.used)
    expect(await isServed(far, 'cy')).toBe(false)
    await move('bob', one, 100)
    await save('server/0', { capBytes: 100, atEnd: 'hide' })
    expect(await holds()).toEqual({ far: 'stop', one: 'hide', two: 'hide' })
    const again = await addInbound(me, { remark: 'later' })
    await look()
    expect((await holds()).later).toBe('hide')
    await me.post(`${inbounds}/del/${again.id}`)
    await save('server/0', {})
    await save(`node/${node.id}`, {})
    expect([await holds(), await isDesired()]).toEqual([{}, [true]])
  })

  it('are listed; inbounds only with a cap', async () => {
    const listed = (await me.get<CapView[]>(`${caps}/list`)).obj
    expect(listed.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['server 0', `node ${node.id}`])
  })

  it('end no month while the clock cannot be trusted', async () => {
    await save('server/0', { capBytes: 100, atEnd: 'stop' })
    expect(await holds()).toEqual({ one: 'stop', two: 'stop' })
    t.advance(60 * day) // the wall clock alone
    me = await t.login()
    await look()
    expect(await holds()).toEqual({ one: 'stop', two: 'stop' })
    t.advance(-60 * day)
    me = await t.login()
    await save('server/0', {})
  })
})

describe('bad input', () => {
  it.each([
    [{ capBytes: -1 }, 'capBytes'],
    [{ resetDay: 0 }, 'resetDay'],
    [{ resetDay: 32 }, 'resetDay'],
    [{ warnPercent: -5 }, 'warnPercent'],
    [{ costMonth: -1 }, 'costMonth'],
    [{ costMonth: 'twelve' }, 'costMonth'],
    [{ counts: 'half' }, 'counts'],
    [{ atEnd: 'explode' }, 'atEnd'],
  ])('%o', (body, field) => expectRefusal(t.panel, me, `${caps}/server/0`, body, field))
  it('has no cost of an inbound', () =>
    expectRefusal(t.panel, me, `${caps}/inbound/${one.id}`, { costTb: 1 }, 'costTb'))
  it.each([
    ['server/1', 'id'],
    ['node/99', 'id'],
    ['inbound/99999', 'id'],
    ['group/1', 'kind'],
    ['inbound/x', 'id'],
  ])('is no place: %s', (place, field) => expectRefusal(t.panel, me, `${caps}/${place}`, {}, field))
})

it('forgets the caps of what was deleted', async () => {
  await save(`inbound/${two.id}`, { capBytes: GB })
  await me.post(`${inbounds}/del/${two.id}`)
  await look()
  const rows = await t.panel.db.read.selectFrom('server_caps').select(['kind']).execute()
  expect(rows.filter(({ kind }) => kind === 'inbound')).toHaveLength(1) // of the other one, without a cap
})
