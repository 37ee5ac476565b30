import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClientRecord } from '#contract/client.ts'
import type { ClientPage } from '#contract/client-bodies.ts'
import {
  blanksOf,
  defaultOf,
  type FieldName,
  fieldsWith,
  rowOf,
  shownFields,
} from '#contract/clients/fields.ts'
import type { Node } from '#contract/node.ts'
import { ourPanel } from '#test/far-node.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { addClient, addInbound, allClients, clients, recordOf } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// Each field of the table, also one that was added today, is stored, listed, exported, undone and sent to nodes.

let t: TestPanel
let me: Visitor
let far: Awaited<ReturnType<typeof ourPanel>>
const settled = async () => {
  await Promise.all(await t.panel.fleet.workers.wakeAll())
}
beforeAll(async () => {
  far = await ourPanel()
  t = await testPanel({}, { egress: createNodeNet({ 'far.example.com': far.host }).egress })
  me = await t.login()
  const body = { name: 'far', address: 'far.example.com', port: 443, apiToken: far.token }
  const { obj: node } = await me.post<Node>('/panel/api/nodes/add', body)
  const { id } = await addInbound(me, { listen: '', nodeId: node.id })
  await settled()
  await addClient(me, { ...identity, ...samples }, [id])
  await settled()
})
afterAll(async () => {
  await t.stop()
  await far.stop()
})

const identity = { email: 'ann', subId: 'ann-sub', security: 'auto' }
/** Credentials and times have rules of their own, and other tests. */
const ruled = ['email', 'subId', 'uuid', 'password', 'auth', 'flow', 'security', 'reverse', 'planId'] as const
const others = ['enable', 'createdAt', 'updatedAt'] as const
const free = shownFields.filter((name) => ![...ruled, ...others].some((other) => other === name))

const numbers = { count: 3, bytes: 5 * 1024 ** 3, speed: 2_000_000, time: 2_000_000_000_000, id: 7 } as const
const ofWireguard: Partial<Record<FieldName, string>> = {
  privateKey: 'dwdtCnMYpX08FsFyUbJmRd9ML4frwJkqsXf7pR25LCo=',
  publicKey: 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=',
  preSharedKey: 'XasIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Os=',
  allowedIPs: '10.0.0.2/32,fd00::2/128',
}
function sampleOf(name: FieldName): unknown {
  if (ofWireguard[name]) return ofWireguard[name]
  const { kind, choices } = rowOf(name)
  if (kind === 'toggle') return !defaultOf(name)
  if (kind === 'quotas') return [{ on: 'node', nodeId: 0, bytes: numbers.bytes, reset: 'week' }]
  return kind === 'text' ? `of ${name}` : (choices?.at(-1) ?? numbers[kind as keyof typeof numbers])
}
const samples = Object.fromEntries(free.map((name) => [name, sampleOf(name)]))
const only = (names: readonly FieldName[]) =>
  Object.fromEntries(Object.entries(samples).filter(([name]) => names.some((other) => other === name)))

it('is stored as it is sent, and listed', async () => {
  expect(await recordOf(me, 'ann')).toMatchObject(samples)
  expect(await allClients(me)).toMatchObject([samples])
  const { obj } = await me.get<ClientPage>(`${clients}/list/paged`)
  expect(obj.items).toMatchObject([only(fieldsWith({ list: true }))])
})

it('is exported, and imported again', async () => {
  const { obj } = await me.get<{ client: Record<string, unknown>; inboundIds: number[] }[]>(
    `${clients}/export`,
  )
  const names = (['always', 'set', 'export'] as const).flatMap((entry) => fieldsWith({ entry }))
  expect(obj).toMatchObject([{ client: only(names) }])
  for (const { client, inboundIds } of obj)
    await addClient(me, { ...client, email: 'bob', subId: '', id: '' }, inboundIds)
  expect(await recordOf(me, 'bob')).toMatchObject(only(names))
})

it('comes back if its client is deleted and that is undone', async () => {
  const before = await recordOf(me, 'ann')
  const { obj } = await me.post<{ undo: number }>(`${clients}/bulkDel`, { emails: ['ann'] })
  expect(await recordOf(me, 'ann')).toBeUndefined()
  await me.post(`/panel/api/undo/${obj.undo}`)
  expect(await recordOf(me, 'ann')).toEqual({ ...before, updatedAt: expect.any(Number) })
})

it('is on nodes of our own kind as it is here, and changes there', async () => {
  const there = async () =>
    (await far.get<ClientRecord[]>('clients/list')).find(({ email }) => email === 'ann')
  const own = fieldsWith({ nodes: 'own' })
  await settled()
  expect(await there()).toMatchObject(only(own))
  const blank = blanksOf(own)
  expect(await me.post(`${clients}/update/ann`, { email: 'ann', ...blank })).toMatchObject({ success: true })
  await settled()
  expect(await there()).toMatchObject(blank)
  expect(await recordOf(me, 'ann')).toMatchObject(blank)
})
