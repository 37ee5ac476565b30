import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TrafficEvent } from '#contract/events.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { hostOf } from '#test/far-node.ts'
import { createFakeNode } from '#test/fixtures/fake-node.ts'
import { FakeSocket } from '#test/fixtures/fake-socket.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// What browsers see of the inbounds of a node while it works; the node is a 3x-ui.

const far = createFakeNode()
let t: TestPanel
let me: Visitor
let node: number
beforeAll(async () => {
  const net = createNodeNet({ 'far.example.com': hostOf(far) })
  t = await testPanel({}, { egress: net.egress })
  me = await t.login()
  const body = { name: 'far', address: 'far.example.com', port: 443, apiToken: 'any' }
  node = (await me.post<Node>('/panel/api/nodes/add', body)).obj.id
})
afterAll(() => t.stop())

const round = async () => {
  await Promise.all(await t.panel.fleet.workers.wakeAll())
  await t.panel.traffic.tick()
}
async function inbound() {
  const body = { protocol: 'vless', port: await freePort(), nodeId: node, settings: { decryption: 'none' } }
  return (await me.post<Inbound>('/panel/api/inbounds/add', body)).obj
}

it('shows who is online on which inbound, and what each carries now', async () => {
  const [used, unused] = [await inbound(), await inbound()]
  for (const [email, inboundIds] of [
    ['ann', [used.id, unused.id]],
    ['bob', [used.id]],
  ] as const)
    await me.post('/panel/api/clients/add', { client: { email }, inboundIds })
  await round()
  const counts = async () => {
    t.advance(3_000)
    return (await me.get('/panel/api/inbounds/onlineCounts')).obj
  }
  far.online.add('ann').add('bob')
  await round()
  expect(await counts()).toEqual([{ id: used.id, online: 1 }]) // ann may be on either

  const socket = new FakeSocket()
  t.panel.hub.add(socket, { userId: 1, sessionId: 'a', epoch: 0, expiresAt: Date.now() + 1e9 })
  far.meter('ann', 100, 2_000)
  await round()
  expect(await counts()).toEqual([{ id: used.id, online: 2 }])
  const frame = <T>(kind: string) => socket.frames().findLast(({ type }) => type === kind)?.payload as T
  await expect
    .poll(() => frame<TrafficEvent>('traffic')?.traffics)
    .toEqual([{ IsInbound: true, IsOutbound: false, Tag: used.tag, Up: 100, Down: 2_000, onNode: true }])
  await expect
    .poll(() => frame('client_stats'))
    .toMatchObject({
      inbounds: [{ id: used.id, up: 100, down: 2_000 }],
    })
  socket.terminate()
})
