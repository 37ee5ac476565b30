import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

interface Listed {
  id: number
  tag: string
  settings: { clients: { email: string; id?: string; password?: string }[] }
  clientStats: { email: string; up: number }[]
}

it('adds an inbound and a client, and every projection shows the same client', async () => {
  const inbound = await me.post<Listed>('/panel/api/inbounds/add', {
    remark: 'first',
    port: 20443,
    listen: '127.0.0.1',
    protocol: 'vless',
    settings: JSON.stringify({ clients: [{ email: 'inline', enable: true }], decryption: 'none' }),
  })
  expect(inbound).toMatchObject({ success: true, obj: { tag: 'inbound-127.0.0.1:20443' } })
  const trojan = await me.post<Listed>('/panel/api/inbounds/add', {
    port: 20444,
    listen: '127.0.0.1',
    protocol: 'trojan',
  })
  expect(trojan.success).toBe(true)
  const ids = [inbound.obj.id, trojan.obj.id]
  expect(await me.post('/panel/api/clients/add', { client: { email: 'Ann' }, inboundIds: ids })).toEqual({
    success: true,
    msg: 'Inbound client(s) have been added.',
    obj: null,
  })
  expect(
    (await me.post('/panel/api/clients/add', { client: { email: 'ann' }, inboundIds: ids })).success,
  ).toBe(false)
  const list = await me.get<Listed[]>('/panel/api/inbounds/list')
  expect(list.obj.map((i) => i.settings.clients.map((c) => c.email))).toEqual([['inline', 'Ann'], ['Ann']])
  expect(list.obj.map((i) => i.clientStats.map((c) => c.email))).toEqual([['inline', 'Ann'], ['Ann']])
  const clients =
    await me.get<{ email: string; inboundIds: number[]; traffic: { up: number } }[]>(
      '/panel/api/clients/list',
    )
  expect(clients.obj.map((c) => [c.email, c.inboundIds, c.traffic.up])).toEqual([
    ['inline', [ids[0]], 0],
    ['Ann', ids, 0],
  ])
  const page = await me.get<{ items: { email: string }[]; total: number }>(
    '/panel/api/clients/list/paged?search=nn',
  )
  expect(page.obj.items.map((i) => i.email)).toEqual(['Ann'])
  expect(page.obj.total).toBe(2)
  for (const [call, body] of [
    ['clients/Ann/detach', { inboundIds: [ids[1]] }],
    ['clients/update/Ann', { email: 'Bob', comment: 'renamed' }],
    ['clients/resetTraffic/Bob', undefined],
    ['clients/updateTraffic/Bob', { upload: 5, download: 6 }],
  ] as const) {
    const res = await me.post(`/panel/api/${call}`, body)
    expect([call, res.success, res.success ? '' : res.msg]).toEqual([call, true, ''])
  }
  expect((await me.get<{ up: number }>('/panel/api/clients/traffic/Bob')).obj).toMatchObject({
    up: 5,
    down: 6,
  })
  expect((await me.post('/panel/api/clients/del/Bob')).success).toBe(true)
  expect((await me.post(`/panel/api/inbounds/del/${ids[0]}`)).obj).toBe(ids[0])
  expect(
    (await me.get<{ client: object; inboundIds: number[] }>('/panel/api/clients/get/inline')).obj.inboundIds,
  ).toEqual([])
})
