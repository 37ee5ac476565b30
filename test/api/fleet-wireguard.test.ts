import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Block, Inbound } from '#contract/inbound.ts'
import type { Node, NodeQueue } from '#contract/node.ts'
import { type Far, ourPanel, threeXui } from '#test/far-node.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { addClient, addInbound, clients, recordOf } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// Clients of WireGuard inbounds on nodes (ADR 145): a node has the keys and addresses that the centre hands out.

let t: ServedPanel
let me: Visitor
let get: Subscriber
let far: Far
let other: Far
const nodes: Record<string, number> = {}

const settled = async () => {
  await Promise.all(await t.panel.fleet.workers.wakeAll())
}
/** A round that compares everything. */
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
  get = subscriberOf(t.subPort)
  for (const [name, { token }] of Object.entries({ far, x: other })) {
    const body = { name, address: `${name}.example.com`, port: 443, apiToken: token }
    nodes[name] = (await me.post<Node>('/panel/api/nodes/add', body)).obj.id
  }
})
afterAll(async () => {
  await t.stop()
  for (const one of [far, other]) await one.stop()
})

const tunnel = (address: string, node?: string, remark = '') =>
  addInbound(me, {
    ...{ protocol: 'wireguard', streamSettings: {}, listen: '', remark },
    settings: { secretKey: 'SK+8+RhcFaVhoBoxK4AY24ZudXs2Ib2fptjT98lQBmQ=', peers: [], address: [address] },
    ...(node && { nodeId: nodes[node] }),
  })
const queue = async (name: string) => (await me.get<NodeQueue>(`/panel/api/nodes/queue/${nodes[name]}`)).obj
const update = async (email: string, patch: object) => {
  expect(await me.post(`${clients}/update/${email}`, { email, ...patch })).toMatchObject({ success: true })
  await settled()
}
/** What each tunnel of a node has of a client, by the remark. */
async function on(panel: Far, email: string): Promise<Record<string, Block>> {
  const entries = (await panel.list()).flatMap(({ remark, settings }: Inbound) => {
    const list = (typeof settings === 'string' ? JSON.parse(settings) : settings) as { clients?: Block[] }
    return (list.clients ?? []).filter((one) => one.email === email).map((one) => [remark, one] as const)
  })
  return Object.fromEntries(entries)
}

/** The addresses of a client that the core of a node is given, tunnel by tunnel. */
async function peersOn(panel: Far, email: string): Promise<unknown[]> {
  const { inbounds } = await panel.get<{ inbounds: { settings: { peers?: Block[] } }[] }>(
    'server/getConfigJson',
  )
  const peers = inbounds.flatMap(({ settings }) => settings.peers ?? [])
  return peers.filter((one) => one.email === email).map(({ allowedIPs }) => allowedIPs)
}

it('a node has the keys and addresses of the centre on each tunnel, and there is nothing left to send', async () => {
  const [a, b] = [await tunnel('10.40.0.1/24', 'far', 'A'), await tunnel('10.41.0.1/24', 'far', 'B')]
  const here = await tunnel('10.42.0.1/24')
  await addClient(me, { email: 'zoe', subId: 'zoe-sub' }, [here.id])
  await addClient(me, { email: 'wendy', subId: 'wendy-sub', keepAlive: 25 }, [here.id, b.id, a.id])
  await settled()
  const { publicKey, allowedIPs } = (await recordOf(me, 'wendy')) ?? {}
  expect(allowedIPs?.split(',').sort()).toEqual(['10.40.0.2/32', '10.41.0.2/32', '10.42.0.3/32'])
  expect(await on(far, 'wendy')).toMatchObject({
    A: { publicKey, allowedIPs: allowedIPs?.split(','), keepAlive: 25 },
    B: { publicKey, allowedIPs: allowedIPs?.split(','), keepAlive: 25 },
  })
  expect(await peersOn(far, 'wendy')).toEqual([['10.40.0.2/32'], ['10.41.0.2/32']])
  await compared()
  expect(await queue('far')).toEqual([])
  const links = linksIn((await get('/sub/wendy-sub')).body)
  expect(
    links.map((link) => new URL(link).hostname).filter((host) => host === 'far.example.com'),
  ).toHaveLength(2)
})

it('another key, other addresses and the switch are followed, and what somebody changed there is put back', async () => {
  const publicKey = 'XVygCcTdjNza3un4fC9c2MlMW9vo8entcv8VOGko1wc='
  const addresses = ['10.40.0.77/32', '10.41.0.2/32', '10.42.0.3/32']
  await update('wendy', { publicKey, allowedIPs: addresses.join() })
  const wanted = {
    A: { publicKey, allowedIPs: addresses, enable: true },
    B: { publicKey, allowedIPs: addresses, enable: true },
  }
  expect(await on(far, 'wendy')).toMatchObject(wanted)
  await update('wendy', { enable: false })
  expect(await on(far, 'wendy')).toMatchObject({ A: { enable: false }, B: { enable: false } })
  expect(await peersOn(far, 'wendy')).toEqual([])
  await update('wendy', { enable: true })
  await far.post('clients/update/wendy', { email: 'wendy', allowedIPs: '10.40.0.99/32' })
  await expect
    .poll(async () => {
      await compared()
      return on(far, 'wendy')
    })
    .toMatchObject(wanted)
  expect(await queue('far')).toEqual([])
})

it('a 3x-ui node gets the same of its tunnel', async () => {
  const c = await tunnel('10.43.0.1/24', 'x', 'C')
  await addClient(me, { email: 'xia', subId: 'xia-sub' }, [c.id])
  await settled()
  const { publicKey } = (await recordOf(me, 'xia')) ?? {}
  expect((await on(other, 'xia')).C).toMatchObject({ publicKey, enable: true })
  await compared()
  expect(await queue('x')).toEqual([])
  expect(await me.post(`${clients}/del/xia`)).toMatchObject({ success: true })
  await settled()
  expect(await on(other, 'xia')).toEqual({})
})
