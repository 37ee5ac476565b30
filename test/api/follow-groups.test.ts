import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Group } from '#contract/limits.ts'
import { type Following, following } from '#test/follow.ts'
import { addClient, addInbound, clients, inbounds } from '#test/inbounds.ts'
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

describe('a group', () => {
  it('gives its members inbounds beside those of their plan, and takes back only its own', async () => {
    await t.name(gold, { inboundIds: [a, b] })
    await addClient(me, { email: 'ann', planId: gold, group: 'vip' }, [a])
    await t.nameInGroup('vip', { inboundIds: [b, c] })
    expect(await t.inboundsOf('ann')).toEqual([a, b, c])
    await me.post(`${clients}/groups/bulkRemove`, { emails: ['ann'] })
    expect(await t.inboundsOf('ann')).toEqual([a, b])
    await me.post(`${clients}/groups/bulkAdd`, { emails: ['ann'], group: 'vip' })
    await me.post(`${clients}/groups/rename`, { oldName: 'vip', newName: 'best' })
    expect(await t.origins('ann')).toEqual({ [a]: 'given', [b]: 'given', [c]: 'given' })
    await me.post(`${clients}/groups/delete`, { name: 'best' })
    expect(await t.origins('ann')).toEqual({ [a]: 'given', [b]: 'given', [c]: 'added' })
  })

  it('that was only a label is one again after an undo', async () => {
    await addClient(me, { email: 'ann', group: 'vip' }, [a])
    const { undo } = await t.nameInGroup('vip', { inboundIds: [b] })
    expect((await me.get<Group[]>(`${clients}/groups`)).obj[0]).toMatchObject({ inboundIds: [b] })
    expect(await me.post(`/panel/api/undo/${undo}`, {})).toMatchObject({ success: true })
    expect((await me.get<Group[]>(`${clients}/groups`)).obj[0]).toMatchObject({ followInbounds: false })
    expect(await t.inboundsOf('ann')).toEqual([a])
  })

  it('there must be', async () => {
    const path = `${clients}/groups/inbounds/preview`
    const reply = await me.post(path, { name: 'nobody', inboundIds: [b] })
    expect(reply).toMatchObject({ success: false, msg: expect.stringContaining('no group nobody') })
  })
})

describe('labels', () => {
  it('of an inbound attach and detach, whoever names them', async () => {
    await t.name(gold, { labels: ['EU', ' eu '] })
    await addClient(me, { email: 'ann', planId: gold }, [a])
    expect(await t.inboundsOf('ann')).toEqual([a, b])
    await me.post(`${inbounds}/update/${c}`, { labels: ['eu', 'fast'] })
    expect(await t.inboundsOf('ann')).toEqual([a, b, c])
    await me.post(`${inbounds}/update/${b}`, { labels: [] })
    expect(await t.inboundsOf('ann')).toEqual([a, c])
    const more = await addInbound(me, { labels: ['eu'] })
    expect(await t.inboundsOf('ann')).toEqual([a, c, more.id])
    await me.post(`${inbounds}/del/${more.id}`)
    expect(await t.inboundsOf('ann')).toEqual([a, c])
  })

  it('stay as they are where a program of 3x-ui saves the inbound', async () => {
    await me.post(`${inbounds}/update/${b}`, { remark: 'other' })
    expect((await me.get<{ labels: string[] }>(`${inbounds}/get/${b}`)).obj.labels).toEqual(['eu'])
  })

  it('are not taken from an inbound if that leaves clients with nothing', async () => {
    await t.name(gold, { labels: ['eu'] })
    await addClient(me, { email: 'ann', planId: gold }, [b])
    const reply = await me.post(`${inbounds}/update/${b}`, { labels: [] })
    expect(reply).toMatchObject({ success: false, msg: expect.stringContaining('ann') })
    expect(await t.inboundsOf('ann')).toEqual([b])
  })
})
