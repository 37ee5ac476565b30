import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Group } from '#contract/limits.ts'
import type { Named } from '#contract/follow.ts'
import type { ClientOrigins, FollowDone, FollowPreview } from '#contract/follow-api.ts'
import type { Plan } from '#contract/plan.ts'
import type { Undone } from '#contract/undo-api.ts'
import type { Envelope } from '#contract/wire.ts'
import { addClient, addInbound, allClients, clients, inbounds } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let panel: TestPanel
let me: Visitor
const plans = '/panel/api/plans'

let a: number
let b: number
let c: number
let gold: number
beforeAll(async () => {
  panel = await testPanel()
  me = await panel.login()
})
afterAll(() => panel.stop())

async function empty(): Promise<void> {
  await me.post(`${clients}/bulkDel`, { emails: (await allClients(me)).map(({ email }) => email) })
  for (const { id } of (await me.get<Plan[]>(`${plans}/list`)).obj) await me.post(`${plans}/del/${id}`)
  for (const { name } of (await me.get<Group[]>(`${clients}/groups`)).obj)
    await me.post(`${clients}/groups/delete`, { name })
  for (const id of [a, b, c]) if (id) await me.post(`${inbounds}/del/${id}`)
}

const planOf = async (more: object = {}) =>
  (await me.post<Plan>(`${plans}/add`, { name: `Gold ${Math.random()}`, ...more })).obj.id

beforeEach(async () => {
  await empty()
  a = (await addInbound(me)).id
  b = (await addInbound(me, { labels: ['eu'] })).id
  c = (await addInbound(me, { protocol: 'trojan' })).id
  gold = await planOf()
})

type Wish = Partial<Named> & { takeOver?: boolean; name?: string }
const ofPlan = (id: number, what: 'preview' | 'save') => `${plans}/inbounds/${what}/${id}`
const preview = async (wish: Wish, id = gold) =>
  (await me.post<FollowPreview>(ofPlan(id, 'preview'), wish)).obj
async function name(wish: Wish, id = gold, more: object = {}): Promise<FollowDone> {
  const { version } = await preview(wish, id)
  const reply = await me.post<FollowDone>(ofPlan(id, 'save'), { ...wish, version, ...more })
  expect(reply.success, reply.msg).toBe(true)
  return reply.obj
}
async function nameInGroup(wish: Wish, more: object = {}): Promise<Envelope<FollowDone>> {
  const asked = await me.post<FollowPreview>(`${clients}/groups/inbounds/preview`, wish)
  return me.post<FollowDone>(`${clients}/groups/inbounds/save`, {
    ...wish,
    version: asked.obj.version,
    ...more,
  })
}
const inboundsOf = async (email: string): Promise<number[]> =>
  (await allClients(me)).find((one) => one.email === email)?.inboundIds ?? []
const origins = async (email: string): Promise<Record<number, string>> => {
  const { obj } = await me.get<ClientOrigins>(`${clients}/origins/${email}`)
  return Object.fromEntries(obj.inbounds.map(({ id, origin }) => [id, origin]))
}
const attach = (email: string, ...inboundIds: number[]) => me.post(`${clients}/${email}/attach`, { inboundIds })
const detach = (email: string, ...inboundIds: number[]) => me.post(`${clients}/${email}/detach`, { inboundIds })

describe('a plan that clients follow', () => {
  it('attaches and detaches its clients, after a preview, and is undone in one', async () => {
    for (const email of ['ann', 'bob']) await addClient(me, { email, planId: gold }, [a])
    await addClient(me, { email: 'cid' }, [a])
    const shown = await preview({ inboundIds: [c] })
    expect(shown).toMatchObject({
      clients: 2,
      changed: 2,
      attached: 2,
      detached: 0,
      none: 0,
      inbounds: [{ id: c, attach: 2, detach: 0 }],
    })
    const done = await name({ inboundIds: [c] })
    expect(done).toMatchObject({ changed: 2, attached: 2, undo: expect.any(Number) })
    expect(await inboundsOf('ann')).toEqual([a, c])
    expect(await inboundsOf('cid')).toEqual([a])
    expect(await origins('ann')).toEqual({ [a]: 'added', [c]: 'given' })
    await name({ inboundIds: [b] })
    expect(await inboundsOf('bob')).toEqual([a, b])
    const last = await name({ inboundIds: [b, c] })
    const undone = await me.post<Undone>(`/panel/api/undo/${last.undo}`, {})
    expect(undone).toMatchObject({ success: true, obj: { restored: 2, left: [] } })
    expect(await inboundsOf('bob')).toEqual([a, b])
    const [plan] = (await me.get<Plan[]>(`${plans}/list`)).obj
    expect(plan).toMatchObject({ followInbounds: true, inboundIds: [b] })
  })

  it('gives its inbounds to whoever gets the plan, and takes them back', async () => {
    await name({ inboundIds: [b], labels: [] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    expect(await inboundsOf('ann')).toEqual([a, b])
    await me.post(`${clients}/bulkAdjust`, { emails: ['ann'], setPlanId: 0 })
    expect(await inboundsOf('ann')).toEqual([a])
    await me.post(`${clients}/bulkAdjust`, { emails: ['ann'], setPlanId: gold })
    expect(await inboundsOf('ann')).toEqual([a, b])
    await me.post(`${clients}/update/ann`, { planId: 0 })
    expect(await inboundsOf('ann')).toEqual([a])
  })

  it('keeps what is done by hand', async () => {
    await name({ inboundIds: [a, b] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    await attach('ann', c)
    await detach('ann', b)
    expect(await origins('ann')).toEqual({ [a]: 'given', [b]: 'removed', [c]: 'added' })
    await name({ inboundIds: [b, c] })
    expect(await inboundsOf('ann')).toEqual([c])
    await name({ inboundIds: [a, b] })
    expect(await inboundsOf('ann')).toEqual([a, c])
    await attach('ann', b)
    expect(await origins('ann')).toEqual({ [a]: 'given', [b]: 'given', [c]: 'added' })
  })

  it('takes over what its clients have by hand, if it is asked to', async () => {
    await addClient(me, { email: 'ann', planId: gold }, [a, b])
    expect(await preview({ inboundIds: [a, b] })).toMatchObject({ changed: 0, byHand: 1 })
    await name({ inboundIds: [a, b], takeOver: true })
    expect(await origins('ann')).toEqual({ [a]: 'given', [b]: 'given' })
    const { undo } = await name({ inboundIds: [a] })
    expect(await inboundsOf('ann')).toEqual([a])
    await me.post(`/panel/api/undo/${undo}`, {})
    expect(await origins('ann')).toEqual({ [a]: 'given', [b]: 'given' })
  })

  it('leaves nobody without any inbound unless that is confirmed', async () => {
    await name({ inboundIds: [a] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    const wish = { inboundIds: [], labels: ['nobody'] }
    const { version, none, noneExamples } = await preview(wish)
    expect([none, noneExamples]).toEqual([1, ['ann']])
    const refused = await me.post(ofPlan(gold, 'save'), { ...wish, version })
    expect(refused).toMatchObject({ success: false, msg: expect.stringContaining('ann') })
    expect(await inboundsOf('ann')).toEqual([a])
    await name(wish, gold, { leaveNone: true })
    expect(await inboundsOf('ann')).toEqual([])
  })

  it('changes nothing if somebody came since the preview', async () => {
    const { version } = await preview({ inboundIds: [b] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    const reply = await me.post(ofPlan(gold, 'save'), { inboundIds: [b], version })
    expect(reply).toMatchObject({ success: false, msg: expect.stringContaining('since the preview') })
    expect(await inboundsOf('ann')).toEqual([a])
  })

  it('leaves what it gave when it is switched off or deleted', async () => {
    await name({ inboundIds: [b] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    const off = await name({ followInbounds: false, inboundIds: [b] })
    expect(off).toMatchObject({ attached: 0, detached: 0 })
    expect(await origins('ann')).toEqual({ [a]: 'added', [b]: 'added' })
    await me.post(`/panel/api/undo/${off.undo}`, {})
    expect(await origins('ann')).toEqual({ [a]: 'added', [b]: 'given' })
    await me.post(`${plans}/del/${gold}`)
    expect(await origins('ann')).toEqual({ [a]: 'added', [b]: 'added' })
  })

  it('names and skips a client whose credential somebody else has on the inbound', async () => {
    const uuid = '11111111-2222-4333-8444-555555555555'
    await addClient(me, { email: 'bob', id: uuid }, [b])
    await addClient(me, { email: 'ann', id: uuid, planId: gold }, [a])
    await addClient(me, { email: 'cid', planId: gold }, [a])
    const shown = await preview({ inboundIds: [b, c] })
    expect(shown).toMatchObject({ attached: 2, refused: 1, refusedExamples: [{ email: 'ann' }] })
    expect(shown.refusedExamples[0]?.reason).toContain('bob')
    expect(await name({ inboundIds: [b, c] })).toMatchObject({ refused: [{ email: 'ann' }] })
    expect(await inboundsOf('ann')).toEqual([a, c])
    expect(await inboundsOf('cid')).toEqual([a, b, c])
    expect(await origins('ann')).toMatchObject({ [b]: 'missing' })
    // The same act once more, when the reason is gone.
    await me.post(`${clients}/del/bob`)
    await name({ inboundIds: [b, c] })
    expect(await inboundsOf('ann')).toEqual([a, b, c])
  })

  it('gives addresses of a WireGuard inbound', async () => {
    const tunnel = await addInbound(me, {
      protocol: 'wireguard',
      settings: { address: ['10.66.0.1/24'], peers: [] },
    })
    for (const email of ['ann', 'bob']) await addClient(me, { email, planId: gold }, [a])
    expect(await name({ inboundIds: [tunnel.id] })).toMatchObject({ attached: 2 })
    const had = (await allClients(me)).map(({ allowedIPs }) => allowedIPs)
    expect(new Set(had).size).toBe(2)
    expect(had.every((address) => address.startsWith('10.66.0.'))).toBe(true)
    await me.post(`${inbounds}/del/${tunnel.id}`)
  })

  it.each([
    [{ inboundIds: [999_999] }, 'no inbound with the id 999999'],
    [{ inboundIds: [], labels: [] }, 'at least one inbound or label'],
    [{ labels: ['a b'] }, 'label a b'],
    [{ labels: ['-x'] }, 'label -x'],
    [{ labels: ['x'.repeat(40)] }, 'longer than 32'],
    [{ followInbounds: false, labels: ['eu'] }, 'Labels count only'],
  ])('refuses %j with a sentence', async (wish, says) => {
    for (const what of ['preview', 'save'] as const) {
      const reply = await me.post(ofPlan(gold, what), { ...wish, version: 'x' })
      expect(reply).toMatchObject({ success: false, msg: expect.stringContaining(says) })
    }
  })

  it('is not changed without a preview while it has clients', async () => {
    await addClient(me, { email: 'ann', planId: gold }, [a])
    const [plan] = (await me.get<Plan[]>(`${plans}/list`)).obj
    const followed = { ...plan, followInbounds: true, inboundIds: [b] }
    const refused = await me.post(`${plans}/update/${gold}`, followed)
    expect(refused).toMatchObject({ success: false, msg: expect.stringContaining('two steps') })
    expect((await me.post(`${plans}/update/${gold}`, { ...plan, inboundIds: [b], days: 3 })).success).toBe(true)
    expect(await inboundsOf('ann')).toEqual([a])
  })
})

describe('a plan that clients do not follow', () => {
  it('is a preset, as it was', async () => {
    const silver = await planOf({ inboundIds: [b] })
    await addClient(me, { email: 'ann', planId: silver }, [a])
    expect(await inboundsOf('ann')).toEqual([a])
    expect(await origins('ann')).toEqual({ [a]: 'added' })
  })
})

describe('a group', () => {
  it('gives its members inbounds beside those of their plan, and takes back only its own', async () => {
    await name({ inboundIds: [a, b] })
    await addClient(me, { email: 'ann', planId: gold, group: 'vip' }, [a])
    expect(await nameInGroup({ name: 'vip', inboundIds: [b, c] })).toMatchObject({ success: true })
    expect(await inboundsOf('ann')).toEqual([a, b, c])
    await me.post(`${clients}/groups/bulkRemove`, { emails: ['ann'] })
    expect(await inboundsOf('ann')).toEqual([a, b])
    await me.post(`${clients}/groups/bulkAdd`, { emails: ['ann'], group: 'vip' })
    await me.post(`${clients}/groups/rename`, { oldName: 'vip', newName: 'best' })
    expect(await origins('ann')).toEqual({ [a]: 'given', [b]: 'given', [c]: 'given' })
    await me.post(`${clients}/groups/delete`, { name: 'best' })
    expect(await origins('ann')).toEqual({ [a]: 'given', [b]: 'given', [c]: 'added' })
  })

  it('that was only a label is one again after an undo', async () => {
    await addClient(me, { email: 'ann', group: 'vip' }, [a])
    const { obj } = await nameInGroup({ name: 'vip', inboundIds: [b] })
    expect((await me.get<Group[]>(`${clients}/groups`)).obj[0]).toMatchObject({ inboundIds: [b] })
    expect(await me.post(`/panel/api/undo/${obj.undo}`, {})).toMatchObject({ success: true })
    expect((await me.get<Group[]>(`${clients}/groups`)).obj[0]).toMatchObject({ followInbounds: false })
    expect(await inboundsOf('ann')).toEqual([a])
  })

  it('there must be', async () => {
    const path = `${clients}/groups/inbounds/preview`
    const reply = await me.post(path, { name: 'nobody', inboundIds: [b] })
    expect(reply).toMatchObject({ success: false, msg: expect.stringContaining('no group nobody') })
  })
})

describe('labels', () => {
  it('of an inbound attach and detach, whoever names them', async () => {
    await name({ labels: ['EU', ' eu '] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    expect(await inboundsOf('ann')).toEqual([a, b])
    await me.post(`${inbounds}/update/${c}`, { labels: ['eu', 'fast'] })
    expect(await inboundsOf('ann')).toEqual([a, b, c])
    await me.post(`${inbounds}/update/${b}`, { labels: [] })
    expect(await inboundsOf('ann')).toEqual([a, c])
    const more = await addInbound(me, { labels: ['eu'] })
    expect(await inboundsOf('ann')).toEqual([a, c, more.id])
    await me.post(`${inbounds}/del/${more.id}`)
    expect(await inboundsOf('ann')).toEqual([a, c])
  })

  it('stay as they are where a program of 3x-ui saves the inbound', async () => {
    await me.post(`${inbounds}/update/${b}`, { remark: 'other' })
    expect((await me.get<{ labels: string[] }>(`${inbounds}/get/${b}`)).obj.labels).toEqual(['eu'])
  })

  it('are not taken from an inbound if that leaves clients with nothing', async () => {
    await name({ labels: ['eu'] })
    await addClient(me, { email: 'ann', planId: gold }, [b])
    const reply = await me.post(`${inbounds}/update/${b}`, { labels: [] })
    expect(reply).toMatchObject({ success: false, msg: expect.stringContaining('ann') })
    expect(await inboundsOf('ann')).toEqual([b])
  })
})

describe('an undo', () => {
  it('reaches clients that have come since, and stops if the plan names others by now', async () => {
    await addClient(me, { email: 'ann', planId: gold }, [a])
    const { undo } = await name({ inboundIds: [b] })
    await addClient(me, { email: 'bob', planId: gold }, [a])
    expect(await inboundsOf('bob')).toEqual([a, b])
    expect(await me.post(`/panel/api/undo/${undo}`, {})).toMatchObject({ success: true })
    // Nobody follows the plan again, and what it had given to bob stays, as where it is switched off.
    expect(await inboundsOf('ann')).toEqual([a])
    expect(await origins('bob')).toEqual({ [a]: 'added', [b]: 'added' })
    const second = await name({ inboundIds: [b] })
    await name({ inboundIds: [c] })
    expect(await me.post(`/panel/api/undo/${second.undo}`, {})).toMatchObject({
      success: false,
      msg: expect.stringContaining('names other inbounds'),
    })
  })

  it('leaves nobody without any inbound', async () => {
    await name({ inboundIds: [b] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    await detach('ann', b)
    const { undo } = await name({ inboundIds: [c] })
    await detach('ann', a)
    expect(await inboundsOf('ann')).toEqual([c])
    const refused = await me.post(`/panel/api/undo/${undo}`, {})
    expect(refused).toMatchObject({ success: false, msg: expect.stringContaining('(ann)') })
    expect(await inboundsOf('ann')).toEqual([c])
  })

  it('of another act leaves what the plan gives by then', async () => {
    await name({ inboundIds: [b] })
    await addClient(me, { email: 'ann' }, [a])
    const { obj } = await me.post<{ undo: number }>(`${clients}/bulkAdjust`, {
      emails: ['ann'],
      setPlanId: gold,
    })
    await name({ inboundIds: [b, c] })
    expect(await inboundsOf('ann')).toEqual([a, b, c])
    expect(await me.post(`/panel/api/undo/${obj.undo}`, {})).toMatchObject({ success: true })
    expect(await origins('ann')).toEqual({ [a]: 'added' })
  })
})
