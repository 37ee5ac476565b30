import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addClient,
  addInbound,
  allClients,
  allInbounds,
  clients,
  inboundBody,
  inbounds,
  type ListedInbound,
} from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { expectRefusal } from '#test/refusal.ts'
import { wholeState } from '#test/state.ts'

let t: TestPanel
let me: Visitor
let vless: ListedInbound
let http: ListedInbound
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  vless = await addInbound(me, { remark: 'v' })
  http = await addInbound(me, { protocol: 'http' })
  await addClient(me, { email: 'Ann', subId: 'ann-sub', id: '11111111-2222-4333-8444-555555555555' }, [
    vless.id,
  ])
})
afterAll(() => t.stop())

const expectRefused = (url: string, body: unknown, field: string) =>
  expectRefusal(t.panel, me, url, body, field)

/** Field, and invalid values for it. */
const wrong: [string, unknown[]][] = [
  ['email', [5, true, [], {}, 'a/b', 'a b', 'x'.repeat(255)]],
  ['id', [true, {}, 'x'.repeat(31), 'ы'.repeat(16)]],
  ['password', [5, {}, 'x'.repeat(513), 'a\u0007b']],
  ['auth', [5, 'x'.repeat(513)]],
  ['security', [5, 'x'.repeat(65)]],
  ['flow', [5, 'xtls-rprx-direct', 'XTLS-RPRX-VISION']],
  ['tgId', ['me', 1.5, 2 ** 60, {}]],
  ['subId', [5, 'a b', 'a/b', 'x'.repeat(255)]],
  ['enable', ['yes', 1, 'true', {}]],
  ['expiryTime', ['soon', 1.5, -1, -86_400_001, 2 ** 60, {}]],
  ['limitIp', ['2', -1, 1.5, 2 ** 60]],
  ['totalGB', ['2', -1, 0.5, 2 ** 60]],
  ['comment', [5, 'x'.repeat(4097), 'a\u0007b']],
  ['reset', ['2', -1, 1.5, 100_001]],
  ['group', [5, 'x'.repeat(255), 'a\nb']],
  ['limitHwid', [-1, '1']],
  ['speedDown', [-1, '1', 1.5, 2 ** 60]],
  ['speedUp', [-1, '1', 1.5]],
  ['slowSpeed', [-1, '1', 1.5]],
  ['whenEnded', ['stop', '', 5]],
  ['fairUse', [-1, '1', 1.5]],
  ['resetDay', [-1, 32, '1']],
  ['resetMax', [-1, '1']],
]

describe('a client with a wrong value', () => {
  it.each(wrong)('%s is refused by add, by update and in an inbound', async (field, values) => {
    for (const value of values) {
      const client = { email: 'new', [field]: value }
      await expectRefused(`${clients}/add`, { client, inboundIds: [vless.id] }, field)
      await expectRefused(`${clients}/update/Ann`, { [field]: value }, field)
      await expectRefused(
        `${inbounds}/update/${vless.id}`,
        { remark: 'x', settings: { clients: [{ email: 'ok' }, client] } },
        field,
      )
      await expectRefused(
        `${inbounds}/add`,
        inboundBody({ settings: JSON.stringify({ clients: [client] }) }),
        field,
      )
    }
  })

  it('is skipped with a reason in a bulk call, and the others are created', async () => {
    const list = [
      { client: { email: 'bulk1' }, inboundIds: [vless.id] },
      { client: { email: 'a/b' }, inboundIds: [vless.id] },
      { client: { email: 'bulk2', totalGB: -1 }, inboundIds: [vless.id] },
      { client: { email: 'bulk3' }, inboundIds: [vless.id, 999_999] },
      { client: { email: 'bulk4' }, inboundIds: [] },
      { client: { email: 'ANN' }, inboundIds: [vless.id] },
      { client: {}, inboundIds: [vless.id] },
    ]
    const reply = await me.post<{ created: number; skipped: { email: string; reason: string }[] }>(
      `${clients}/bulkCreate`,
      list,
    )
    expect(reply.obj.created).toBe(1)
    expect(reply.obj.skipped.map((s) => s.email).sort()).toEqual([
      '',
      'ANN',
      'a/b',
      'bulk2',
      'bulk3',
      'bulk4',
    ])
    expect(reply.obj.skipped.find((s) => s.email === 'bulk2')?.reason).toContain('totalGB')
    expect((await me.post(`${clients}/bulkDel`, { emails: ['bulk1'] })).obj).toMatchObject({ deleted: 1 })
  })
})

it('a duplicate email in another case, a taken subId and a shared credential are refused', async () => {
  const inboundIds = [vless.id]
  await expectRefused(`${clients}/add`, { client: { email: 'ANN' }, inboundIds }, 'email')
  await expectRefused(`${clients}/add`, { client: { email: 'new', subId: 'ann-sub' }, inboundIds }, 'subId')
  const id = '11111111222249998444555555555555'
  await expectRefused(`${clients}/add`, { client: { email: 'new', id }, inboundIds }, 'credentials')
  const list = (await allInbounds(me))[0]?.settings.clients ?? []
  const twins = [...list.map((c) => ({ ...c, comment: 'changed in the same call' })), { email: 'new', id }]
  await expectRefused(`${inbounds}/update/${vless.id}`, { settings: { clients: twins } }, 'credentials')
  const twice = [{ email: 'x' }, { email: 'X' }]
  await expectRefused(`${inbounds}/update/${vless.id}`, { settings: { clients: twice } }, 'email')
  await expectRefused(
    `${inbounds}/update/${vless.id}`,
    { settings: { clients: [{ email: 'ann', subId: 'other' }] } },
    'subId',
  )
})

it('refuses a change of protocol if two clients would share a credential', async () => {
  const made = await addInbound(me, {
    settings: {
      clients: [
        { email: 's1', password: 'same' },
        { email: 's2', password: 'same' },
      ],
    },
  })
  await expectRefused(`${inbounds}/update/${made.id}`, { protocol: 'trojan', settings: {} }, 'credentials')
  await me.post(`${inbounds}/${made.id}/delAllClients`)
  await me.post(`${inbounds}/del/${made.id}`)
})

it('refuses unknown inbounds and those without clients', async () => {
  const before = await wholeState(t.panel)
  for (const id of [999_999, 0, -1, 2 ** 31, 2 ** 52, http.id]) {
    await expectRefused(
      `${clients}/add`,
      { client: { email: 'new' }, inboundIds: [vless.id, id] },
      'inboundIds',
    )
    await expectRefused(`${clients}/Ann/attach`, { inboundIds: [id] }, 'inboundIds')
    await expectRefused(`${clients}/bulkAttach`, { emails: ['Ann'], inboundIds: [id] }, 'inboundIds')
  }
  await expectRefused(`${clients}/add`, { client: { email: 'new' }, inboundIds: [] }, 'inboundIds')
  await expectRefused(`${clients}/add`, { client: { email: 'new' }, inboundIds: ['1'] }, 'inboundIds.0')
  for (const id of ['999999', '0', '-1', 'x', '1.5', '99999999999999999999', '%00'])
    for (const url of [`${inbounds}/update/${id}`, `${inbounds}/del/${id}`, `${inbounds}/${id}/resetTraffic`])
      expect(await me.post(url, {})).toMatchObject({ success: false })
  expect(await wholeState(t.panel)).toBe(before)
})

it('checks ten thousand ids in one call as one', async () => {
  const before = await wholeState(t.panel)
  const ids = Array.from({ length: 10_000 }, (_, i) => 500_000 + i)
  const emails = ids.map((n) => `nobody${n}`)
  await expectRefused(
    `${clients}/add`,
    { client: { email: 'new' }, inboundIds: [vless.id, ...ids] },
    'inboundIds',
  )
  await expectRefused(`${clients}/Ann/attach`, { inboundIds: ids }, 'inboundIds')
  expect((await me.post<{ deleted: number; skipped: [] }>(`${inbounds}/bulkDel`, { ids })).obj).toMatchObject(
    { deleted: 0 },
  )
  expect((await me.post(`${clients}/bulkDel`, { emails })).obj).toMatchObject({ deleted: 0 })
  expect((await me.post(`${clients}/bulkDetach`, { emails, inboundIds: ids })).obj).toMatchObject({
    detached: [],
  })
  expect(await me.post(`${clients}/Ann/detach`, { inboundIds: ids })).toMatchObject({ success: true })
  expect(await wholeState(t.panel)).toBe(before)
})

it('attach racing delete leaves either both or neither', async () => {
  const other = await addInbound(me)
  for (let round = 0; round < 6; round++) {
    await addClient(me, { email: 'racer' }, [vless.id])
    await Promise.all([
      me.post(`${clients}/racer/attach`, { inboundIds: [other.id] }),
      me.post(`${clients}/del/racer`),
      me.post(`${clients}/update/racer`, { comment: 'late' }),
      me.post(`${clients}/updateTraffic/racer`, { upload: 1 }),
    ])
    expect((await allClients(me)).map((c) => c.email)).toEqual(['Ann'])
    expect((await allInbounds(me)).flatMap((i) => i.clientStats.map((c) => c.email))).toEqual(['Ann'])
    const left = await t.panel.db.read.selectFrom('client_inbounds').selectAll().execute()
    expect(left).toHaveLength(1)
  }
  await me.post(`${inbounds}/del/${other.id}`)
})

it('odd names in paths and queries are not found', async () => {
  const before = await wholeState(t.panel)
  for (const name of ['%00', '%ED%A0%80', 'a%2Fb', '%E0%A4%A', '__proto__', 'constructor']) {
    for (const url of [`get/${name}`, `traffic/${name}`, `groups/${name}/emails`]) {
      const res = await me.call('GET', `${clients}/${url}`)
      expect([url, res.statusCode < 500, res.body.includes('Something went wrong')]).toEqual([
        url,
        true,
        false,
      ])
    }
    for (const url of [
      `del/${name}`,
      `ips/${name}`,
      `clearIps/${name}`,
      `resetTraffic/${name}`,
      `${name}/attach`,
    ]) {
      const res = await me.call('POST', `${clients}/${url}`)
      expect([url, res.statusCode < 500, res.body.includes('Something went wrong')]).toEqual([
        url,
        true,
        false,
      ])
    }
  }
  for (const query of [
    'search=%00',
    'filter=constructor',
    'sort=constructor',
    'sort=toString&order=descend',
    'page=9999999999999999',
    'page=9999999999999999&sort=email',
    'inbound=99999999999999',
    'inbound=x',
    'group=%00',
    'protocol=%00',
    'expiryFrom=9999999999999999',
    'pageSize=-5',
    'usageFrom=x',
  ]) {
    const reply = await me.get(`${clients}/list/paged?${query}`)
    expect([query, reply.msg.includes('Something went wrong')]).toEqual([query, false])
  }
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  expect((await me.post(`${inbounds}/add`, inboundBody({ settings: deep }))).msg).not.toContain(
    'Something went wrong',
  )
  expect(await wholeState(t.panel)).toBe(before)
})

it('broken groups, adjustments, fallbacks and hosts are refused', async () => {
  await expectRefused(`${clients}/groups/create`, { name: ' ' }, 'name')
  await expectRefused(`${clients}/groups/create`, { name: 'a\nb' }, 'name')
  await expectRefused(`${clients}/groups/rename`, { oldName: 'none', newName: 'x' }, 'oldName')
  await expectRefused(`${clients}/bulkAdjust`, { emails: ['Ann'] }, 'addDays')
  await expectRefused(`${clients}/bulkAdjust`, { emails: ['Ann'], addDays: 1.5 }, 'addDays')
  await expectRefused(`${clients}/bulkAdjust`, { emails: ['Ann'], addDays: 1, flow: 'x' }, 'flow')
  await expectRefused(`${clients}/updateTraffic/Ann`, { upload: -1 }, 'upload')
  await expectRefused(`${inbounds}/${vless.id}/fallbacks`, { fallbacks: [{ dest: '80' }] }, 'fallbacks')
  await expectRefused(`${inbounds}/${vless.id}/subSortIndex`, { subSortIndex: 2 ** 31 }, 'subSortIndex')
  const hosts = '/panel/api/hosts'
  for (const inboundIds of [[999_999], [2 ** 40], [-1]])
    await expectRefused(`${hosts}/add`, { inboundIds, hosts: ['a.example'] }, 'inboundIds')
  await expectRefused(`${hosts}/add`, { inboundIds: [vless.id], hosts: ['a b'] }, 'hosts')
  await expectRefused(`${hosts}/add`, { inboundIds: [vless.id], hosts: ['a'], port: 65_536 }, 'port')
})
