import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { addInbound, clients, inboundBody, inbounds } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { auditRows } from '#test/state.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())
afterEach(() => {
  vi.restoreAllMocks()
})

const hosts = '/panel/api/hosts'
const secret = 'Very-Secret-Word'
const uuid = '12121212-3434-4565-8787-909090909090'

it('every mutation writes one audit row without secrets and notifies browsers once; repeating it does neither', async () => {
  const a = await addInbound(me)
  const b = await addInbound(me, { protocol: 'trojan', streamSettings: { network: 'tcp', security: 'tls' } })
  const key = Buffer.alloc(32, 7).toString('base64')
  const reality = {
    network: 'tcp',
    security: 'reality',
    realitySettings: { privateKey: secret, shortIds: ['ab'] },
  }
  const link = [{ name: 'x', url: `vless://${uuid}@h` }]
  const host = { inboundIds: [a.id], hosts: ['a.example'] }
  const made = await me.post<{ groupId: string }[]>(`${hosts}/add`, host)
  const group = made.obj[0]?.groupId
  const client = { email: 'ann', id: uuid, password: secret, auth: secret, subId: `${secret}-sub` }
  const calls: [url: string, body?: unknown, again?: 'refused' | 'writes'][] = [
    [`${clients}/add`, { client, inboundIds: [a.id] }, 'refused'],
    [`${clients}/update/ann`, { password: `${secret}2`, comment: 'x' }],
    [`${clients}/ann/attach`, { inboundIds: [b.id] }],
    [`${clients}/ann/save`, { client: { comment: 'y' }, detach: [b.id] }],
    [`${clients}/ann/save`, { client: { password: `${secret}3` }, attach: [b.id] }],
    [`${clients}/ann/externalLinks`, { externalLinks: link }],
    [`${clients}/updateTraffic/ann`, { upload: 5, download: 5 }],
    [`${clients}/resetTraffic/ann`],
    [`${clients}/bulkDisable`, { emails: ['ann'] }],
    [`${clients}/bulkEnable`, { emails: ['ann'] }],
    [`${clients}/groups/create`, { name: 'g' }, 'refused'],
    [`${clients}/groups/bulkAdd`, { emails: ['ann'], group: 'g' }],
    [`${clients}/groups/rename`, { oldName: 'g', newName: 'h' }, 'refused'],
    [`${clients}/groups/bulkRemove`, { emails: ['ann'] }],
    [`${clients}/groups/delete`, { name: 'h' }],
    [`${clients}/ann/detach`, { inboundIds: [b.id] }],
    [`${clients}/bulkAttach`, { emails: ['ann'], inboundIds: [b.id] }],
    [`${clients}/bulkDetach`, { emails: ['ann'], inboundIds: [b.id] }],
    [`${clients}/bulkCreate`, [{ client: { email: 'cy', password: secret }, inboundIds: [b.id] }]],
    [`${inbounds}/update/${a.id}`, { streamSettings: reality, settings: { decryption: secret } }],
    [
      `${inbounds}/update/${a.id}`,
      {
        settings: JSON.stringify({
          clients: [
            { email: 'ann', id: uuid },
            { email: 'new', id: uuid.replace('1', '2') },
          ],
        }),
      },
    ],
    [`${inbounds}/setEnable/${a.id}`, { enable: false }],
    [`${inbounds}/${a.id}/subSortIndex`, { subSortIndex: 3 }],
    [`${inbounds}/${a.id}/resetTraffic`, undefined, 'writes'],
    [
      `${inbounds}/add`,
      inboundBody({ protocol: 'shadowsocks', settings: { password: key, clients: [{ email: 'ss' }] } }),
      'refused',
    ],
    [`${inbounds}/${b.id}/fallbacks`, { fallbacks: [{ dest: '8080' }] }],
    [`${clients}/delOrphans`],
    [`${clients}/bulkDel`, { emails: ['new', 'cy'] }],
    [`${clients}/del/ann`, undefined, 'refused'],
    [`${inbounds}/del/${b.id}`, undefined, 'refused'],
  ]
  await me.post(`${clients}/bulkCreate`, [])
  for (const [url, body, again] of calls) {
    const told = vi.spyOn(t.panel.hub, 'publish')
    const count = () => told.mock.calls.filter(([, p]) => JSON.stringify(p) === '{"type":"clients"}').length
    const rows = await auditRows(t.panel)
    const first = await me.post(url, body)
    const says = `${url} ${first.msg}`
    const expected = url.endsWith('delOrphans') ? 0 : 1
    expect([says, first.success, count(), (await auditRows(t.panel)) - rows]).toEqual([
      says,
      true,
      expected,
      expected,
    ])
    const second = await me.post(url, body)
    const twice = again === 'writes' ? 2 : expected
    expect([says, second.success, count(), (await auditRows(t.panel)) - rows]).toEqual([
      says,
      again !== 'refused',
      twice,
      twice,
    ])
    told.mockRestore()
  }
  for (const [url, body] of [
    [`${hosts}/update/${group}`, host],
    [`${hosts}/setEnable/${group}`, { enable: true }],
    [`${hosts}/reorder`, { ids: [group] }],
    [`${hosts}/bulk/del`, { ids: [] }],
  ] as const) {
    const rows = await auditRows(t.panel)
    expect(await me.post(url, body)).toMatchObject({ success: true })
    expect([url, (await auditRows(t.panel)) - rows]).toEqual([url, 0])
  }
  const lines = await t.panel.db.read.selectFrom('audit').selectAll().execute()
  const text = JSON.stringify(lines)
  for (const word of [secret, uuid, uuid.replace('1', '2'), key])
    expect([word, text.includes(word)]).toEqual([word, false])
  expect(text).toContain('***')
})

it('deleting an inbound deletes its addresses, and a set that only it used', async () => {
  const [a, b] = [await addInbound(me), await addInbound(me)]
  await me.post(`${hosts}/add`, { inboundIds: [a.id], hosts: ['only-a.example'] })
  await me.post(`${hosts}/add`, { inboundIds: [a.id, b.id], hosts: ['both.example'] })
  await me.post(`${inbounds}/del/${a.id}`)
  const left = (await me.get<{ hosts: string[]; inboundIds: number[] }[]>(`${hosts}/list`)).obj
  expect(left.filter((g) => g.hosts[0] !== 'a.example')).toMatchObject([
    { hosts: ['both.example'], inboundIds: [b.id] },
  ])
  const rows = await t.panel.db.read.selectFrom('host_groups').selectAll().execute()
  expect(rows).toHaveLength(left.length)
})
