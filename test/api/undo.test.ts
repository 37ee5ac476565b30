import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import type { Undone } from '#contract/undo-api.ts'
import type { Envelope } from '#contract/wire.ts'
import { addClient, addInbound, clients, recordOf } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { wholeState } from '#test/state.ts'

const GB = 1024 ** 3
const DAY = 86_400_000
const emails = ['ann', 'bob', 'cid']

let t: MeteredPanel
let me: Visitor
let first: number
let second: number
beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
  first = (await addInbound(me)).id
  second = (await addInbound(me, { protocol: 'shadowsocks' })).id
  const soon = Date.now() + 3 * DAY
  await addClient(me, { email: 'ann', totalGB: 50 * GB, expiryTime: soon, group: 'gold', limitHwid: 2 }, [
    first,
    second,
  ])
  await addClient(me, { email: 'bob', totalGB: GB, comment: 'B' }, [first])
  await addClient(me, { email: 'cid', enable: false, expiryTime: -7 * DAY }, [first])
  await me.post(`${clients}/ann/externalLinks`, { externalLinks: [{ name: 'x', url: 'vless://u@h' }] })
  t.fake.move('user', 'ann', 7 * GB, GB)
  t.fake.move('user', 'bob', 2 * GB)
  await t.tick() // bob has used up his quota
  const { db } = t.panel
  await db.write(async (tx) => {
    const { id } = await tx
      .selectFrom('clients')
      .select('id')
      .where('email', '=', 'ann')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('client_devices')
      .values({ client_id: id, hash: 'h', first_seen: 5, up: 11, down: 7 })
      .execute()
    await tx.insertInto('inbound_client_ips').values({ client_email: 'ann', ips: '[]' }).execute()
    await tx
      .updateTable('client_inbounds')
      .set({ flow_override: 'none' })
      .where('inbound_id', '=', second)
      .execute()
  })
})
afterAll(() => t.stop())

const undo = (id: number | undefined, body?: object): Promise<Envelope<Undone>> =>
  me.post<Undone>(`/panel/api/undo/${id}`, body)
const act = async (name: string, body: object) => {
  const reply = await me.post<{ undo?: number }>(`${clients}/${name}`, body)
  expect(reply).toMatchObject({ success: true })
  return reply.obj.undo
}
const query = { search: '' }

it.each<[string, (inboundIds: number[]) => object]>([
  ['bulkRenew', () => ({ emails, days: 30 })],
  ['bulkRenew', () => ({ emails, days: 30, setBytes: 5 * GB })],
  ['bulkAdjust', () => ({ emails, addDays: 30 })],
  ['bulkAdjust', () => ({ emails, setBytes: 2 * GB, setLimitIp: 3, setSpeedDown: 1000, setGroup: 'new' })],
  ['bulkAdjust', () => ({ query, setBytes: 3 * GB })],
  ['bulkEnable', () => ({ emails })],
  ['bulkDisable', () => ({ emails })],
  ['bulkResetTraffic', () => ({ emails })],
  ['bulkAttach', (inboundIds) => ({ emails, inboundIds })],
  ['bulkDetach', (inboundIds) => ({ emails, inboundIds })],
  ['bulkDel', () => ({ emails })],
  ['bulkDel', () => ({ emails: ['ann'], keepTraffic: true })],
  ['bulkDel', () => ({ query, except: ['cid'] })],
  ['groups/bulkAdd', () => ({ emails, group: 'silver' })],
  ['groups/bulkRemove', () => ({ emails })],
  ['delDepleted', () => ({})],
])('%s is undone to the last byte', async (name, body) => {
  const before = await wholeState(t.panel)
  const id = await act(name, body([second]))
  expect(id).toBeTypeOf('number')
  expect(await wholeState(t.panel)).not.toBe(before)
  const reply = await undo(id)
  expect(reply).toMatchObject({ success: true, obj: { left: [] } })
  expect(await wholeState(t.panel)).toBe(before)
  expect(await undo(id)).toMatchObject({ success: false, code: 'undo.done' })
})

it('bytes that are counted between the act and the undo are kept, of deleted clients too', async () => {
  const used = async () => {
    const { obj } = await me.get<{ up: number; down: number }>(`${clients}/traffic/ann`)
    return [obj.up, obj.down]
  }
  const [up = 0, down = 0] = await used()
  for (const [n, name] of (['bulkRenew', 'bulkResetTraffic', 'bulkDel'] as const).entries()) {
    const id = await act(name, { emails: ['ann'], days: 1 })
    t.fake.move('user', 'ann', 1000, 10)
    await t.tick()
    await undo(id)
    expect(await used(), name).toEqual([up + 1000 * (n + 1), down + 10 * (n + 1)])
  }
})

it('an act of which a client has changed since is not undone, or without that client if asked', async () => {
  const id = await act('bulkAdjust', { emails, addDays: 30, setLimitIp: 4 })
  await me.post(`${clients}/update/ann`, { email: 'ann', limitIp: 9 })
  const before = await wholeState(t.panel)
  const reply = await undo(id)
  expect(reply).toMatchObject({
    success: false,
    code: 'undo.changed',
    params: { count: 1, who: 'ann', others: 2 },
  })
  expect(await wholeState(t.panel)).toBe(before)
  expect((await undo(id, { partly: true })).obj).toMatchObject({ restored: 2, left: [{ email: 'ann' }] })
  expect(await recordOf(me, 'ann')).toMatchObject({ limitIp: 9 })
  expect(await recordOf(me, 'bob')).toMatchObject({ limitIp: 0 })
})

it('a deleted client does not come back beside a new one of its name, nor counters that were set again', async () => {
  const gone = await act('bulkDel', { emails: ['bob'] })
  await addClient(me, { email: 'BOB' }, [first])
  expect(await undo(gone)).toMatchObject({ success: false, code: 'undo.all-changed' })
  expect((await undo(gone, { partly: true })).success).toBe(false)
  await me.post(`${clients}/bulkDel`, { emails: ['BOB'] })
  expect(await undo(gone)).toMatchObject({ success: true })

  const reset = await act('bulkResetTraffic', { emails: ['ann'] })
  await me.post(`${clients}/updateTraffic/ann`, { upload: 0, download: 5 })
  expect(await undo(reset)).toMatchObject({ success: false, code: 'undo.all-changed' })
})

it('the audit log has one entry for the act and says whether it can be undone', async () => {
  const id = await act('bulkDisable', { emails })
  const entry = async () => (await me.get<{ items: AuditEntry[] }>('/panel/api/audit?pageSize=5')).obj.items
  expect((await entry())[0]).toMatchObject({ action: 'clients.disable', undo: { id, state: 'open' } })
  await undo(id)
  const [undone, act0] = await entry()
  expect(undone).toMatchObject({ action: 'clients.undo', after: { of: 'clients.disable' } })
  expect(act0).toMatchObject({ action: 'clients.disable', undo: { id, state: 'done' } })
  expect(await undo(999_999)).toMatchObject({ success: false, code: 'undo.missing' })
})

it('a preview counts what a query matches', async () => {
  const body = { query, usedFrom: 1, inboundIds: [second] }
  expect((await me.post(`${clients}/bulkPreview`, body)).obj).toMatchObject({
    count: 3,
    endless: 1,
    attached: 1,
    stranded: 0,
  })
})

const lastAct = async () =>
  (await me.get<{ items: AuditEntry[] }>('/panel/api/audit?pageSize=5')).obj.items.find((entry) => entry.undo)
    ?.undo?.id

it('resetting all traffic is undone to the last byte, with who came back by it, and keeps bytes counted since', async () => {
  await addClient(me, { email: 'left' }, [first])
  t.fake.move('user', 'left', 77)
  await t.tick()
  await me.post(`${clients}/bulkDel`, { emails: ['left'], keepTraffic: true }) // counters without a client
  const before = await wholeState(t.panel)
  expect(await recordOf(me, 'bob')).toMatchObject({ ended: true })
  expect(await me.post(`${clients}/resetAllTraffics`)).toMatchObject({ success: true, obj: null })
  expect(await recordOf(me, 'bob')).toMatchObject({ ended: false, enable: true })
  const id = await lastAct()
  expect(await undo(id)).toMatchObject({ success: true, obj: { left: [] } })
  expect(await wholeState(t.panel)).toBe(before)

  const used = async (email: string) =>
    (await me.get<{ up: number; down: number }>(`${clients}/traffic/${email}`)).obj
  const { up, down } = await used('ann')
  await me.post(`${clients}/resetAllTraffics`)
  t.fake.move('user', 'ann', 500, 5)
  await t.tick()
  await undo(await lastAct())
  expect(await used('ann')).toMatchObject({ up: up + 500, down: down + 5 })
})

const tables = async () => {
  const { read } = t.panel.db
  return JSON.stringify([
    await read.selectFrom('clients').selectAll().orderBy('id').execute(),
    await read.selectFrom('client_traffics').selectAll().orderBy('email').execute(),
    await read.selectFrom('client_inbounds').selectAll().orderBy('client_id').orderBy('inbound_id').execute(),
  ])
}
const made = (email: string, more: object = {}, ids = [first]) => ({
  client: { email, totalGB: GB, ...more },
  inboundIds: ids,
})

it('creating many is undone: new ones go, known ones are detached again, and counters from before stay', async () => {
  await addClient(me, { email: 'known', subId: 'sub-known' }, [first])
  const before = await tables()
  const id = await act('bulkCreate', [
    made('one'),
    made('two', { expiryTime: -7 * DAY }),
    made('left'), // whose counters an earlier client left behind
    made('known', { subId: 'sub-known', totalGB: 0 }, [second]),
  ])
  expect(await undo(id, { mayDelete: false })).toMatchObject({ code: 'undo.deletes', params: { count: 3 } })
  expect(await recordOf(me, 'two')).toBeDefined()
  expect(await undo(id)).toMatchObject({ success: true, obj: { restored: 4, left: [] } })
  const [clientsNow, trafficNow, linksNow] = JSON.parse(await tables()) as [
    unknown,
    { email: string }[],
    unknown,
  ]
  const [clientsThen, trafficThen, linksThen] = JSON.parse(before) as [unknown, { email: string }[], unknown]
  expect([clientsNow, linksNow]).toEqual([clientsThen, linksThen])
  const counters = (rows: { email: string; up?: number }[]) => rows.map(({ email, up }) => [email, up])
  expect(counters(trafficNow)).toEqual(counters(trafficThen))
})

it('of created clients, those that were used or edited since stay, and the undo says so', async () => {
  const id = await act('bulkCreate', [
    made('used'),
    made('edited'),
    made('moved'),
    made('fresh'),
    made('gone'),
  ])
  t.fake.move('user', 'used', 1)
  await t.tick()
  await me.post(`${clients}/update/edited`, { email: 'edited', comment: 'mine' })
  await me.post(`${clients}/bulkAttach`, { emails: ['moved'], inboundIds: [second] })
  await me.post(`${clients}/bulkDel`, { emails: ['gone'] })
  const before = await wholeState(t.panel)
  expect(await undo(id)).toMatchObject({
    success: false,
    code: 'undo.deletes-others',
    params: { count: 1, left: 4 },
    msg: expect.stringContaining('deletes'),
  })
  expect(await undo(id, { partly: true, mayDelete: false })).toMatchObject({ code: 'undo.deletes-others' })
  expect(await wholeState(t.panel)).toBe(before)
  const { obj } = await undo(id, { partly: true })
  expect(obj.restored).toBe(1)
  expect(
    Object.fromEntries(obj.left.map(({ email, reasonCoded }) => [email, reasonCoded?.[0]?.code])),
  ).toEqual({
    used: 'undo.client-used',
    edited: 'undo.client-edited',
    moved: 'undo.client-edited',
    gone: 'undo.client-gone',
  })
  expect(await recordOf(me, 'fresh')).toBeUndefined()
  expect(await recordOf(me, 'used')).toBeDefined()
})
