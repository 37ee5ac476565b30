import { Writable } from 'node:stream'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '#contract/devices-api.ts'
import type { SettingsUpdate } from '#contract/settings.ts'
import { createDevices } from '#server/devices/room.ts'
import { silentLog } from '#server/platform/log.ts'
import { openDb } from '#server/store/open.ts'
import { commitOn } from '#test/commit.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import { noDeviceKeys } from '#test/no-device-keys.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { type Subscriber, subscriberOf } from '#test/subscriber.ts'

let t: ServedPanel
let me: Visitor
let get: Subscriber
let inbound: number
let logged = ''
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk)
      done()
    },
  }),
)
beforeAll(async () => {
  t = await servedPanel({}, { log })
  me = await t.login()
  get = subscriberOf(t.subPort)
  inbound = (await addInbound(me, { port: 31_101 })).id
  await set({ noticeHomeEvents: 'client.device-limit' })
})
afterAll(() => t.stop())

const set = async (patch: SettingsUpdate) =>
  expect(await me.post('/panel/setting/update', patch)).toMatchObject({ success: true })
const add = (email: string, limitHwid: number) =>
  addClient(me, { email, subId: `${email}-sub`, limitHwid }, [inbound])
const list = async (email: string) => (await me.post<Device[]>(`${clients}/hwids/${email}`)).obj
const rawId = (name: string) => `RAW-ID-OF-${name}`
const device = (name: string, more: Record<string, string> = {}) => ({
  'x-hwid': rawId(name),
  'user-agent': 'Happ/3.1/android/5',
  'x-device-os': 'Android',
  'x-ver-os': '15',
  'x-device-model': `Phone ${name}`,
  ...more,
})
const fetched = (email: string, name: string) => get(`/sub/${email}-sub`, device(name))
const refusal = {
  'x-hwid-active': 'true',
  'x-hwid-limit': 'true',
  'x-hwid-max-devices-reached': 'true',
}

describe('a device limit', () => {
  it('serves as many devices as it says, in every format, and tells the next one why not', async () => {
    await add('ann', 2)
    await set({ subJsonEnable: true, subSingboxEnable: true })
    for (const [i, path] of ['/sub/', '/json/', '/clash/', '/singbox/'].entries()) {
      const served = await get(`${path}ann-sub`, device(`${i % 2}`))
      expect([path, served.status, served.headers['x-hwid-active']]).toEqual([path, 200, 'true'])
      expect(served.headers).not.toHaveProperty('x-hwid-limit')
      expect(served.headers).not.toHaveProperty('x-hwid-max-devices-reached')
    }
    for (const path of ['/sub/', '/json/', '/clash/', '/singbox/', '/sub/']) {
      const refused = await get(`${path}ann-sub`, device('third'))
      expect([refused.status, refused.body]).toEqual([404, ''])
      expect(refused.headers).toMatchObject(refusal)
    }
    expect((await fetched('ann', '1')).status).toBe(200)
    expect(await list('ann')).toEqual(
      ['0', '1'].map((name) => ({
        id: expect.any(Number),
        ...{ firstSeen: expect.any(Number), lastSeen: expect.any(Number) },
        userAgent: 'Happ/3.1/android/5',
        deviceOs: 'Android',
        osVersion: '15',
        deviceModel: `Phone ${name}`,
        ...{ blocked: false, hasKey: false, up: 0, down: 0 },
      })),
    )
  })

  it('without a limit no device is noted, and nothing is said of devices', async () => {
    await add('free', 0)
    const { status, headers } = await fetched('free', 'any')
    expect(status).toBe(200)
    expect(Object.keys(headers).filter((name) => name.startsWith('x-hwid'))).toEqual([])
    expect(await list('free')).toEqual([])
  })

  it('an app that sends no id is served and takes no place, unless the operator demands one', async () => {
    await add('bob', 1)
    for (const odd of [{}, { 'x-hwid': 'short' }, { 'x-hwid': 'x'.repeat(300) }])
      expect((await get('/sub/bob-sub', odd)).headers['x-hwid-active']).toBe('true')
    expect(await list('bob')).toEqual([])
    await set({ subHwidRequired: true, subHwidText: 'Нет места' })
    const { status, headers } = await get('/sub/bob-sub')
    expect(status).toBe(404)
    expect(headers).toMatchObject({
      'x-hwid-active': 'true',
      'x-hwid-limit': 'true',
      'x-hwid-not-supported': 'true',
      announce: `base64:${Buffer.from('Нет места').toString('base64')}`,
    })
    expect((await fetched('bob', 'one')).status).toBe(200)
    expect((await get('/sub/free-sub')).status).toBe(200)
    await set({ subHwidRequired: false, subHwidText: '' })
  })

  it('a look takes no place', async () => {
    await add('head', 1)
    expect((await get('/sub/head-sub', device('a'), 'HEAD')).status).toBe(200)
    expect(await list('head')).toEqual([])
    await fetched('head', 'b')
    expect((await get('/sub/head-sub', device('a'), 'HEAD')).status).toBe(404)
  })

  it('of many first fetches at once exactly as many get a place as there are', async () => {
    await add('crowd', 3)
    const names = Array.from({ length: 12 }, (_, i) => `of crowd ${i}`)
    const replies = await Promise.all(names.map((name) => fetched('crowd', name)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(9)
    expect(await list('crowd')).toHaveLength(3)
  })

  it('of two panels on one database too', async () => {
    await add('pair', 1)
    const { db: own, settings } = t.panel
    const another = await openDb(t.config.database, silentLog, Date.now)
    const { id } = await own.read
      .selectFrom('clients')
      .select('id')
      .where('email', '=', 'pair')
      .executeTakeFirstOrThrow()
    const verdicts = await Promise.all(
      [own, another, own, another].map((db, i) =>
        createDevices({
          ...{ db, commit: commitOn(db), settings, now: Date.now },
          tell: () => {},
          keys: noDeviceKeys,
        }).admit({
          headers: device(`pair ${i}`),
          clients: [{ id, email: 'pair', limit: 1, keys: false, secrets: '' }],
          isRequired: false,
          takesPlace: true,
        }),
      ),
    )
    await another.close()
    expect(verdicts.map(({ verdict }) => verdict).toSorted()).toEqual([
      'served',
      'too many',
      'too many',
      'too many',
    ])
  })

  it('is told to people once', async () => {
    const told = async () =>
      (
        await t.panel.db.read
          .selectFrom('alerts')
          .select('params')
          .where('kind', '=', 'client.device-limit')
          .execute()
      )
        .map(({ params }) => JSON.parse(params))
        .filter(({ email }) => email === 'ann')
    await expect.poll(told).toEqual([{ email: 'ann', limit: 2 }])
  })

  it("is the group's, where the client has none of its own", async () => {
    await me.post(`${clients}/groups/create`, { name: 'team', limitHwid: 1 })
    for (const [email, limitHwid] of [
      ['inherits', 0],
      ['has its own', 2],
    ] as const)
      await addClient(
        me,
        { email: email.replaceAll(' ', '-'), subId: `${email.length}`, limitHwid, group: 'team' },
        [inbound],
      )
    const statuses = async (subId: string) => {
      const replies = []
      for (const name of ['one', 'two', 'three'])
        replies.push((await get(`/sub/${subId}`, device(name))).status)
      return replies
    }
    expect(await statuses('8')).toEqual([200, 404, 404])
    expect(await statuses('11')).toEqual([200, 200, 404])
    await me.post(`${clients}/groups/update`, { name: 'team', limitHwid: 0 })
    expect(await statuses('8')).toEqual([200, 200, 200])
  })

  it('several clients with one id need a place each, and get all or none', async () => {
    await add('twin1', 1)
    await add('twin2', 2)
    await t.panel.db.write((tx) =>
      tx.updateTable('clients').set({ sub_id: 'twins' }).where('email', 'in', ['twin1', 'twin2']).execute(),
    )
    expect((await get('/sub/twins', device('t1'))).status).toBe(200)
    expect((await get('/sub/twins', device('t2'))).status).toBe(404)
    expect([(await list('twin1')).length, (await list('twin2')).length]).toEqual([1, 1])
  })
})

describe('operators', () => {
  const call = (method: 'POST' | 'DELETE', path: string) =>
    me.call(method, `${clients}/hwids/${path}`).then((r) => r.json())

  it('forget a device, and it may come back', async () => {
    await add('eve', 1)
    await fetched('eve', 'old')
    expect((await fetched('eve', 'new')).status).toBe(404)
    const [old] = await list('eve')
    expect(await call('DELETE', `eve/${old?.id}`)).toMatchObject({ success: true, obj: null })
    expect((await fetched('eve', 'new')).status).toBe(200)
    expect((await fetched('eve', 'old')).status).toBe(404)
    expect(await call('DELETE', 'eve')).toMatchObject({ success: true })
    expect(await list('eve')).toEqual([])
    expect((await fetched('eve', 'old')).status).toBe(200)
  })

  it('block a device: it is refused, and its place is free', async () => {
    const [old] = await list('eve')
    expect(await call('POST', `eve/${old?.id}/block`)).toMatchObject({ success: true })
    const refused = await fetched('eve', 'old')
    expect([refused.status, refused.headers['x-hwid-limit']]).toEqual([404, 'true'])
    expect((await fetched('eve', 'new')).status).toBe(200)
    expect((await list('eve')).map(({ blocked }) => blocked)).toEqual([true, false])
    await call('POST', `eve/${old?.id}/unblock`)
    expect((await fetched('eve', 'old')).status).toBe(200)
  })

  it('are told what is wrong with an id or a name', async () => {
    const [mine] = await list('eve')
    for (const path of ['eve/999999', 'eve/x', 'eve/-1', 'eve/1e3', `ann/${mine?.id}`, 'eve/99999999999'])
      expect(await call('DELETE', path)).toMatchObject({
        success: false,
        code: 'device.missing',
        field: 'id',
      })
    for (const path of ['nobody', 'nobody/1'])
      expect(await call('DELETE', path)).toMatchObject({ success: false, code: 'client.missing' })
    expect(await me.post(`${clients}/hwids/nobody`)).toMatchObject({ success: false })
    expect(await list('eve')).toHaveLength(2)
  })

  it('a renamed client keeps its devices, a deleted one takes them along', async () => {
    const before = await list('eve')
    await me.post(`${clients}/update/eve`, { email: 'eva' })
    expect(await list('eva')).toEqual(before)
    await me.post(`${clients}/del/eva`)
    await add('eve', 1)
    expect(await list('eve')).toEqual([])
    const rows = await t.panel.db.read
      .selectFrom('client_devices')
      .select('id')
      .where('client_id', 'not in', (e) => e.selectFrom('clients').select('id'))
      .execute()
    expect(rows).toEqual([])
  })
})

it('the time of the last fetch is written in batches, and shown before', async () => {
  const [before] = await list('crowd')
  t.advance(60_000)
  const model = before?.deviceModel.replace('Phone ', '') ?? ''
  await get('/sub/crowd-sub', device(model, { 'x-ver-os': '16' }))
  const [after] = await list('crowd')
  expect(after).toEqual({ ...before, osVersion: '16', lastSeen: expect.any(Number) })
  expect((after?.lastSeen ?? 0) - (before?.lastSeen ?? 0)).toBeGreaterThanOrEqual(60_000)
  const stored = () =>
    t.panel.db.read
      .selectFrom('client_devices')
      .selectAll()
      .where('id', '=', before?.id ?? 0)
      .executeTakeFirst()
  expect(await stored()).toMatchObject({ os_version: '15', last_seen: before?.lastSeen })
  await t.panel.devices.flush()
  expect(await stored()).toMatchObject({ os_version: '16', last_seen: after?.lastSeen })
})

it('the id that an app sends is nowhere: not in an answer, not in the database, not in a log', async () => {
  const names = ['ann', 'bob', 'crowd', 'eve']
  const answers = await Promise.all(names.map(list))
  const { rows } = await sql`select * from client_devices`.execute(t.panel.db.read)
  const audit = await sql`select * from audit`.execute(t.panel.db.read)
  const everything = JSON.stringify([answers, rows, audit.rows, logged])
  expect(rows.length).toBeGreaterThan(5)
  expect(everything).not.toContain('RAW-ID-OF')
})
