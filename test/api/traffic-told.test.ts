import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { FakeSocket } from '#test/fixtures/fake-socket.ts'
import { addClient, addInbound, clients, type ListedInbound } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'
import { deadlineMs, until } from '#test/until.ts'

let t: MeteredPanel
let me: Visitor
let inbound: ListedInbound
const sent: { url: string; body: unknown; timeoutMs: number | undefined }[] = []
let answer: () => Promise<void> = async () => {}
const refused = () => Promise.reject(new Error('nowhere to go'))
const door: Egress = {
  async safeFetch(url, options = {}) {
    sent.push({ url, body: JSON.parse(String(options.body)), timeoutMs: options.timeoutMs })
    await answer()
    return {
      status: 200,
      headers: new Map(),
      bytes: new Uint8Array(),
      text: () => '',
      json: async () => null,
    }
  },
  safeDownload: refused,
  checkUrl: async () => {},
}
beforeAll(async () => {
  t = await meteredPanel({ egress: door })
  me = await t.login()
  inbound = await addInbound(me)
  for (const email of ['ann', 'bob']) await addClient(me, { email, totalGB: 1_000 }, [inbound.id])
})
afterAll(() => t.stop())

function watch() {
  const socket = new FakeSocket()
  const identity = { userId: 1, sessionId: 'a', epoch: 0, expiresAt: Date.now() + 1e9 }
  t.panel.hub.add(socket, identity)
  return {
    frames: () => socket.frames(),
    /** Waits for a frame of each of these types after the first `skipped`; the hub batches those of one kind. */
    has: (types: string[], skipped = 0) =>
      until(`frames: ${types}`, () => {
        const seen = socket.frames().slice(skipped)
        return types.every((type) => seen.some((frame) => frame.type === type))
      }),
    close: () => socket.terminate(),
  }
}

it('a socket starts with the full set and then gets only what moved', async () => {
  const browser = watch()
  await browser.has(['client_stats'])
  const first = browser.frames().find((f) => f.type === 'client_stats')
  expect(first?.payload).toMatchObject({
    snapshot: true,
    clients: [{ email: 'ann' }, { email: 'bob' }],
    inbounds: [{ id: inbound.id, up: 0, down: 0, total: 0, enable: true }],
  })
  const before = browser.frames().length
  t.fake.move('user', 'ann', 5, 7)
  t.fake.move('inbound', inbound.tag, 5, 7)
  t.fake.move('outbound', 'direct', 1, 2)
  await t.tick()
  await browser.has(['traffic', 'client_stats', 'outbounds'], before)
  const frames = browser.frames().slice(before)
  const of = (type: string) => frames.filter((f) => f.type === type).map((f) => f.payload)
  expect(of('traffic')).toMatchObject([
    {
      traffics: [
        { IsInbound: true, IsOutbound: false, Tag: inbound.tag, Up: 5, Down: 7 },
        { IsInbound: false, IsOutbound: true, Tag: 'direct', Up: 1, Down: 2 },
      ],
      clientTraffics: [{ email: 'ann', up: 5, down: 7 }],
      lastOnlineMap: { ann: expect.any(Number) },
    },
  ])
  expect(of('client_stats')).toMatchObject([
    {
      clients: [{ email: 'ann', up: 5, down: 7, total: 1_000 }],
      inbounds: [{ id: inbound.id, up: 5, down: 7 }],
    },
  ])
  expect(of('outbounds')).toMatchObject([[{ tag: 'direct', up: 1, down: 2, total: 3 }]])
  expect(of('invalidate')).toEqual([])
  t.fake.move('user', 'ann', 2_000)
  await t.tick()
  await expect
    .poll(() => browser.frames())
    .toContainEqual(expect.objectContaining({ type: 'invalidate', payload: { type: 'clients' } }))
  browser.close()
})

it('the external notification never delays a tick, and nothing is sent twice', async () => {
  const all = (await me.post<object>('/panel/api/setting/all')).obj
  const uri = 'https://receiver.example/traffic'
  const saved = await me.post('/panel/setting/update', {
    ...all,
    externalTrafficInformEnable: true,
    externalTrafficInformURI: uri,
  })
  expect(saved).toMatchObject({ success: true })
  sent.length = 0
  t.fake.move('user', 'bob', 1)
  await t.tick()
  await t.tick()
  expect(sent).toMatchObject([
    {
      url: uri,
      timeoutMs: 3_000,
      body: { clientTraffics: [{ email: 'bob', up: 1 }], inboundTraffics: null },
    },
  ])
  let free = () => {}
  answer = () =>
    new Promise((done) => {
      free = done
    })
  for (const bytes of [2, 3]) {
    t.fake.move('user', 'bob', bytes)
    await t.tick() // returns although the receiver does not answer
  }
  expect(sent.slice(1)).toMatchObject([{ body: { clientTraffics: [{ email: 'bob', up: 2 }] } }])
  t.fake.move('user', 'bob', 10)
  t.fake.move('inbound', inbound.tag, 1, 1)
  await t.tick()
  answer = async () => {}
  free()
  await vi.waitFor(() => expect(sent).toHaveLength(3), deadlineMs)
  // The sum of what moved meanwhile.
  expect(sent[2]?.body).toMatchObject({
    clientTraffics: [{ email: 'bob', up: 13 }],
    inboundTraffics: [{ Tag: inbound.tag, IsInbound: true, Up: 1, Down: 1 }],
  })
  answer = () => Promise.reject(new Error('it fell over'))
  t.fake.move('user', 'bob', 4)
  await vi.waitFor(async () => {
    await t.tick()
    expect(sent).toHaveLength(4)
  }, deadlineMs)
  await t.tick()
  await t.tick()
  expect(sent.slice(3)).toMatchObject([{ body: { clientTraffics: [{ email: 'bob', up: 4 }] } }])
  expect((await me.get(`${clients}/traffic/bob`)).obj).toMatchObject({ up: 20 })
})

it('the last bytes of a core are sent too, and a stop waits for the receiver', async () => {
  let free = () => {}
  answer = () =>
    new Promise((done) => {
      free = done
    })
  sent.length = 0
  t.fake.move('user', 'bob', 5)
  await t.tick()
  t.fake.move('user', 'bob', 6)
  await t.lastReading()
  t.fake.stop()
  const stopped = t.panel.traffic.stop()
  answer = async () => {}
  free()
  await stopped
  const told = sent.map(({ body }) => (body as { clientTraffics: { up: number }[] }).clientTraffics[0]?.up)
  expect(told).toEqual([5, 6])
})
