import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import { addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
const inbounds: Record<string, number> = {}
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  for (const remark of ['Frankfurt', 'Oslo']) inbounds[remark] = (await addInbound(me, { remark })).id
})
afterAll(() => t.stop())

const hosts = '/panel/api/hosts'
const latest = async (): Promise<AuditEntry | undefined> =>
  (await me.get<{ items: AuditEntry[] }>('/panel/api/audit?objectKind=hosts')).obj.items[0]

async function add(host: string, more: object = {}): Promise<string> {
  const body = { hosts: [host], inboundIds: [inbounds.Frankfurt], ...more }
  const made = await me.post<{ groupId: string }[]>(`${hosts}/add`, body)
  return made.obj[0]?.groupId ?? ''
}

it('an added address has its name, its inbounds and what was set', async () => {
  const object = await add('cdn.example.com', { remark: 'Fast', port: 8443 })
  const after = { hosts: ['cdn.example.com'], remark: 'Fast', inbounds: ['Frankfurt'], port: 8443 }
  expect(await latest()).toMatchObject({ action: 'hosts.add', object, before: null })
  expect((await latest())?.after).toEqual(after)
})

it('a changed address has what it was and what it is', async () => {
  const id = await add('a.example.com')
  const body = { hosts: ['b.example.com'], inboundIds: [inbounds.Oslo, inbounds.Frankfurt], sni: 'x.example' }
  expect(await me.post(`${hosts}/update/${id}`, body)).toMatchObject({ success: true })
  expect(await latest()).toMatchObject({ action: 'hosts.update', object: id })
  expect((await latest())?.before).toEqual({
    ...{ hosts: ['a.example.com'], remark: '', inbounds: ['Frankfurt'], sni: '' },
  })
  expect((await latest())?.after).toEqual({
    ...{ hosts: ['b.example.com'], remark: '', inbounds: ['Frankfurt', 'Oslo'], sni: 'x.example' },
  })
})

it('one that is disabled, enabled or deleted has its name, several have their names', async () => {
  const ids = [await add('one.example.com'), await add('two.example.com', { remark: 'Second' })]
  const one = { hosts: ['one.example.com'], remark: '', inbounds: ['Frankfurt'] }
  await me.post(`${hosts}/setEnable/${ids[0]}`, { enable: false })
  expect(await latest()).toMatchObject({ action: 'hosts.disable', after: { ...one, enable: false } })
  await me.post(`${hosts}/setEnable/${ids[0]}`, { enable: true })
  expect((await latest())?.after).toEqual(one)
  const names = ['one.example.com', 'two.example.com (Second)']
  await me.post(`${hosts}/bulk/setEnable`, { ids, enable: false })
  expect(await latest()).toMatchObject({ action: 'hosts.disable', after: { names } })
  await me.post(`${hosts}/bulk/del`, { ids })
  expect(await latest()).toMatchObject({ action: 'hosts.del', before: { names }, after: null })
})

it('another order has the part that moved', async () => {
  const ids = []
  for (const name of ['p', 'q', 'r', 's']) ids.push(await add(`${name}.example.com`))
  await me.post(`${hosts}/reorder`, { ids })
  const [p, q, r, s] = ids
  await me.post(`${hosts}/reorder`, { ids: [p, r, q, s] })
  expect(await latest()).toMatchObject({
    action: 'hosts.reorder',
    before: { order: ['q.example.com', 'r.example.com'] },
    after: { order: ['r.example.com', 'q.example.com'] },
  })
})

it('a group of a thousand addresses is still named', async () => {
  const many = Array.from({ length: 1000 }, (_, i) => `${'x'.repeat(100)}${i}.example.com`)
  await add('', { hosts: many, remark: 'r'.repeat(500) })
  const said = (await latest())?.after as { hosts: string[]; remark: string }
  expect(said.hosts).toHaveLength(9)
  expect(said.remark).toHaveLength(121)
})
