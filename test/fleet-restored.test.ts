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
  const { workers } = centre.start(
    (...call) => {
      calls++
      return net.call(...call)
    },
    'nothing',
    '3x-ui',
  )
  const after = async (ms: number) => {
    centre.advance(ms)
    await Promise.all(await workers.wakeAll())
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

it('a deleted client that a backup brings back gives way to the one that has its name now', async () => {
  await centre.empty()
  const node = createFakeNode('a')
  const { id: nodeId } = await centre.db.write((tx) =>
    tx
      .insertInto('nodes')
      .values({ name: 'a', address: 'a', port: 443, api_token: 't', guid: 'a' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const net = createNetwork(createRandom(1), new Map([['a', node]]))
  const { workers } = centre.start(net.call, 'nothing', '3x-ui')
  const settled = async () => {
    for (let n = 0; n < 3; n++) await Promise.all(await workers.wakeAll())
  }
  const inbound = { protocol: 'vless', port: 10_001, nodeId, settings: { decryption: 'none' } } as const
  const inboundIds = [await centre.inbounds.add(inbound, centre.by)]
  for (const email of ['ann', 'bob']) await centre.clients.add({ client: { email }, inboundIds }, centre.by)
  await settled()
  const old = node.clients.get('ann')?.fields.id
  const restore = node.backup()
  await centre.clients.del('ann', false, centre.by)
  await centre.clients.update('bob', { email: 'bill' }, centre.by)
  await settled()
  for (const email of ['ann', 'bob']) await centre.clients.add({ client: { email }, inboundIds }, centre.by)
  await settled()
  const wanted = await centre.db.read.selectFrom('clients').select(['email', 'uuid']).execute()
  const has = () => [...node.clients.values()].map(({ fields: { email, id } }) => `${email} ${id}`).sort()
  const should = wanted.map(({ email, uuid }) => `${email} ${uuid}`).sort()
  expect([has(), should.length]).toEqual([should, 3])

  restore()
  expect(node.clients.get('ann')?.fields.id).toBe(old)
  await settled()
  expect(has()).toEqual(should)
  expect(await centre.db.read.selectFrom('fleet_log').selectAll().execute()).toEqual([])

  // One of the node's own, which is on an inbound of its own too, only loses ours.
  const own = { tag: 'own', enable: 'true', port: '1', protocol: 'vless', settings: '{}' }
  node.call('inbounds/add', new URLSearchParams(own).toString())
  node.call('clients/del/ann', undefined)
  const client = { email: 'ann', subId: 'of the node', id: 'x', enable: true, totalGB: 0 }
  node.call('clients/add', JSON.stringify({ client, inboundIds: [...node.inbounds.keys()] }))
  await settled()
  expect(node.clients.get('ann')?.fields.id).toBe('x')
  expect([...(node.clients.get('ann')?.on ?? [])]).toEqual([
    [...node.inbounds.values()].find(({ tag }) => tag === 'own')?.id,
  ])
  const log = await centre.db.read.selectFrom('fleet_log').select('error').execute()
  expect(log.map(({ error }) => JSON.parse(error).code)).toEqual(['fleet.client-foreign'])
})
