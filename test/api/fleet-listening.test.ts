import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { blankNode } from '#domain/nodes/node.ts'
import { createSluiceCalls } from '#server/fleet/adapters/sluice-calls.ts'
import { createNodeCalls } from '#server/fleet/registry/calls.ts'
import { createLine } from '#server/platform/egress/hop.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { FakeSocket } from '#test/fixtures/fake-socket.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// Two panels with a real connection between them, and a counter of its bytes in the middle.

let far: TestPanel
let there: Visitor
let centre: TestPanel
let me: Visitor
let node: Node
let token: string
let middle: Server
const lines = new Set<Socket>()
let bytes = 0

/** Every byte that passes is counted. */
const passOn = (port: number) =>
  createServer((from) => {
    const to = connect(port, '127.0.0.1')
    for (const [a, b] of [
      [from, to],
      [to, from],
    ] as const) {
      lines.add(a)
      a.on('data', (part: Buffer) => {
        bytes += part.length
        b.write(part)
      })
      a.on('error', () => b.destroy())
      a.on('close', () => {
        lines.delete(a)
        b.destroy()
      })
    }
  })

const beat = async () => {
  for (const job of centre.panel.fleet.jobs) await job.run(new AbortController().signal)
}
const shown = async () => (await me.get<Node>(`/panel/api/nodes/get/${node.id}`)).obj

beforeAll(async () => {
  const port = await freePort()
  far = await testPanel({ SLUICE_PORT: String(port), SLUICE_SUB_PORT: String(await freePort()) })
  await far.panel.start()
  there = await far.login()
  const made = await there.post<{ token: string }>('/panel/setting/apiTokens/create', { name: 'centre' })
  middle = passOn(port)
  await new Promise<void>((resolve) => middle.listen(0, '127.0.0.1', resolve))
  const address = middle.address() as { port: number }
  centre = await testPanel({}, { egress: createEgress() })
  me = await centre.login()
  token = made.obj.token
  const body = { name: 'far', scheme: 'http', address: '127.0.0.1', port: address.port }
  const added = await me.post<Node>('/panel/api/nodes/add', {
    ...body,
    apiToken: token,
    allowPrivateAddress: true,
  })
  expect([added.success, added.obj?.status]).toEqual([true, 'online'])
  node = added.obj
  await beat()
})
afterAll(async () => {
  await centre.stop()
  for (const line of lines) line.destroy()
  middle.close()
  await far.stop()
})

it('an edit reaches the node, and its bytes reach the centre, while nobody asks', async () => {
  const made = await me.post<Inbound>('/panel/api/inbounds/add', {
    protocol: 'vless',
    port: await freePort(),
    nodeId: node.id,
    settings: { clients: [{ email: 'ann' }], decryption: 'none' },
  })
  expect(made.success).toBe(true)
  await expect.poll(async () => (await there.get('/panel/api/clients/traffic/ann')).success).toBe(true)
  await expect.poll(async () => (await shown()).behind).toBe(0)
  expect(centre.panel.fleet.workers.isListening(node.id)).toBe(true)
  await there.post('/panel/api/clients/updateTraffic/ann', { upload: 30, download: 40 })
  await expect
    .poll(async () => {
      await centre.panel.traffic.tick()
      return (await me.get('/panel/api/clients/traffic/ann')).obj
    })
    .toMatchObject({ up: 30, down: 40 })
})

it('browsers are told when the node has what it lacked, while nobody asks it', async () => {
  const socket = new FakeSocket()
  centre.panel.hub.add(socket, { userId: 1, sessionId: 'a', epoch: 0, expiresAt: Date.now() + 1e9 })
  const { success } = await me.post('/panel/api/clients/update/ann', { email: 'ann', comment: 'paid' })
  expect(success).toBe(true)
  const told = () => socket.frames().findLast(({ type }) => type === 'nodes')?.payload
  await expect.poll(told).toMatchObject([{ id: node.id, behind: 0 }])
  socket.terminate()
})

it('the node says on which inbound its clients are online', async () => {
  const add = async (email: string) => {
    const port = await freePort()
    const settings = { clients: [{ email }], decryption: 'none' }
    const body = { protocol: 'vless', port, nodeId: node.id, settings }
    return (await me.post<Inbound>('/panel/api/inbounds/add', body)).obj.id
  }
  const used = await add('bob')
  const unused = await add('eve')
  const both = { inboundIds: [used, unused] }
  expect((await me.post('/panel/api/clients/add', { client: { email: 'two' }, ...both })).success).toBe(true)
  await expect.poll(async () => (await there.get('/panel/api/clients/traffic/two')).success).toBe(true)
  await expect.poll(async () => (await shown()).behind).toBe(0)
  const counts = async () => (await me.get('/panel/api/inbounds/onlineCounts')).obj
  const online = async (...emails: string[]) => {
    far.panel.presence.moved(emails, Date.now())
    await far.panel.traffic.tick()
  }
  await online('bob', 'two') // which of its inbounds "two" uses is not known without a core
  await expect.poll(counts).toEqual([{ id: used, online: 1 }])
  expect((await me.get<string[]>('/panel/api/clients/onlines')).obj.toSorted()).toEqual(['bob', 'two'])
  // What disconnects people says how many: the inbound's own, and nobody if only this panel's core restarts.
  const review = (id: number) => me.post(`/panel/api/inbounds/review/${id}`, { protocol: 'vless', port: 1 })
  expect((await review(used)).obj).toMatchObject({ reconnects: 1, clients: 2 })
  expect((await review(unused)).obj).toMatchObject({ reconnects: 0, clients: 2 })
  const template = JSON.stringify({ outbounds: [{ protocol: 'freedom', tag: 'direct' }] })
  const preview = await me.post('/panel/api/core/preview', { template })
  expect(preview.obj).toMatchObject({ impact: { online: 0 } })
  far.advance(60_000)
  await online()
  await expect.poll(counts).toEqual([])
})

it('what the node changes by itself is repaired without a look at the whole node', async () => {
  await there.post('/panel/api/clients/update/ann', { email: 'ann', limitIp: 9 })
  await expect
    .poll(
      async () =>
        (await there.get<{ client: { limitIp: number } }>('/panel/api/clients/get/ann')).obj.client.limitIp,
    )
    .toBe(0)
})

it('costs less than a kilobyte each 25 seconds while nothing happens, headers included', async () => {
  await expect.poll(async () => (await shown()).behind).toBe(0)
  const line = createLine()
  const { port } = middle.address() as { port: number }
  const fields = { ...blankNode, scheme: 'http' as const, address: '127.0.0.1', port, apiToken: token }
  const call = createNodeCalls(createEgress(), centre.panel.settings)
  const calls = createSluiceCalls(
    call,
    { ...fields, allowPrivateAddress: true },
    new AbortController().signal,
    line,
  )
  const { epoch, seq } = await calls.report('', 0)
  const before = bytes
  const idle = await calls.report(`${epoch}.${seq}`, 0)
  expect(Object.keys(idle).sort()).toEqual(['epoch', 'load', 'seq'])
  expect(bytes - before).toBeGreaterThan(100)
  expect(bytes - before).toBeLessThan(1_024)
  line.close()
  const atRest = bytes
  await beat()
  expect(bytes - atRest).toBeLessThan(1_024) // the jobs ask for nothing; the call that waits may just begin
  expect(await shown()).toMatchObject({ status: 'online', guid: node.guid, panelVersion: node.panelVersion })
})

it('a node that is away is seen by the next beat, and listened to again when it is back', async () => {
  const { port } = middle.address() as { port: number }
  await new Promise<void>((resolve) => {
    middle.close(() => resolve())
    for (const line of lines) line.destroy()
  })
  await expect.poll(() => centre.panel.fleet.workers.isListening(node.id)).toBe(false)
  await beat()
  expect(await shown()).toMatchObject({ status: 'offline' })
  await new Promise<void>((resolve) => middle.listen(port, '127.0.0.1', resolve))
  await beat()
  expect(await shown()).toMatchObject({ status: 'online' })
  expect(centre.panel.fleet.workers.isListening(node.id)).toBe(true)
})
