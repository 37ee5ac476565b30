import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConfigHistory } from '#server/core/reconcile/config-history.ts'
import { silentLog } from '#server/platform/log.ts'
import { commitOn } from '#test/commit.ts'
import { addClient, addInbound, clients, inbounds, type ListedInbound, recordOf } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { wholeState } from '#test/state.ts'

let t: TestPanel
let me: Visitor
let id: number
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  id = (await addInbound(me, { remark: 'Frankfurt' })).id
  await addClient(me, { email: 'ann' }, [id])
})
afterAll(() => t.stop())

const refused = { success: false, code: 'version.changed' }

it('a save of a client with the version from before another save is refused; without one it is done', async () => {
  const read = async () => (await me.get<{ version: string }>(`${clients}/get/ann`)).obj.version
  const seen = await read()
  expect(await me.post(`${clients}/update/ann?version=${seen}`, { comment: 'first' })).toMatchObject({
    success: true,
  })
  const before = await wholeState(t.panel)
  expect(await me.post(`${clients}/update/ann?version=${seen}`, { comment: 'second' })).toMatchObject(refused)
  expect(await wholeState(t.panel)).toBe(before)
  expect(await me.post(`${clients}/update/ann?version=${await read()}`, { comment: 'third' })).toMatchObject({
    success: true,
  })
  await me.post(`${clients}/update/ann`, { comment: 'as before' })
  expect(await recordOf(me, 'ann')).toMatchObject({ comment: 'as before' })
})

it('so is a save of an inbound, of settings and of the template', async () => {
  type Versioned = ListedInbound & { version: string }
  const inbound = (await me.get<Versioned>(`${inbounds}/get/${id}`)).obj
  const update = `${inbounds}/update/${id}`
  expect((await me.post(`${update}?version=${inbound.version}`, { ...inbound, remark: 'A' })).success).toBe(
    true,
  )
  expect(await me.post(`${update}?version=${inbound.version}`, { ...inbound, remark: 'B' })).toMatchObject(
    refused,
  )
  expect((await me.post(update, { ...inbound, remark: 'C' })).success).toBe(true)

  const { settingsVersion } = (await me.get<{ settingsVersion: string }>('/panel/api/setting/all')).obj
  const save = `/panel/api/setting/update?version=${settingsVersion}`
  expect((await me.post(save, { pageSize: 31 })).success).toBe(true)
  expect(await me.post(save, { pageSize: 32 })).toMatchObject(refused)
  expect((await me.post('/panel/api/setting/update', { pageSize: 33 })).success).toBe(true)

  const read = JSON.parse((await me.post<string>('/panel/api/xray/')).obj) as {
    xraySetting: Record<string, unknown>
    version: string
  }
  const put = `/panel/api/xray/update?version=${read.version}`
  const log = (loglevel: string) => ({ xraySetting: { ...read.xraySetting, log: { loglevel } } })
  expect((await me.post(put, log('error'))).success).toBe(true)
  expect(await me.post(put, log('info'))).toMatchObject(refused)
})

it('a review says what a save of an inbound would change, and changes nothing', async () => {
  const inbound = (await me.get<ListedInbound>(`${inbounds}/get/${id}`)).obj
  const before = await wholeState(t.panel)
  const review = (body: object) => me.post(`${inbounds}/review/${id}`, { ...inbound, ...body })
  expect((await review({ port: inbound.port + 500 })).obj).toMatchObject({
    changes: [{ path: 'port', before: inbound.port, after: inbound.port + 500 }],
    more: 0,
    reconnects: 0,
    subscriptions: 1,
    clients: 1,
  })
  expect((await review({ remark: inbound.remark })).obj).toMatchObject({ changes: [], subscriptions: 0 })
  const other = await addInbound(me)
  expect((await review({ port: other.port })).obj).toMatchObject({
    verdictCoded: { code: expect.stringContaining('port') },
  })
  await me.post(`${inbounds}/del/${other.id}`)
  expect(await wholeState(t.panel)).toBe(before)
})

it('a rollback puts the inbounds of that version back, with their clients', async () => {
  const before = (await me.get<ListedInbound>(`${inbounds}/get/${id}`)).obj
  const { db } = t.panel
  const history = createConfigHistory({
    db,
    commit: commitOn(db),
    settings: t.panel.settings,
    now: Date.now,
    log: silentLog,
  })
  const actor = { kind: 'user', name: 'root', address: '' } as const
  await history.note({ inbounds: [{ tag: 'then' }] } as never, 'inbounds', actor)
  const [version] = (await me.get<{ id: number }[]>('/panel/api/core/versions')).obj
  expect((await me.post(`${inbounds}/update/${id}`, { ...before, port: before.port + 700 })).success).toBe(
    true,
  )
  expect((await me.get<ListedInbound>(`${inbounds}/get/${id}`)).obj.port).toBe(before.port + 700)
  expect(await me.post(`/panel/api/core/rollback/${version?.id}`)).toMatchObject({ success: true })
  expect((await me.get<ListedInbound>(`${inbounds}/get/${id}`)).obj).toEqual(before)
})
