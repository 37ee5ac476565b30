import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Block, Inbound } from '#contract/inbound.ts'
import type { Node, NodeQueue } from '#contract/node.ts'
import { type Far, ourPanel, threeXui } from '#test/far-node.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { addClient, clients, inbounds, recordOf } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { subscriberOf } from '#test/subscriber.ts'

// Clients of MASQUE inbounds on nodes (ADR 147).

let t: ServedPanel
let me: Visitor
let far: Far
let other: Far
const nodes: Record<string, number> = {}

const settled = async () => {
  await Promise.all(await t.panel.fleet.workers.wakeAll())
}
const compared = async () => {
  for (const job of t.panel.fleet.jobs) await job.run(new AbortController().signal)
  await settled()
}
beforeAll(async () => {
  far = await ourPanel()
  other = await threeXui()
  const hosts = { 'far.example.com': far.host, 'x.example.com': other.host }
  t = await servedPanel({}, { egress: createNodeNet(hosts).egress })
  me = await t.login()
  for (const [name, { token }] of Object.entries({ far, x: other })) {
    const body = { name, address: `${name}.example.com`, port: 443, apiToken: token }
    nodes[name] = (await me.post<Node>('/panel/api/nodes/add', body)).obj.id
  }
  await compared()
  expect(await me.post('/panel/api/setting/update', { subJsonEnable: true })).toMatchObject({ success: true })
})
afterAll(async () => {
  await t.stop()
  for (const one of [far, other]) await one.stop()
})

const { protocol, settings, streamSettings } = cellInbound({
  ...{ protocol: 'masque', network: 'masque', security: 'tls' },
})
const place = (node: string) =>
  me.post<Inbound>(`${inbounds}/add`, {
    ...{ protocol, settings, streamSettings, remark: 'Tunnel', listen: '', port: 24_443 },
    nodeId: nodes[node],
  })
const usersThere = async (): Promise<Block[]> => {
  const { inbounds: all } = await far.get<{
    inbounds: { protocol: string; settings: { clients?: Block[] } }[]
  }>('server/getConfigJson')
  return all.filter((one) => one.protocol === 'masque').flatMap((one) => one.settings.clients ?? [])
}

it('a node of our kind has its clients with their passwords, and follows every change', async () => {
  const reply = await place('far')
  expect(reply, reply.msg).toMatchObject({ success: true })
  await addClient(me, { email: 'zoe', subId: 'zoe-sub' }, [reply.obj.id])
  await compared()
  const { password = '' } = (await recordOf(me, 'zoe')) ?? {}
  expect(await usersThere()).toEqual([{ email: 'zoe', pass: password }])
  const { body } = await subscriberOf(t.subPort)('/json/zoe-sub')
  expect(JSON.parse(body).outbounds[0]).toMatchObject({
    ...{ protocol: 'masque', settings: { address: 'far.example.com', port: 24_443 } },
    streamSettings: { masqueSettings: { user: 'zoe', pass: password } },
  })
  await me.post(`${clients}/update/zoe`, { email: 'zoe', password: 'own' })
  await compared()
  expect(await usersThere()).toEqual([{ email: 'zoe', pass: 'own' }])
  await me.post(`${clients}/update/zoe`, { email: 'zoe', enable: false })
  await compared()
  expect(await usersThere()).toEqual([])
  expect((await me.get<NodeQueue>(`/panel/api/nodes/queue/${nodes.far}`)).obj).toEqual([])
})

it('a 3x-ui node is refused, and gets nothing', async () => {
  expect(await place('x')).toMatchObject({
    success: false,
    field: 'nodeId',
    code: 'inbound.masque-node-other',
  })
  await compared()
  expect(await other.list()).toEqual([])
})
