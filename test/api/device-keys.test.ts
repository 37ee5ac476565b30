import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '#contract/devices-api.ts'
import type { Block } from '#contract/inbound.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import { addClient, addInbound, clients, recordOf } from '#test/inbounds.ts'
import { createFakeCore, inPlaceOfCore } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

let t: ServedPanel
let me: Visitor
let get: Subscriber
let inboundIds: number[]
const fake = createFakeCore()

beforeAll(async () => {
  const live = { uncounted: async () => fake.uncounted }
  t = await servedPanel({}, { metering: { core: inPlaceOfCore(fake), live } })
  me = await t.login()
  get = subscriberOf(t.subPort)
  const kinds = ['vless', 'trojan', 'vmess']
  inboundIds = []
  for (const [i, protocol] of kinds.entries())
    inboundIds.push((await addInbound(me, { port: 31_401 + i, protocol })).id)
})
afterAll(() => t.stop())

const add = (email: string, more: object = {}) =>
  addClient(me, { email, subId: `${email}-sub`, ...more }, inboundIds)
const update = (email: string, patch: object) =>
  me.post(`${clients}/update/${email}`, { ...patch, email: 'email' in patch ? patch.email : email })
const switched = async (email: string, deviceKeys: boolean) =>
  expect(await update(email, { deviceKeys })).toMatchObject({ success: true })
const list = async (email: string) => (await me.post<Device[]>(`${clients}/hwids/${email}`)).obj
const device = (name: string) => ({ 'x-hwid': `HWID-${name}`, 'x-device-model': name })
const linksOf = async (email: string, name?: string) => {
  const { status, body } = await get(`/sub/${email}-sub`, name === undefined ? {} : device(name))
  expect(status).toBe(200)
  return linksIn(body)
}
/** The users that the core would get, with their credentials. */
async function coreUsers(email: string): Promise<Record<string, string[]>> {
  const { obj } = await me.get<{ inbounds: { settings: { clients?: Block[] } }[] }>(
    '/panel/api/server/getConfigJson',
  )
  const users = obj.inbounds.flatMap(({ settings }) => settings.clients ?? [])
  const own = users.filter((user) => String(user.email).split('/').at(-1) === email)
  const byName: Record<string, string[]> = {}
  for (const { email: name, id, password } of own)
    byName[String(name)] = [...(byName[String(name)] ?? []), String(id ?? password)]
  return byName
}
const bytesOf = async (email: string) => {
  const { up, down } = (await me.get<ClientTraffic>(`${clients}/traffic/${email}`)).obj
  return [up, down]
}
const idOf = async (email: string, name: string) =>
  (await list(email)).find(({ deviceModel }) => deviceModel === name)?.id ?? 0

describe('the field', () => {
  it('is off for a client that never had it, and stays as it is in an update that does not name it', async () => {
    await add('field')
    expect(await recordOf(me, 'field')).toMatchObject({ deviceKeys: false })
    await switched('field', true)
    await update('field', { comment: 'x' })
    expect(await recordOf(me, 'field')).toMatchObject({ deviceKeys: true, comment: 'x' })
    const paged = await me.get<{ items: Block[] }>(`${clients}/list/paged?search=field`)
    expect(paged.obj.items).toMatchObject([{ email: 'field', deviceKeys: true }])
    const all = await me.get<Block[]>(`${clients}/list`)
    expect(all.obj.find(({ email }) => email === 'field')).toMatchObject({ deviceKeys: true })
  })

  it.each([1, -1, 'yes', {}, 0.5])('%j is refused by name, and nothing is stored', async (deviceKeys) => {
    const answer = await update('field', { deviceKeys, comment: 'never' })
    expect(answer).toMatchObject({ success: false, msg: expect.stringContaining('deviceKeys') })
    expect(await recordOf(me, 'field')).toMatchObject({ deviceKeys: true, comment: 'x' })
  })
})

describe('a key for each device', () => {
  it('is in its own links only; on and off changes no existing link', async () => {
    await add('ann')
    const shared = await linksOf('ann')
    expect(await linksOf('ann', 'phone')).toEqual(shared)
    await switched('ann', true)
    const [phone, desk] = [await linksOf('ann', 'phone'), await linksOf('ann', 'desk')]
    expect(phone).toHaveLength(shared.length)
    expect(new Set([...shared, ...phone, ...desk]).size).toBe(3 * shared.length)
    expect(await linksOf('ann')).toEqual(shared)
    expect(await linksOf('ann', 'phone')).toEqual(phone)
    const names = [await idOf('ann', 'phone'), await idOf('ann', 'desk')].map((id) => `${id}/ann`)
    expect(Object.keys(await coreUsers('ann'))).toEqual(['ann', ...names])

    await switched('ann', false)
    expect(Object.keys(await coreUsers('ann'))).toEqual(['ann'])
    expect([await linksOf('ann'), await linksOf('ann', 'phone')]).toEqual([shared, shared])
    await switched('ann', true)
    expect([await linksOf('ann'), await linksOf('ann', 'phone')]).toEqual([shared, phone])
  })

  it('says nothing of a limit that there is not, and a look takes no key', async () => {
    const { headers } = await get('/sub/ann-sub', device('phone'))
    expect(Object.keys(headers).filter((name) => name.startsWith('x-hwid'))).toEqual([])
    const before = await list('ann')
    expect((await get('/sub/ann-sub', device('looks'), 'HEAD')).status).toBe(200)
    expect(await list('ann')).toEqual(before)
  })

  it('many first fetches at once give each device one key', async () => {
    await add('crowd', { deviceKeys: true })
    const names = Array.from({ length: 8 }, (_, i) => `d${i % 4}`)
    const links = await Promise.all(names.map((name) => linksOf('crowd', name)))
    expect(new Set(links.map(([first]) => first)).size).toBe(4)
    expect(Object.keys(await coreUsers('crowd'))).toHaveLength(5)
  })

  it('revoked is replaced, and the others keep theirs', async () => {
    const before = await coreUsers('ann')
    const [phone, desk] = [await linksOf('ann', 'phone'), await linksOf('ann', 'desk')]
    const id = await idOf('ann', 'phone')
    expect(await me.post(`${clients}/hwids/ann/${id}/revoke`)).toMatchObject({ success: true })
    const after = await coreUsers('ann')
    expect(after).toEqual({ ...before, [`${id}/ann`]: expect.anything() })
    expect(after[`${id}/ann`]).not.toEqual(before[`${id}/ann`])
    expect(await linksOf('ann', 'desk')).toEqual(desk)
    expect(await linksOf('ann', 'phone')).not.toEqual(phone)
  })

  it('goes with a device that is blocked, forgotten, or all at once', async () => {
    await add('bob', { deviceKeys: true })
    for (const name of ['a', 'b', 'c', 'd']) await linksOf('bob', name)
    const [a, b] = [await idOf('bob', 'a'), await idOf('bob', 'b')]
    await me.post(`${clients}/hwids/bob/${a}/block`)
    await me.call('DELETE', `${clients}/hwids/bob/${b}`)
    expect((await get('/sub/bob-sub', device('a'))).status).toBe(404)
    expect(Object.keys(await coreUsers('bob'))).toHaveLength(3)
    expect((await list('bob')).map(({ hasKey }) => hasKey)).toEqual([false, true, true])
    expect(await me.post(`${clients}/hwids/bob/${a}/revoke`)).toMatchObject({
      success: false,
      msg: expect.stringContaining('no key of its own'),
    })
    await me.call('DELETE', `${clients}/hwids/bob`)
    expect(Object.keys(await coreUsers('bob'))).toEqual(['bob'])
    expect(await me.post(`${clients}/hwids/bob/${a}/revoke`)).toMatchObject({ success: false })
  })

  it('is replaced with the keys of the client, and follows its name', async () => {
    await add('cleo', { deviceKeys: true })
    const [before] = await linksOf('cleo', 'x')
    await update('cleo', { id: 'c1e0c1e0-0000-4000-8000-000000000001' })
    const [rekeyed] = await linksOf('cleo', 'x')
    expect(rekeyed).not.toBe(before)
    await update('cleo', { email: 'cleopatra' })
    const id = await idOf('cleopatra', 'x')
    expect(Object.keys(await coreUsers('cleopatra'))).toEqual(['cleopatra', `${id}/cleopatra`])
    const [renamed] = linksIn((await get('/sub/cleo-sub', device('x'))).body)
    expect(renamed?.split('#')[0]).toBe(rekeyed?.split('#')[0])
    await me.post(`${clients}/del/cleopatra`)
    expect(await coreUsers('cleopatra')).toEqual({})
  })

  it('never leaves the panel but in the device’s own links', async () => {
    const { device_secrets } = await t.panel.db.read
      .selectFrom('clients')
      .select('device_secrets')
      .where('email', '=', 'ann')
      .executeTakeFirstOrThrow()
    const secret = device_secrets.split(/[ \n]/)[1] ?? '-'
    expect(secret.length).toBeGreaterThan(100)
    const told = await Promise.all([
      me.get(`${clients}/get/ann`),
      me.get(`${clients}/list`),
      me.post(`${clients}/hwids/ann`),
      me.get('/panel/api/audit'),
      me.get(`${clients}/export`),
    ])
    expect(JSON.stringify(told)).not.toContain(secret)
  })
})

describe('bytes', () => {
  it('of the devices and of slot 0 sum to the client’s, also after a rename and a restart of the core', async () => {
    await add('dora', { deviceKeys: true })
    for (const name of ['a', 'b']) await linksOf('dora', name)
    const [a, b] = [await idOf('dora', 'a'), await idOf('dora', 'b')]
    fake.move('user', 'dora', 1, 2)
    fake.move('user', `${a}/dora`, 10, 20)
    fake.move('user', `${b}/dora`, 100, 200)
    await t.panel.traffic.tick()
    expect(await bytesOf('dora')).toEqual([111, 222])
    expect((await list('dora')).map(({ up, down }) => [up, down])).toEqual([
      [10, 20],
      [100, 200],
    ])
    expect(t.panel.traffic.counted('dora')).toBe(333)

    await update('dora', { email: 'dorothy' })
    fake.move('user', `${a}/dora`, 1_000)
    await t.panel.traffic.tick()
    expect(await bytesOf('dorothy')).toEqual([1_111, 222])
    fake.restart()
    fake.move('user', `${b}/dorothy`, 0, 5)
    await t.panel.traffic.tick()
    expect(await bytesOf('dorothy')).toEqual([1_111, 227])
    expect((await list('dorothy')).map(({ up, down }) => [up, down])).toEqual([
      [1_010, 20],
      [100, 205],
    ])
  })

  it('of the devices begin anew with the client’s', async () => {
    await me.post(`${clients}/resetTraffic/dorothy`)
    expect((await list('dorothy')).map(({ up, down }) => up + down)).toEqual([0, 0])
    const id = await idOf('dorothy', 'a')
    fake.move('user', `${id}/dorothy`, 7)
    await t.panel.traffic.tick()
    expect([await bytesOf('dorothy'), (await list('dorothy'))[0]?.up]).toEqual([[7, 0], 7])
    await me.post(`${clients}/resetAllTraffics`)
    expect((await list('dorothy'))[0]?.up).toBe(0)
  })

  it('of the devices come back with the client’s when a reset is undone, with what was counted since', async () => {
    const [a, b] = [await idOf('dorothy', 'a'), await idOf('dorothy', 'b')]
    fake.move('user', `${a}/dorothy`, 50, 60)
    fake.move('user', `${b}/dorothy`, 0, 4)
    await t.panel.traffic.tick()
    const reset = await me.post<{ undo: number }>(`${clients}/bulkResetTraffic`, { emails: ['dorothy'] })
    fake.move('user', `${a}/dorothy`, 1, 0)
    await t.panel.traffic.tick()
    expect(await me.post(`/panel/api/undo/${reset.obj.undo}`)).toMatchObject({ success: true })
    expect(await bytesOf('dorothy')).toEqual([51, 64])
    expect((await list('dorothy')).map(({ up, down }) => [up, down])).toEqual([
      [51, 60],
      [0, 4],
    ])
  })
})
