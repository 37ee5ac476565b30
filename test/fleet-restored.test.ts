import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFakeNode } from './fixtures/fake-node.ts'
import { type Centre, createCentre } from './fleet/centre.ts'
import { createNetwork } from './fleet/network.ts'
import { createRandom } from './random.ts'

const hour = 3_600_000

let centre: Centre
beforeAll(async () => {
  centre = await createCentre()
})
afterAll(() => centre.stop())

it('an inbound that was deleted days ago does not come back with a backup of its node', async () => {
  const node = createFakeNode('a')
  const tags = () => [...node.inbounds.values()].map(({ tag }) => tag)
  const { id: nodeId } = await centre.db.write((tx) =>
    tx
      .insertInto('nodes')
      .values({ name: 'a', address: 'a', port: 443, api_token: 't', guid: 'a' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  let calls = 0
  const net = createNetwork(createRandom(1), new Map([['a', node]]))
  const { fleet } = centre.start(
    (...call) => {
      calls++
      return net.call(...call)
    },
    'nothing',
    '3x-ui',
  )
  const after = async (ms: number) => {
    centre.advance(ms)
    await Promise.all(await fleet.wakeAll())
  }
  const id = await centre.inbounds.add(
    { protocol: 'vless', port: 10_000, nodeId, settings: { decryption: 'none' } },
    centre.by,
  )
  await centre.clients.add({ client: { email: 'ann' }, inboundIds: [id] }, centre.by)
  await after(0)
  expect([tags(), node.clients.size]).toEqual([['inbound-10000'], 1])
  const restore = node.backup()
  await centre.edits.del([id], centre.by)
  await after(0)
  expect(tags()).toEqual([])

  for (let n = 0; n < 48; n++) await after(hour + 1)
  const before = calls
  await after(5_000)
  expect(calls - before).toBe(0) // nothing of ours is on it: it is asked once an hour
  restore()
  expect(tags()).toEqual(['inbound-10000'])
  await after(hour + 1)
  expect(tags()).toEqual([])

  // The node's own, under the same tag.
  const own = { tag: 'inbound-10000', enable: 'true', port: '10000', protocol: 'vless', settings: '{}' }
  node.call('inbounds/add', new URLSearchParams(own).toString())
  await after(hour + 1)
  expect(tags()).toEqual(['inbound-10000'])

  node.call(`inbounds/del/${[...node.inbounds.keys()][0]}`, undefined)
  await after(31 * 24 * hour)
  const last = calls
  await after(hour + 1)
  expect([
    calls - last,
    (await centre.db.read.selectFrom('node_inbounds').selectAll().execute()).length,
  ]).toEqual([0, 0])
})
