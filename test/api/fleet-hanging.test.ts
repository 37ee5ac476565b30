import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Node } from '#contract/node.ts'
import { hostOf } from '#test/far-node.ts'
import { createFakeNode } from '#test/fixtures/fake-node.ts'
import { createNodeNet, type Host } from '#test/fixtures/node-net.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const [stuck, well] = [createFakeNode('stuck'), createFakeNode('well')]
let release = () => {}
let hanging: Promise<void> | undefined
const hangs: Host = async (path, options) => {
  await hanging
  return hostOf(stuck)(path, options)
}
const net = createNodeNet({ 'stuck.example.com': hangs, 'well.example.com': hostOf(well) })
let t: TestPanel
let me: Visitor
const ids: Record<string, number> = {}

beforeAll(async () => {
  t = await testPanel({}, { egress: net.egress })
  me = await t.login()
  for (const name of ['stuck', 'well']) {
    const body = { name, address: `${name}.example.com`, port: 443, apiToken: 't' }
    ids[name] = (await me.post<Node>('/panel/api/nodes/add', body)).obj.id
  }
})
afterAll(async () => {
  release()
  await t.stop()
})

const place = async (name: string, port: number) => {
  const settings = { clients: [{ email: `of-${name}` }], decryption: 'none' }
  return me.post('/panel/api/inbounds/add', { protocol: 'vless', port, nodeId: ids[name], settings })
}

it('a node that hangs delays neither an edit nor another node, and gets everything in the end', async () => {
  hanging = new Promise((done) => {
    release = done
  })
  expect((await place('stuck', 41_001)).success).toBe(true)
  expect((await place('well', 41_002)).success).toBe(true)
  await t.panel.fleet.workers.wake(ids.well ?? 0)
  expect([...well.clients.keys()]).toEqual(['of-well'])
  expect([stuck.inbounds.size, stuck.clients.size]).toEqual([0, 0])
  expect(
    (await me.post('/panel/api/clients/update/of-stuck', { email: 'of-stuck', limitIp: 4 })).success,
  ).toBe(true)
  release()
  hanging = undefined
  await Promise.all(await t.panel.fleet.workers.wakeAll())
  expect(stuck.clients.get('of-stuck')?.fields).toMatchObject({ limitIp: 4 })
})

it('a node that lies about traffic adds nothing for strangers, and nothing when its sums go back', async () => {
  const read = async () => {
    await Promise.all(await t.panel.fleet.workers.wakeAll())
    await t.panel.traffic.tick()
    const { obj } = await me.get<{ up: number; down: number }>('/panel/api/clients/traffic/of-well')
    return [obj.up, obj.down]
  }
  const set = (email: string, up: number, down: number) => {
    const client = well.clients.get(email)
    if (client) Object.assign(client, { up, down })
  }
  set('of-well', 100, 50)
  expect(await read()).toEqual([100, 50])
  set('of-well', 10, 60)
  expect(await read()).toEqual([100, 60])
  set('of-well', 11, 2 ** 60)
  expect(await read()).toEqual([100, 60]) // no counter can hold that
  set('of-well', 11, 60)
  expect(await read()).toEqual([101, 60])
  const own = {
    client: { email: 'stranger', subId: 's', id: 'x', enable: true, totalGB: 0 },
    inboundIds: [1],
  }
  well.call('clients/add', JSON.stringify(own))
  set('stranger', 5, 5)
  await read()
  const { obj } = await me.get<{ email: string }[]>('/panel/api/clients/list')
  expect(obj.map(({ email }) => email).sort()).toEqual(['of-stuck', 'of-well'])
})

it('a client that moves on two nodes before one tick is counted for both', async () => {
  const inbounds = (await me.get<{ id: number }[]>('/panel/api/inbounds/list')).obj.map(({ id }) => id)
  await me.post('/panel/api/clients/add', { client: { email: 'both' }, inboundIds: inbounds })
  await Promise.all(await t.panel.fleet.workers.wakeAll())
  expect([stuck.meter('both', 1, 2), well.meter('both', 10, 20)]).toEqual([true, true])
  await Promise.all(await t.panel.fleet.workers.wakeAll())
  await t.panel.traffic.tick()
  const { obj } = await me.get('/panel/api/clients/traffic/both')
  expect(obj).toMatchObject({ up: 11, down: 22 })
})
