import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '#contract/devices-api.ts'
import { fleetVersion } from '#contract/fleet-api.ts'
import type { Block } from '#contract/inbound.ts'
import type { Node, NodeQueue } from '#contract/node.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import { type Far, ourPanel, threeXui } from '#test/far-node.ts'
import { createNodeNet, type Host } from '#test/fixtures/node-net.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import { createFakeCore, inPlaceOfCore } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// Devices with keys of their own, on nodes: one of our own kind, an older one of ours, and a 3x-ui.

const fake = createFakeCore('node')
/** Before it is updated, a node says nothing of keys and never heard of them. */
let isOld = true
const aged =
  (host: Host): Host =>
  async (path, options) => {
    const answer = await host(path, options)
    return isOld
      ? { ...answer, text: answer.text.replaceAll(`"fleet":${fleetVersion}`, '"fleet":1') }
      : answer
  }

const seldom = { interval: 200 }
let t: ServedPanel
let me: Visitor
let get: Subscriber
let far: Awaited<ReturnType<typeof ourPanel>>
let old: Far
let other: Far
const placed: Record<string, number> = {}
const nodes: Record<string, number> = {}

const settled = async () => {
  await Promise.all(await t.panel.fleet.workers.wakeAll())
}
/** Everybody is asked for its status, and told what it lacks. */
const beat = async () => {
  for (const job of t.panel.fleet.jobs) await job.run(new AbortController().signal)
  await settled()
}

beforeAll(async () => {
  const live = { uncounted: async () => fake.uncounted }
  far = await ourPanel({ metering: { core: inPlaceOfCore(fake), live } })
  old = await ourPanel()
  other = await threeXui()
  const hosts = {
    'far.example.com': far.host,
    'old.example.com': aged(old.host),
    'x.example.com': other.host,
  }
  t = await servedPanel({}, { egress: createNodeNet(hosts).egress })
  me = await t.login()
  get = subscriberOf(t.subPort)
  for (const [name, { token }] of Object.entries({ far, old, x: other })) {
    const body = { name, address: `${name}.example.com`, port: 443, apiToken: token }
    nodes[name] = (await me.post<Node>('/panel/api/nodes/add', body)).obj.id
    placed[name] = (await addInbound(me, { remark: name, listen: '', nodeId: nodes[name] })).id
  }
  placed.here = (await addInbound(me, { remark: 'here', listen: '' })).id
  await settled()
})
afterAll(async () => {
  await t.stop()
  for (const one of [far, old, other]) await one.stop()
})

const add = async (email: string, on: readonly string[], more: object = {}) => {
  await addClient(
    me,
    { email, subId: `${email}-sub`, deviceKeys: true, ...more },
    on.map((name) => placed[name] ?? 0),
  )
}
const update = async (email: string, patch: object) => {
  expect(await me.post(`${clients}/update/${email}`, { email, ...patch })).toMatchObject({ success: true })
  await settled()
}
/** What a device dials with, by the place: the panel itself or a node. */
async function keysOf(email: string, device?: string): Promise<Record<string, string>> {
  const headers: Record<string, string> = device ? { 'x-hwid': `ID-${device}`, 'x-device-model': device } : {}
  const { status, body } = await get(`/sub/${email}-sub`, headers)
  expect(status).toBe(200)
  await settled()
  const pairs = linksIn(body).map((link) => /:\/\/([^@]+)@([a-z]+)\./.exec(link))
  return Object.fromEntries(pairs.map((found) => [found?.[2] === 'sub' ? 'here' : found?.[2], found?.[1]]))
}
/** The users of a client that a panel's core has, by name. */
async function usersOn(panel: Far, email: string): Promise<Record<string, string>> {
  const { inbounds } = await panel.get<{ inbounds: { settings: { clients?: Block[] } }[] }>(
    'server/getConfigJson',
  )
  const all = inbounds.flatMap(({ settings }) => settings.clients ?? [])
  return Object.fromEntries(
    all.filter((u) => String(u.email).split('/').at(-1) === email).map((u) => [u.email, u.id]),
  )
}
const idOf = async (email: string, device: string) =>
  (await me.post<Device[]>(`${clients}/hwids/${email}`)).obj.find(({ deviceModel }) => deviceModel === device)
    ?.id ?? 0
const queue = async (name: string) => (await me.get<NodeQueue>(`/panel/api/nodes/queue/${nodes[name]}`)).obj

describe('a node of our own kind', () => {
  it('has a key for each device that fetched, the one of its links', async () => {
    await add('ann', ['here', 'far'])
    const shared = await keysOf('ann')
    const phone = await keysOf('ann', 'phone')
    const desk = await keysOf('ann', 'desk')
    expect(Object.keys(phone).sort()).toEqual(['far', 'here'])
    expect(phone.far).toBe(phone.here)
    expect(new Set([shared.far, phone.far, desk.far]).size).toBe(3)
    const [p, d] = [await idOf('ann', 'phone'), await idOf('ann', 'desk')]
    expect(await usersOn(far, 'ann')).toEqual({
      ann: shared.far,
      [`-${p}/ann`]: phone.far,
      [`-${d}/ann`]: desk.far,
    })
    expect(await queue('far')).toEqual([])
  })

  it('what its devices move is the one client, to the byte, however often it is told', async () => {
    const [p, d] = [await idOf('ann', 'phone'), await idOf('ann', 'desk')]
    const move = async (bytes: number) => {
      fake.move('user', 'ann', bytes, 2 * bytes)
      fake.move('user', `-${p}/ann`, 10 * bytes, 20 * bytes)
      fake.move('user', `-${d}/ann`, 100 * bytes, 200 * bytes)
      await far.tick()
    }
    const bytes = async () => {
      await beat()
      await t.panel.traffic.tick()
      const { up, down } = (await me.get<ClientTraffic>(`${clients}/traffic/ann`)).obj
      return [up, down]
    }
    await move(1)
    await expect.poll(bytes, seldom).toEqual([111, 222])
    expect(await bytes()).toEqual([111, 222])
    await move(3)
    await expect.poll(bytes, seldom).toEqual([444, 888])
    expect(await bytes()).toEqual([444, 888])
    expect(await far.get('clients/list')).toHaveLength(1)
  })

  it('a key that was revoked is another one there, and the others stay', async () => {
    const [before, phone, desk] = [
      await usersOn(far, 'ann'),
      await keysOf('ann', 'phone'),
      await keysOf('ann', 'desk'),
    ]
    const p = await idOf('ann', 'phone')
    expect(await me.post(`${clients}/hwids/ann/${p}/revoke`)).toMatchObject({ success: true })
    await settled()
    const after = await usersOn(far, 'ann')
    expect(Object.values(after)).not.toContain(phone.far)
    expect(after).toEqual({ ...before, [`-${p}/ann`]: expect.anything() })
    expect(await keysOf('ann', 'desk')).toEqual(desk)
    expect((await keysOf('ann', 'phone')).far).toBe(after[`-${p}/ann`])
    await me.call('DELETE', `${clients}/hwids/ann/${p}`)
    await settled()
    expect(Object.keys(await usersOn(far, 'ann'))).toEqual(['ann', `-${await idOf('ann', 'desk')}/ann`])
  })

  it('follows the switch, a new name and new keys of the client', async () => {
    const desk = await keysOf('ann', 'desk')
    const d = await idOf('ann', 'desk')
    await update('ann', { deviceKeys: false })
    expect(Object.keys(await usersOn(far, 'ann'))).toEqual(['ann'])
    await update('ann', { deviceKeys: true, email: 'anna' })
    expect((await usersOn(far, 'anna'))[`-${d}/anna`]).toBe(desk.far)
    await update('anna', { email: 'ann' })
    const id = '11111111-2222-4333-8444-555555555555'
    await update('ann', { id })
    const renewed = await keysOf('ann', 'desk')
    expect(renewed.far).not.toBe(desk.far)
    expect(await usersOn(far, 'ann')).toEqual({ ann: id, [`-${d}/ann`]: renewed.far })
    expect(await queue('far')).toEqual([])
  })

  it('gets back what somebody took away there', async () => {
    const before = await usersOn(far, 'ann')
    await far.post('clients/update/ann', { email: 'ann', id: '99999999-2222-4333-8444-555555555555' })
    expect(Object.keys(await usersOn(far, 'ann'))).toEqual(['ann'])
    await expect.poll(() => usersOn(far, 'ann'), seldom).toEqual(before)
  })

  it('gets back the speed that somebody changed there', async () => {
    const speedOf = async () => (await far.get<{ client: Block }>('clients/get/ann')).client.speedDown
    await update('ann', { speedDown: 8_000_000 })
    expect(await speedOf()).toBe(8_000_000)
    await far.post('clients/update/ann', { email: 'ann', speedDown: 1_000 })
    await expect.poll(speedOf, seldom).toBe(8_000_000)
  })

  it('keeps the devices that it gave keys itself apart from those of the centre', async () => {
    const before = await usersOn(far, 'ann')
    for (const deviceKeys of [true, false]) {
      await far.post('clients/update/ann', { email: 'ann', deviceKeys })
      expect(await usersOn(far, 'ann')).toEqual(before)
    }
  })

  it('many clients that are new there bring their devices with them', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `many${i}`)
    for (const name of names) {
      await add(name, ['here'])
      await keysOf(name, 'tab')
    }
    const body = { emails: names, inboundIds: [placed.far] }
    expect(await me.post(`${clients}/bulkAttach`, body)).toMatchObject({ success: true })
    await settled()
    for (const name of names) {
      const tab = await keysOf(name, 'tab')
      expect(Object.values(await usersOn(far, name))).toEqual([expect.anything(), tab.far])
    }
    expect(await queue('far')).toEqual([])
  })
})

it('an inbound of a 3x-ui keeps the one key of the client for all devices', async () => {
  await add('cat', ['here', 'x'])
  const [shared, phone] = [await keysOf('cat'), await keysOf('cat', 'phone')]
  expect(phone.x).toBe(shared.x)
  expect(phone.here).not.toBe(shared.here)
  const rows = await other.list()
  const entries = rows.flatMap(({ settings }) => settings.clients as Block[])
  expect(entries.filter(({ email }) => String(email).includes('cat'))).toMatchObject([
    { email: 'cat', id: shared.x },
  ])
  expect(await queue('x')).toEqual([])
})

it('an older node goes on with the one key, and has the others once it is updated', async () => {
  await add('dan', ['here', 'old'])
  const [shared, phone] = [await keysOf('dan'), await keysOf('dan', 'phone')]
  expect([phone.old, phone.here === shared.here]).toEqual([shared.old, false])
  expect(Object.keys(await usersOn(old, 'dan'))).toEqual(['dan'])
  await me.post(`/panel/api/nodes/setEnable/${nodes.old}`, { enable: false }) // while it is updated
  isOld = false
  await me.post(`/panel/api/nodes/setEnable/${nodes.old}`, { enable: true })
  await beat()
  await expect
    .poll(async () => Object.values(await usersOn(old, 'dan')), seldom)
    .toEqual([shared.old, phone.here])
  expect((await keysOf('dan', 'phone')).old).toBe(phone.here)
})

describe('what a node cannot do is said', () => {
  const lacks = async (name: string) =>
    (await me.get<Node>(`/panel/api/nodes/get/${nodes[name]}`)).obj.lacks.map(({ coded }) => coded.code)

  it('on the node', async () => {
    expect([await lacks('x'), await lacks('far')]).toEqual([['node.no-limits', 'node.no-keys'], []])
  })

  it('in the answer of a save that it concerns, and of no other', async () => {
    const said = async (path: string, body: object) => {
      const { success, msg } = await me.post(path, body)
      expect(success).toBe(true)
      return [/Speeds, slow/.test(msg), /share one key/.test(msg)]
    }
    const client = { email: 'eve', speedDown: 1_000_000 }
    expect(await said(`${clients}/add`, { client, inboundIds: [placed.far] })).toEqual([false, false])
    expect(await said(`${clients}/eve/attach`, { inboundIds: [placed.x] })).toEqual([true, false])
    expect(await said(`${clients}/update/eve`, { email: 'eve', deviceKeys: true })).toEqual([true, true])
    expect(await said(`${clients}/update/eve`, { email: 'eve', speedDown: 0 })).toEqual([false, true])
    expect(await said(`${clients}/update/eve`, { email: 'eve', deviceKeys: false })).toEqual([false, false])
    const inbound = (await me.get<{ protocol: string; port: number }>(`/panel/api/inbounds/get/${placed.x}`))
      .obj
    const path = `/panel/api/inbounds/update/${placed.x}`
    const { protocol, port } = inbound
    expect(await said(path, { protocol, port, speedDown: 5_000_000 })).toEqual([true, false])
    expect(await said(`${clients}/update/eve`, { email: 'eve', comment: 'x' })).toEqual([false, false])
    expect(await said(path, { protocol, port, speedDown: 0 })).toEqual([false, false])
  })
})
