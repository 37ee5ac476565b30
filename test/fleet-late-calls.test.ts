import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { NodeSaidNo } from '#server/fleet/registry/calls.ts'
import { createFakeNode } from './fixtures/fake-node.ts'
import { type AnyNode, createFakeSluiceNode } from './fixtures/fake-sluice-node.ts'
import { type Centre, createCentre } from './fleet/centre.ts'
import type { NodeKind } from './fleet/history.ts'
import { createNetwork } from './fleet/network.ts'
import { createRandom } from './random.ts'

const hour = 3_600_000

let centre: Centre
beforeAll(async () => {
  centre = await createCentre()
})
afterAll(() => centre.stop())
beforeEach(() => centre.empty())

/** One node with one inbound, and calls to it that can be given up and arrive later. */
async function start(kind: NodeKind) {
  const node: AnyNode = kind === 'sluice' ? createFakeSluiceNode('a') : createFakeNode('a')
  const { id: nodeId } = await centre.db.write((tx) =>
    tx
      .insertInto('nodes')
      .values({
        ...{ name: 'a', address: 'a', port: 443, api_token: 't', guid: 'a' },
        fleet: kind === 'sluice' ? 2 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const net = createNetwork(createRandom(1), new Map([['a', node]]))
  let givesUp = false
  const late: (() => Promise<unknown>)[] = []
  const call: typeof net.call = async (...args) => {
    const [{ address: host }, , path] = args
    if (!givesUp || !/^(clients\/(add|update|.*\/attach)|inbounds\/add|fleet\/apply)/.test(path))
      return net.call(...args)
    late.push(() => net.call(...args))
    throw new Refusal('egress.too-slow', { host, seconds: 10 })
  }
  const panel = centre.start(call, 'nothing', kind)
  async function settle(): Promise<void> {
    for (let n = 0; n < 3; n++) {
      await panel.workers.wake(nodeId)
      await centre.tick(panel, 'nothing')
    }
  }
  const addInbound = (port: number) =>
    centre.inbounds.add({ protocol: 'vless', port, nodeId, settings: { decryption: 'none' } }, centre.by)
  const inboundIds = [await addInbound(10_000)]
  await settle()
  return {
    node,
    settle,
    addInbound,
    /** A round whose calls are given up. */
    async giveUp(): Promise<void> {
      givesUp = true
      await panel.workers.wake(nodeId)
      givesUp = false
      expect(late.length).toBeGreaterThan(0)
    },
    async arrive(): Promise<void> {
      for (const one of late.splice(0))
        await one().catch((error: unknown) => {
          if (!(error instanceof NodeSaidNo)) throw error // the node may refuse it by now
        })
    },
    add: (email: string, ids = inboundIds) =>
      centre.clients.add({ client: { email }, inboundIds: ids }, centre.by),
    attach: (email: string, ids = inboundIds) => centre.clients.attach(email, ids, centre.by),
    detach: (email: string, ids = inboundIds) => centre.clients.detach(email, ids, centre.by),
    /** Clients that can connect. */
    working: () =>
      [...node.clients.values()].filter(({ on }) => on.size > 0).map(({ fields }) => fields.email),
    async counted(email: string): Promise<number | undefined> {
      const query = centre.db.read.selectFrom('client_traffics').select(['up', 'down'])
      const row = await query.where('email', '=', email).executeTakeFirst()
      return row && row.up + row.down
    },
    async behind(): Promise<number> {
      return (await centre.db.read.selectFrom('fleet_log').selectAll().execute()).length
    },
  }
}

const remembered = async () =>
  (await centre.db.read.selectFrom('node_client_traffics').selectAll().execute()).length

describe.each<NodeKind>(['3x-ui', 'sluice'])('a late call to a %s node', (kind) => {
  it('adds a client that was detached since: its bytes count, and it is removed again', async () => {
    const world = await start(kind)
    await world.add('ann')
    await world.giveUp()
    await world.detach('ann')
    await world.settle()
    await world.arrive()
    expect(world.working()).toEqual(['ann'])
    world.node.meter('ann', 7, 3)
    await world.settle()
    expect([world.working(), await world.counted('ann'), await world.behind()]).toEqual([[], 10, 0])

    centre.advance(hour + 1)
    await world.settle()
    expect(await remembered()).toBe(0)
  })

  it('adds a client anew that was sent again, used and detached since', async () => {
    const world = await start(kind)
    await world.add('ann')
    await world.giveUp()
    await world.settle()
    world.node.meter('ann', 30, 20)
    await world.settle()
    await world.detach('ann')
    await world.settle()
    expect([world.working(), await world.counted('ann')]).toEqual([[], 50])
    await world.arrive()
    world.node.meter('ann', 70, 3)
    await world.settle()
    expect([world.working(), await world.counted('ann'), await world.behind()]).toEqual([[], 123, 0])

    await world.attach('ann')
    await world.settle()
    world.node.meter('ann', 4, 4)
    await world.settle()
    expect([world.working(), await world.counted('ann')]).toEqual([['ann'], 131])
  })

  it('adds a client that is attached again before the node is compared', async () => {
    const world = await start(kind)
    await world.add('ann')
    await world.giveUp()
    await world.detach('ann')
    await world.settle()
    await world.arrive()
    world.node.meter('ann', 7, 3)
    await world.attach('ann')
    await world.settle()
    world.node.meter('ann', 1, 1)
    await world.settle()
    expect([world.working(), await world.counted('ann'), await world.behind()]).toEqual([['ann'], 12, 0])
  })

  it('attaches a client that left the node since', async () => {
    const world = await start(kind)
    await world.add('ann')
    const other = await world.addInbound(10_001)
    await world.settle()
    world.node.meter('ann', 30, 20)
    await world.attach('ann', [other])
    await world.giveUp()
    await world.detach('ann')
    await world.detach('ann', [other])
    await world.settle()
    await world.arrive()
    // A 3x-ui refuses to attach a client that it does not have.
    const used = world.node.meter('ann', 7, 3) ? 10 : 0
    expect(used).toBe(kind === 'sluice' ? 10 : 0)
    await world.settle()
    expect([world.working(), await world.counted('ann'), await world.behind()]).toEqual([[], 50 + used, 0])
  })

  it('adds an inbound that was deleted since, with a client or without', async () => {
    const world = await start(kind)
    const other = await world.addInbound(10_001)
    await world.add('ann', [other])
    await world.giveUp()
    await centre.edits.del([other], centre.by)
    await world.settle()
    await world.arrive()
    expect(world.node.inbounds.size).toBe(2)
    const used = world.node.meter('ann', 7, 3) ? 10 : 0
    expect(used).toBe(kind === 'sluice' ? 10 : 0)
    await world.settle()
    expect([world.node.inbounds.size, world.working(), await world.behind()]).toEqual([1, [], 0])
    expect(await world.counted('ann')).toBe(used)
  })

  it('renames a client that was renamed back since: its bytes count, and its counter stays', async () => {
    const world = await start(kind)
    await world.add('ann')
    await world.settle()
    world.node.meter('ann', 30, 20)
    await centre.clients.update('ann', { email: 'eva' }, centre.by)
    await world.giveUp()
    await world.settle()
    await centre.clients.update('eva', { email: 'ann' }, centre.by)
    await world.settle()
    expect([world.working(), await world.counted('ann')]).toEqual([['ann'], 50])
    await world.arrive()
    expect(world.working()).toEqual(['eva'])
    world.node.meter('eva', 7, 3)
    await world.settle()
    world.node.meter('ann', 1, 1)
    await world.settle()
    expect([world.working(), await world.counted('ann'), await world.behind()]).toEqual([['ann'], 62, 0])
    expect([...world.node.clients.keys()]).toEqual(['ann'])
  })

  it('renamed a client that was renamed back since, to a name that another one has by now', async () => {
    const world = await start(kind)
    await world.add('ann')
    await world.settle()
    await centre.clients.update('ann', { email: 'eva' }, centre.by)
    await world.giveUp()
    await world.settle()
    await centre.clients.update('eva', { email: 'ann' }, centre.by)
    await world.settle()
    await world.add('eva')
    await world.settle()
    world.node.meter('eva', 7, 3)
    await world.settle()
    expect([await world.counted('ann'), await world.counted('eva')]).toEqual([0, 10])
    await world.arrive()
    await world.settle()
    expect([world.working().sort(), await world.behind()]).toEqual([['ann', 'eva'], 0])
  })

  it('concerned a client whose name another one has by now', async () => {
    const world = await start(kind)
    await world.add('ann')
    await world.giveUp()
    await world.detach('ann')
    await world.settle()
    await centre.clients.update('ann', { email: 'eva' }, centre.by)
    await world.add('ann')
    await world.settle()
    world.node.meter('ann', 7, 3)
    await world.settle()
    expect([world.working(), await world.counted('ann'), await world.counted('eva')]).toEqual([
      ['ann'],
      10,
      0,
    ])
    expect(await world.behind()).toBe(0)
  })

  it('concerned a client that stays on an inbound of the node itself: what it uses there does not count', async () => {
    const world = await start(kind)
    await world.add('ann')
    await world.settle()
    const own = { tag: 'own', enable: 'true', port: '1', protocol: 'vless', settings: '{}' }
    await world.node.call('inbounds/add', new URLSearchParams(own).toString())
    const ids = [...world.node.inbounds.keys()].slice(-1)
    await world.node.call('clients/ann/attach', JSON.stringify({ inboundIds: ids }))
    world.node.meter('ann', 30, 20)
    await world.settle()
    await centre.clients.update('ann', { limitIp: 3 }, centre.by)
    await world.giveUp()
    await world.detach('ann')
    await world.settle()
    expect(await world.counted('ann')).toBe(50)
    world.node.meter('ann', 5, 5)
    await world.settle()
    expect([world.working(), await world.counted('ann'), await remembered()]).toEqual([['ann'], 50, 0])
  })
})
