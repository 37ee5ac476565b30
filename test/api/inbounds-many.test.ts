import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import { freePorts } from '#test/free-port.ts'
import { addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
let nodes: number[]
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  nodes = []
  for (const name of ['Oslo', 'Bergen']) {
    const node = { name, scheme: 'http', address: '127.0.0.1', port: 9, allowPrivateAddress: true }
    nodes.push((await me.post<{ id: number }>('/panel/api/nodes/add', { ...node, apiToken: 'x' })).obj.id)
  }
})
afterAll(() => t.stop())

const inbounds = '/panel/api/inbounds'
const list = async () =>
  (await me.get<{ id: number; port: number; nodeId: number | null; remark: string }[]>(`${inbounds}/list`))
    .obj
const inbound = (port: number, nodeId?: number) => ({
  ...{ remark: `r${nodeId ?? 0}`, port, listen: '', protocol: 'vless', settings: { decryption: 'none' } },
  ...(nodeId !== undefined && { nodeId }),
})

it('makes the same inbound here and on several nodes, with one entry, and gives it to a group', async () => {
  const [port = 0] = await freePorts(1)
  const { id } = await addInbound(me)
  for (const email of ['ann', 'ben'])
    await me.post('/panel/api/clients/add', { client: { email, group: 'gold' }, inboundIds: [id] })
  const before = (await me.get<{ total: number }>('/panel/api/audit')).obj.total
  const all = [inbound(port), ...nodes.map((node) => inbound(port, node))]
  const reply = await me.post<{ ids: number[] }>(`${inbounds}/addMany`, { inbounds: all })
  expect(reply).toMatchObject({
    success: true,
    obj: { ids: [expect.any(Number), expect.any(Number), expect.any(Number)] },
  })
  expect((await list()).slice(1).map(({ nodeId, port: at }) => [nodeId, at])).toEqual([
    [null, port],
    ...nodes.map((node) => [node, port]),
  ])
  const { items, total } = (await me.get<{ items: AuditEntry[]; total: number }>('/panel/api/audit')).obj
  expect(total - before).toBe(1)
  expect(items[0]).toMatchObject({ action: 'inbounds.add', object: '3 inbounds' })
  const given = await me.post<{ attached: string[] }>('/panel/api/clients/bulkAttach', {
    query: { group: 'gold' },
    inboundIds: reply.obj.ids,
  })
  expect(given.obj.attached.sort()).toEqual(['ann', 'ben'])
})

it('makes all or none', async () => {
  const before = await list()
  const [port = 0] = await freePorts(1)
  const taken = before.find(({ nodeId }) => nodeId === nodes[1])?.port ?? 0
  const reply = await me.post(`${inbounds}/addMany`, {
    inbounds: [inbound(port), inbound(port, nodes[0]), inbound(taken, nodes[1])],
  })
  expect(reply).toMatchObject({ success: false, field: 'port' })
  expect(await list()).toEqual(before)
  expect(await me.post(`${inbounds}/addMany`, { inbounds: [] })).toMatchObject({ success: false })
})
