import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Plan } from '#contract/plan.ts'
import type { Undone } from '#contract/undo-api.ts'
import { type Following, following, pathOf, plans } from '#test/follow.ts'
import { addClient, addInbound, allClients, clients, inbounds } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let panel: TestPanel
let me: Visitor
let t: Following
let a: number
let b: number
let c: number
let gold: number
beforeAll(async () => {
  panel = await testPanel()
  me = await panel.login()
  t = following(me)
})
afterAll(() => panel.stop())
beforeEach(async () => {
  await t.empty()
  a = (await addInbound(me)).id
  b = (await addInbound(me, { labels: ['eu'] })).id
  c = (await addInbound(me, { protocol: 'trojan' })).id
  gold = await t.newPlan()
})

describe('a plan that clients follow', () => {
  it('attaches and detaches its clients, after a preview, and is undone in one', async () => {
    for (const email of ['ann', 'bob']) await addClient(me, { email, planId: gold }, [a])
    await addClient(me, { email: 'cid' }, [a])
    const shown = await t.preview(gold, { inboundIds: [c] })
    expect(shown).toMatchObject({
      clients: 2,
      changed: 2,
      attached: 2,
      detached: 0,
      none: 0,
      inbounds: [{ id: c, attach: 2, detach: 0 }],
    })
    const done = await t.name(gold, { inboundIds: [c] })
    expect(done).toMatchObject({ changed: 2, attached: 2, undo: expect.any(Number) })
    expect(await t.inboundsOf('ann')).toEqual([a, c])
    expect(await t.inboundsOf('cid')).toEqual([a])
    expect(await t.origins('ann')).toEqual({ [a]: 'added', [c]: 'given' })
    await t.name(gold, { inboundIds: [b] })
    expect(await t.inboundsOf('bob')).toEqual([a, b])
    const last = await t.name(gold, { inboundIds: [b, c] })
    const undone = await me.post<Undone>(`/panel/api/undo/${last.undo}`, {})
    expect(undone).toMatchObject({ success: true, obj: { restored: 2, left: [] } })
    expect(await t.inboundsOf('bob')).toEqual([a, b])
    const [plan] = (await me.get<Plan[]>(`${plans}/list`)).obj
    expect(plan).toMatchObject({ followInbounds: true, inboundIds: [b] })
  })

  it('gives its inbounds to whoever gets the plan, and takes them back', async () => {
    await t.name(gold, { inboundIds: [b], labels: [] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    expect(await t.inboundsOf('ann')).toEqual([a, b])
    await me.post(`${clients}/bulkAdjust`, { emails: ['ann'], setPlanId: 0 })
    expect(await t.inboundsOf('ann')).toEqual([a])
    await me.post(`${clients}/bulkAdjust`, { emails: ['ann'], setPlanId: gold })
    expect(await t.inboundsOf('ann')).toEqual([a, b])
    await me.post(`${clients}/update/ann`, { planId: 0 })
    expect(await t.inboundsOf('ann')).toEqual([a])
  })

  it('keeps what is done by hand', async () => {
    await t.name(gold, { inboundIds: [a, b] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    await t.attach('ann', c)
    await t.detach('ann', b)
    expect(await t.origins('ann')).toEqual({ [a]: 'given', [b]: 'removed', [c]: 'added' })
    await t.name(gold, { inboundIds: [b, c] })
    expect(await t.inboundsOf('ann')).toEqual([c])
    await t.name(gold, { inboundIds: [a, b] })
    expect(await t.inboundsOf('ann')).toEqual([a, c])
    await t.attach('ann', b)
    expect(await t.origins('ann')).toEqual({ [a]: 'given', [b]: 'given', [c]: 'added' })
  })

  it('takes over what its clients have by hand, if it is asked to', async () => {
    await addClient(me, { email: 'ann', planId: gold }, [a, b])
    expect(await t.preview(gold, { inboundIds: [a, b] })).toMatchObject({ changed: 0, byHand: 1 })
    await t.name(gold, { inboundIds: [a, b], takeOver: true })
    expect(await t.origins('ann')).toEqual({ [a]: 'given', [b]: 'given' })
    const { undo } = await t.name(gold, { inboundIds: [a] })
    expect(await t.inboundsOf('ann')).toEqual([a])
    await me.post(`/panel/api/undo/${undo}`, {})
    expect(await t.origins('ann')).toEqual({ [a]: 'given', [b]: 'given' })
  })

  it('leaves nobody without any inbound unless that is confirmed', async () => {
    await t.name(gold, { inboundIds: [a] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    const wish = { inboundIds: [], labels: ['nobody'] }
    const { version, none, noneExamples } = await t.preview(gold, wish)
    expect([none, noneExamples]).toEqual([1, ['ann']])
    const refused = await me.post(pathOf(gold, 'save'), { ...wish, version })
    expect(refused).toMatchObject({ success: false, msg: expect.stringContaining('ann') })
    expect(await t.inboundsOf('ann')).toEqual([a])
    await t.name(gold, wish, { leaveNone: true })
    expect(await t.inboundsOf('ann')).toEqual([])
  })

  it('changes nothing if somebody came since the preview', async () => {
    const { version } = await t.preview(gold, { inboundIds: [b] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    const reply = await me.post(pathOf(gold, 'save'), { inboundIds: [b], version })
    expect(reply).toMatchObject({ success: false, msg: expect.stringContaining('since the preview') })
    expect(await t.inboundsOf('ann')).toEqual([a])
  })

  it('leaves what it gave when it is switched off or deleted', async () => {
    await t.name(gold, { inboundIds: [b] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    const off = await t.name(gold, { followInbounds: false, inboundIds: [b] })
    expect(off).toMatchObject({ attached: 0, detached: 0 })
    expect(await t.origins('ann')).toEqual({ [a]: 'added', [b]: 'added' })
    await me.post(`/panel/api/undo/${off.undo}`, {})
    expect(await t.origins('ann')).toEqual({ [a]: 'added', [b]: 'given' })
    await me.post(`${plans}/del/${gold}`)
    expect(await t.origins('ann')).toEqual({ [a]: 'added', [b]: 'added' })
  })

  it('names and skips a client whose credential somebody else has on the inbound', async () => {
    const uuid = '11111111-2222-4333-8444-555555555555'
    await addClient(me, { email: 'bob', id: uuid }, [b])
    await addClient(me, { email: 'ann', id: uuid, planId: gold }, [a])
    await addClient(me, { email: 'cid', planId: gold }, [a])
    const shown = await t.preview(gold, { inboundIds: [b, c] })
    expect(shown).toMatchObject({ attached: 2, refused: 1, refusedExamples: [{ email: 'ann' }] })
    expect(shown.refusedExamples[0]?.reason).toContain('bob')
    expect(await t.name(gold, { inboundIds: [b, c] })).toMatchObject({ refused: [{ email: 'ann' }] })
    expect(await t.inboundsOf('ann')).toEqual([a, c])
    expect(await t.inboundsOf('cid')).toEqual([a, b, c])
    expect(await t.origins('ann')).toMatchObject({ [b]: 'missing' })
    // The same act once more, when the reason is gone.
    await me.post(`${clients}/del/bob`)
    await t.name(gold, { inboundIds: [b, c] })
    expect(await t.inboundsOf('ann')).toEqual([a, b, c])
  })

  it('gives addresses of a WireGuard inbound', async () => {
    const tunnel = await addInbound(me, {
      protocol: 'wireguard',
      settings: { address: ['10.66.0.1/24'], peers: [] },
    })
    for (const email of ['ann', 'bob']) await addClient(me, { email, planId: gold }, [a])
    expect(await t.name(gold, { inboundIds: [tunnel.id] })).toMatchObject({ attached: 2 })
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
      const reply = await me.post(pathOf(gold, what), { ...wish, version: 'x' })
      expect(reply).toMatchObject({ success: false, msg: expect.stringContaining(says) })
    }
  })

  it('is not changed without a preview while it has clients', async () => {
    await addClient(me, { email: 'ann', planId: gold }, [a])
    const [plan] = (await me.get<Plan[]>(`${plans}/list`)).obj
    const followed = { ...plan, followInbounds: true, inboundIds: [b] }
    const refused = await me.post(`${plans}/update/${gold}`, followed)
    expect(refused).toMatchObject({ success: false, msg: expect.stringContaining('two steps') })
    expect((await me.post(`${plans}/update/${gold}`, { ...plan, inboundIds: [b], days: 3 })).success).toBe(
      true,
    )
    expect(await t.inboundsOf('ann')).toEqual([a])
  })
})

describe('a plan that clients do not follow', () => {
  it('is a preset, as it was', async () => {
    const silver = await t.newPlan({ inboundIds: [b] })
    await addClient(me, { email: 'ann', planId: silver }, [a])
    expect(await t.inboundsOf('ann')).toEqual([a])
    expect(await t.origins('ann')).toEqual({ [a]: 'added' })
  })
})

describe('an undo', () => {
  it('reaches clients that have come since, and stops if the plan names others by now', async () => {
    await addClient(me, { email: 'ann', planId: gold }, [a])
    const { undo } = await t.name(gold, { inboundIds: [b] })
    await addClient(me, { email: 'bob', planId: gold }, [a])
    expect(await t.inboundsOf('bob')).toEqual([a, b])
    expect(await me.post(`/panel/api/undo/${undo}`, {})).toMatchObject({ success: true })
    // Nobody follows the plan again, and what it had given to bob stays, as where it is switched off.
    expect(await t.inboundsOf('ann')).toEqual([a])
    expect(await t.origins('bob')).toEqual({ [a]: 'added', [b]: 'added' })
    const second = await t.name(gold, { inboundIds: [b] })
    await t.name(gold, { inboundIds: [c] })
    expect(await me.post(`/panel/api/undo/${second.undo}`, {})).toMatchObject({
      success: false,
      msg: expect.stringContaining('names other inbounds'),
    })
  })

  it('leaves nobody without any inbound', async () => {
    await t.name(gold, { inboundIds: [b] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    await t.detach('ann', b)
    const { undo } = await t.name(gold, { inboundIds: [c] })
    await t.detach('ann', a)
    expect(await t.inboundsOf('ann')).toEqual([c])
    const refused = await me.post(`/panel/api/undo/${undo}`, {})
    expect(refused).toMatchObject({ success: false, msg: expect.stringContaining('(ann)') })
    expect(await t.inboundsOf('ann')).toEqual([c])
  })

  it('of a deletion or a creation has what the plan names by then', async () => {
    await t.name(gold, { inboundIds: [b] })
    const made = await me.post<{ undo: number }>(`${clients}/bulkCreate`, [
      { client: { email: 'ann', planId: gold }, inboundIds: [a] },
      { client: { email: 'bob', planId: gold }, inboundIds: [a] },
    ])
    const gone = await me.post<{ undo: number }>(`${clients}/bulkDel`, { emails: ['ann'] })
    await t.name(gold, { inboundIds: [c] })
    expect(await me.post(`/panel/api/undo/${gone.obj.undo}`, {})).toMatchObject({ success: true })
    expect(await t.inboundsOf('ann')).toEqual([a, c])
    expect(await t.origins('ann')).toEqual({ [a]: 'added', [c]: 'given' })
    expect(await me.post(`/panel/api/undo/${made.obj.undo}`, {})).toMatchObject({ success: true })
    expect(await allClients(me)).toEqual([])
  })

  it('of another act leaves what the plan gives by then', async () => {
    await t.name(gold, { inboundIds: [b] })
    await addClient(me, { email: 'ann' }, [a])
    const { obj } = await me.post<{ undo: number }>(`${clients}/bulkAdjust`, {
      emails: ['ann'],
      setPlanId: gold,
    })
    await t.name(gold, { inboundIds: [b, c] })
    expect(await t.inboundsOf('ann')).toEqual([a, b, c])
    expect(await me.post(`/panel/api/undo/${obj.undo}`, {})).toMatchObject({ success: true })
    expect(await t.origins('ann')).toEqual({ [a]: 'added' })
  })
})
