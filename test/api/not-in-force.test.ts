import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Node } from '#contract/node.ts'
import type { Plan } from '#contract/plan.ts'
import type { PlanPreview } from '#contract/policies-api.ts'
import { type Far, ourPanel, threeXui } from '#test/far-node.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// Saves of groups and plans, and of several inbounds, say what a node of another kind cannot hold.

let t: TestPanel
let me: Visitor
let others: Far[]
const nodes: Record<string, number> = {}
const placed: Record<string, number> = {}

beforeAll(async () => {
  const [far, x] = [await ourPanel(), await threeXui()]
  others = [far, x]
  const hosts = { 'far.example.com': far.host, 'x.example.com': x.host }
  t = await testPanel({}, { egress: createNodeNet(hosts).egress })
  me = await t.login()
  for (const [name, { token }] of Object.entries({ far, x })) {
    const body = { name, address: `${name}.example.com`, port: 443, apiToken: token }
    nodes[name] = (await me.post<Node>('/panel/api/nodes/add', body)).obj.id
    placed[name] = (await addInbound(me, { remark: name, listen: '', nodeId: nodes[name] })).id
  }
})
afterAll(async () => {
  await t.stop()
  for (const one of others) await one.stop()
})

/** What the answer says of the node `x`; each sentence once. */
async function said(path: string, body: object): Promise<string> {
  const { success, msg } = await me.post(path, body)
  expect([msg, success]).toEqual([msg, true])
  expect(msg).toMatch(/^(The plan|The group|Inbounds) ha(s|ve) been [a-z ]+\./)
  const found = msg.match(/x runs a panel of another kind\. (Speeds|All devices)/g) ?? []
  return found.map((one) => (one.endsWith('Speeds') ? 'limits' : 'keys')).join(' ')
}

it('a group: if it sets such a limit and a member is on such a node', async () => {
  const speed = { name: 'gold', speedDown: 1_000_000 }
  expect(await said(`${clients}/groups/create`, speed)).toBe('')
  await addClient(me, { email: 'ann', group: 'gold' }, [placed.far ?? 0])
  expect(await said(`${clients}/groups/update`, speed)).toBe('')
  await addClient(me, { email: 'ben', group: 'gold' }, [placed.x ?? 0])
  expect(await said(`${clients}/groups/update`, { ...speed, speedUp: 5_000 })).toBe('limits')
  expect(await said(`${clients}/groups/update`, { name: 'gold', speedDown: 0, speedUp: 0 })).toBe('')
})

it('a plan: for who has it, and for who gets it with its inbounds', async () => {
  const plans = '/panel/api/plans'
  const limits = { speedDown: 1_000_000, deviceKeys: true }
  expect(await said(`${plans}/add`, { name: 'plain', inboundIds: [placed.x] })).toBe('')
  expect(await said(`${plans}/add`, { name: 'far', ...limits, inboundIds: [placed.far] })).toBe('')
  expect(await said(`${plans}/add`, { name: 'x', ...limits, inboundIds: [placed.x] })).toBe('limits keys')
  const { obj: plan } = await me.post<Plan>(`${plans}/add`, { name: 'held', inboundIds: [] })
  await addClient(me, { email: 'cid', planId: plan.id }, [placed.x ?? 0, placed.far ?? 0])
  // Keys come to clients that have the plan only when it is applied to them.
  const { id, ...held } = { ...plan, ...limits }
  expect(await said(`${plans}/update/${id}`, held)).toBe('limits')
  const { version } = (await me.post<PlanPreview>(`${plans}/preview/${id}`)).obj
  expect(await said(`${plans}/apply/${id}`, { version })).toBe('limits keys')
})

it('several inbounds: once for each such node that one of them is on', async () => {
  const path = '/panel/api/inbounds/addMany'
  let port = 20_000
  const on = (name: string, speedDown: number) => {
    port += 1
    return { remark: name, protocol: 'vless', port, listen: '', nodeId: nodes[name], speedDown }
  }
  expect(await said(path, { inbounds: [on('far', 5_000_000), on('x', 0)] })).toBe('')
  const two = [on('x', 5_000_000), on('x', 6_000_000), on('far', 5_000_000)]
  expect(await said(path, { inbounds: two })).toBe('limits')
})
