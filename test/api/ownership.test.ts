import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addClient,
  addInbound,
  allInbounds,
  clients,
  inboundBody,
  inbounds,
  type ListedInbound,
} from '#test/inbounds.ts'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { wholeState } from '#test/state.ts'

const hosts = '/panel/api/hosts'
const tls = { network: 'tcp', security: 'tls' }

let t: TestPanel
let me: Visitor
let other: Visitor
let mine: ListedInbound
let child: ListedInbound
let theirs: ListedInbound
let group: string
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  await t.panel.db.write(async (tx) => {
    const { password } = await tx.selectFrom('users').select('password').executeTakeFirstOrThrow()
    await tx.insertInto('users').values({ username: 'second', password }).execute()
  })
  other = await t.login({ ...admin, username: 'second' })
  mine = await addInbound(me, { remark: 'mine', streamSettings: tls })
  child = await addInbound(me, { remark: 'child' })
  theirs = await addInbound(other, { remark: 'theirs', streamSettings: tls })
  await addClient(me, { email: 'ann' }, [mine.id])
  await addClient(other, { email: 'bob' }, [theirs.id])
  await me.post(`${inbounds}/${mine.id}/fallbacks`, { fallbacks: [{ childId: child.id }] })
  const made = await me.post<{ groupId: string }[]>(`${hosts}/add`, {
    inboundIds: [mine.id],
    hosts: ['a.example'],
    tags: ['t'],
  })
  group = made.obj[0]?.groupId ?? ''
})
afterAll(() => t.stop())

describe('a second user', () => {
  it('sees only their own inbounds', async () => {
    expect((await allInbounds(other)).map((i) => i.remark)).toEqual(['theirs'])
    for (const list of ['list/slim', 'options'])
      expect((await other.get<{ id: number }[]>(`${inbounds}/${list}`)).obj.map((i) => i.id)).toEqual([
        theirs.id,
      ])
    for (const url of [
      `${inbounds}/get/${mine.id}`,
      `${inbounds}/${mine.id}/fallbacks`,
      `${hosts}/get/${group}`,
    ])
      expect(await other.get(url)).toMatchObject({ success: false, obj: null })
    for (const url of [
      `${hosts}/list`,
      `${hosts}/byInbound/${mine.id}`,
      `${hosts}/tags`,
      `${inbounds}/fallbacks`,
    ])
      expect((await other.get(url)).obj).toEqual([])
    expect((await me.get(`${inbounds}/fallbacks`)).obj).toMatchObject([
      { masterId: mine.id, childId: child.id },
    ])
    expect((await me.get<{ groupId: string }[]>(`${hosts}/list`)).obj.map((g) => g.groupId)).toEqual([group])
  })

  it("cannot change the first user's inbounds, whatever the route", async () => {
    const before = await wholeState(t.panel)
    const calls: [string, unknown?][] = [
      [`${inbounds}/update/${mine.id}`, { remark: 'taken' }],
      [`${inbounds}/update/${mine.id}`, { settings: { clients: [] } }],
      [`${inbounds}/del/${mine.id}`],
      [`${inbounds}/setEnable/${mine.id}`, { enable: false }],
      [`${inbounds}/${mine.id}/resetTraffic`],
      [`${inbounds}/${mine.id}/delAllClients`],
      [`${inbounds}/${mine.id}/fallbacks`, { fallbacks: [] }],
      [`${inbounds}/${mine.id}/subSortIndex`, { subSortIndex: 9 }],
      [`${inbounds}/${theirs.id}/fallbacks`, { fallbacks: [{ childId: child.id }] }],
      [`${clients}/add`, { client: { email: 'new' }, inboundIds: [theirs.id, mine.id] }],
      [`${clients}/bob/attach`, { inboundIds: [mine.id] }],
      [`${clients}/bulkAttach`, { emails: ['bob'], inboundIds: [mine.id] }],
      [`${clients}/ann/detach`, { inboundIds: [mine.id] }],
      [`${clients}/bulkDetach`, { emails: ['ann'], inboundIds: [mine.id] }],
      [`${hosts}/add`, { inboundIds: [mine.id], hosts: ['b.example'] }],
      [`${hosts}/update/${group}`, { inboundIds: [theirs.id], hosts: ['b.example'] }],
      [`${hosts}/setEnable/${group}`, { enable: false }],
      [`${hosts}/bulk/setEnable`, { ids: [group], enable: false }],
      [`${hosts}/reorder`, { ids: [group] }],
      [`${hosts}/bulk/del`, { ids: [group] }],
      [`${hosts}/del/${group}`],
    ]
    for (const [url, body] of calls)
      expect([url, (await other.post(url, body)).success]).toEqual([url, false])
    expect((await other.post(`${inbounds}/bulkDel`, { ids: [mine.id, child.id] })).obj).toMatchObject({
      deleted: 0,
    })
    const list = [{ client: { email: 'new' }, inboundIds: [mine.id] }]
    expect((await other.post(`${clients}/bulkCreate`, list)).obj).toMatchObject({ created: 0 })
    expect(await wholeState(t.panel)).toBe(before)
  })

  it("resets only their own counters, and cannot take the first user's port", async () => {
    await t.panel.db.write((tx) => tx.updateTable('inbounds').set({ up: 5 }).execute())
    await other.post(`${inbounds}/resetAllTraffics`)
    expect((await allInbounds(me)).map((i) => i.up)).toEqual([5, 5])
    expect((await allInbounds(other)).map((i) => i.up)).toEqual([0])
    const taken = inboundBody({ port: mine.port })
    expect(await other.post(`${inbounds}/add`, taken)).toMatchObject({ success: false, field: 'port' })
  })
})
