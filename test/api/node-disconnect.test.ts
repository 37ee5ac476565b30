import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { type Far, hostOf, ourPanel } from '#test/far-node.ts'
import { createFakeNode } from '#test/fixtures/fake-node.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// A client on a node of our own kind and on a 3x-ui: the first ends its connections, the second cannot.

let t: TestPanel
let me: Visitor
let ours: Far
const other = createFakeNode()
const kicks: string[] = []
let net: ReturnType<typeof createNodeNet>
beforeAll(async () => {
  ours = await ourPanel()
  net = createNodeNet({
    'ours.example.com': async (path, options) => {
      if (!path.includes('/kick/')) return ours.host(path, options)
      kicks.push(path)
      const { status, text } = await ours.host(path, options)
      // Nobody is connected to a panel without a core: it says that it ended two.
      return { status, text: text.replace('"ended":0', '"ended":2') }
    },
    'other.example.com': hostOf(other),
  })
  t = await testPanel({}, { egress: net.egress })
  me = await t.login()
  const inboundIds: number[] = []
  for (const name of ['ours', 'other']) {
    const node = {
      name,
      address: `${name}.example.com`,
      port: 443,
      apiToken: name === 'ours' ? ours.token : 'x',
    }
    const { obj } = await me.post<Node>('/panel/api/nodes/add', node)
    const inbound = { protocol: 'vless', port: await freePort(), nodeId: obj.id, settings: { clients: [] } }
    inboundIds.push((await me.post<Inbound>('/panel/api/inbounds/add', inbound)).obj.id)
  }
  const added = await me.post('/panel/api/clients/add', { client: { email: 'ann@far' }, inboundIds })
  expect(added).toMatchObject({ success: true })
  await settled()
})
afterAll(async () => {
  await t.stop()
  await ours.stop()
})

const settled = async () => {
  await Promise.all(await t.panel.fleet.workers.wakeAll())
}
interface Kicked {
  ended: number
  nodes?: { name: string; ended: number; errorCoded?: { code: string } }[]
}
const kick = async () => (await me.post<Kicked>('/panel/api/clients/kick/ann%40far')).obj

it('passes it on to nodes of our own kind, which note it too', async () => {
  expect(await kick()).toMatchObject({ ended: 2, nodes: [{ name: 'ours', ended: 2 }] })
  expect(kicks).toEqual(['/panel/api/clients/kick/ann%40far'])
  const trail = await ours.host('/panel/api/audit?action=client.kick', { method: 'GET' })
  expect(trail.text).toContain('ann@far')
})

it('says so where a client is online on a node that cannot, or that does not answer', async () => {
  other.online.add('ann@far')
  await settled()
  expect((await kick()).nodes).toMatchObject([
    { name: 'ours', ended: 2 },
    { name: 'other', ended: 0, errorCoded: { code: 'node.cannot-kick' } },
  ])
  net.down.add('ours.example.com')
  expect((await kick()).nodes?.[0]).toMatchObject({
    name: 'ours',
    ended: 0,
    errorCoded: { code: 'egress.unreachable' },
  })
})
