import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addClient,
  addInbound,
  allClients,
  allInbounds,
  clients,
  inbounds,
  type ListedInbound,
  recordOf,
  wins,
} from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { wholeState } from '#test/state.ts'

let t: TestPanel
let me: Visitor
let vless: ListedInbound
let trojan: ListedInbound
let shadowsocks: ListedInbound
let hysteria: ListedInbound
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  vless = await addInbound(me)
  trojan = await addInbound(me, { protocol: 'trojan' })
  shadowsocks = await addInbound(me, {
    protocol: 'shadowsocks',
    settings: { method: '2022-blake3-aes-256-gcm' },
  })
  hysteria = await addInbound(me, { protocol: 'hysteria' })
})
afterAll(() => t.stop())

const everywhere = () => [vless.id, trojan.id, shadowsocks.id, hysteria.id]
const times = <T>(n: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))

it('P5: a rename and its lists are one transaction; a rejected update changes nothing', async () => {
  await addClient(me, { email: 'p5' }, everywhere())
  await addClient(me, { email: 'p5-other' }, [vless.id])
  const before = await wholeState(t.panel)
  const refused = { email: 'P5-Other', comment: 'never', totalGB: 5 }
  expect(await me.post(`${clients}/update/p5`, refused)).toMatchObject({ success: false, field: 'email' })
  expect(await wholeState(t.panel)).toBe(before)
  expect(await me.post(`${clients}/update/p5`, { email: 'p5-new' })).toMatchObject({ success: true })
  const own = (await allInbounds(me)).filter(({ id }) => everywhere().includes(id))
  expect(own).toHaveLength(4)
  for (const inbound of own) {
    const names = inbound.settings.clients.map((c) => c.email)
    expect([names.includes('p5'), names.includes('p5-new')]).toEqual([false, true])
    expect(inbound.clientStats.map((s) => s.email)).toEqual(names)
  }
})

it('P9: parallel edits lose no field and no counter', async () => {
  await addClient(me, { email: 'p9' }, [vless.id])
  await Promise.all([
    me.post(`${clients}/update/p9`, { comment: 'a' }),
    me.post(`${clients}/update/p9`, { limitIp: 3 }),
    me.post(`${clients}/updateTraffic/p9`, { upload: 5, download: 6 }),
    me.post(`${clients}/p9/attach`, { inboundIds: [trojan.id] }),
    me.post(`${clients}/update/p9`, { tgId: 77 }),
  ])
  expect(await recordOf(me, 'p9')).toMatchObject({ comment: 'a', limitIp: 3, tgId: 77 })
  expect((await me.get(`${clients}/traffic/p9`)).obj).toMatchObject({ up: 5, down: 6 })
})

it('P13: an entry whose credential has drifted finds its client by email', async () => {
  await addClient(me, { email: 'p13' }, [vless.id])
  const id = '99999999-8888-4777-8666-555555555555'
  const list = (await allInbounds(me)).find((i) => i.id === vless.id)?.settings.clients ?? []
  const drifted = list.map((c) => (c.email === 'p13' ? { ...c, email: 'P13', id } : c))
  expect(await me.post(`${inbounds}/update/${vless.id}`, { settings: { clients: drifted } })).toMatchObject({
    success: true,
  })
  expect((await allClients(me)).filter((c) => c.email.toLowerCase() === 'p13')).toMatchObject([{ uuid: id }])
  expect(await me.post(`${clients}/del/p13`)).toMatchObject({ success: true })
})

it('P14, P15: a partial update and a toggle keep every other field', async () => {
  const all = {
    email: 'p14',
    comment: 'c',
    limitIp: 2,
    totalGB: 99,
    expiryTime: 4e12,
    tgId: 5,
    reset: 1,
    group: 'g',
  }
  await addClient(me, all, everywhere())
  const before = await recordOf(me, 'p14')
  for (const body of [
    { enable: false },
    { id: '', password: '', auth: '', subId: '', enable: false },
    { id: null, enable: false },
  ]) {
    expect(await me.post(`${clients}/update/p14`, body)).toMatchObject({ success: true })
    expect(await recordOf(me, 'p14')).toEqual({ ...before, enable: false, updatedAt: expect.any(Number) })
  }
  await me.post(`${clients}/update/p14`, { enable: true })
  expect(await recordOf(me, 'p14')).toEqual({ ...before, updatedAt: expect.any(Number) })
})

it('P16: attaching reuses the stored credentials on all inbounds', async () => {
  const second = await addInbound(me)
  await addClient(me, { email: 'p16' }, everywhere())
  const before = await recordOf(me, 'p16')
  await me.post(`${clients}/p16/attach`, { inboundIds: [second.id] })
  expect(await recordOf(me, 'p16')).toMatchObject({
    uuid: before?.uuid,
    password: before?.password,
    auth: before?.auth,
  })
  const entry = (await allInbounds(me)).find((i) => i.id === second.id)?.settings.clients[0]
  expect(entry?.id).toBe(before?.uuid)
})

it('P17: a retried or raced add or attach yields no second entry', async () => {
  const client = { email: 'p17', subId: 'p17-sub' }
  const adds = await times(8, () => me.post(`${clients}/add`, { client, inboundIds: [vless.id] }))
  expect(wins(adds)).toBe(1)
  const attaches = await times(8, () =>
    me.post(`${clients}/p17/attach`, { inboundIds: [trojan.id, trojan.id] }),
  )
  expect(wins(attaches)).toBe(8)
  const counts = (await allInbounds(me)).map(
    (i) => i.settings.clients.filter((c) => c.email === 'p17').length,
  )
  expect(counts.slice(0, 2)).toEqual([1, 1])
})

it('R19: the same email and subId is the same client, once per inbound; else one of 100 adds wins', async () => {
  const client = { email: 'p19d', subId: 'p19d-sub' }
  await addClient(me, client, [vless.id])
  await addClient(me, client, [trojan.id])
  expect(await me.post(`${clients}/add`, { client, inboundIds: [trojan.id] })).toMatchObject({
    success: false,
    field: 'email',
  })
  expect((await me.get(`${clients}/get/p19d`)).obj).toMatchObject({ inboundIds: [vless.id, trojan.id] })
  const adds = await times(100, (i) =>
    me.post(`${clients}/add`, { client: { email: i % 2 ? 'P100' : 'p100' }, inboundIds: [vless.id] }),
  )
  expect(wins(adds)).toBe(1)
  expect((await allClients(me)).filter((c) => c.email.toLowerCase() === 'p100')).toHaveLength(1)
})

it('R19: the same holds in a bulk call, for a stored client and for one of the same call', async () => {
  await addClient(me, { email: 'b19', subId: 'b19-sub', comment: 'kept' }, [vless.id])
  const uuid = (await recordOf(me, 'b19'))?.uuid
  const item = (email: string, subId: string, ...inboundIds: number[]) => ({
    client: { email, subId },
    inboundIds,
  })
  const { obj } = await me.post(`${clients}/bulkCreate`, [
    item('B19', 'b19-sub', trojan.id, vless.id),
    item('b19', 'b19-sub', trojan.id), // no longer missing
    item('b19', 'other-sub', hysteria.id),
    item('b19', '', hysteria.id),
    item('b19-new', 'b19-new-sub', vless.id),
    item('b19-new', 'b19-new-sub', trojan.id),
  ])
  const inUse = { email: 'b19', reason: expect.stringMatching(/^email already in use: b19\b/) }
  expect(obj).toMatchObject({ created: 3, skipped: [inUse, inUse, inUse] })
  const both = { inboundIds: [vless.id, trojan.id] }
  const got = async (email: string) => (await me.get(`${clients}/get/${email}`)).obj
  expect(await got('b19')).toMatchObject({ ...both, client: { uuid, comment: 'kept' } })
  expect(await got('b19-new')).toMatchObject(both)
  expect(await me.post(`${clients}/bulkDel`, { emails: ['b19', 'b19-new'] })).toMatchObject({ success: true })
})

it('P18: one edit shows on every attached inbound', async () => {
  await addClient(me, { email: 'p18' }, everywhere())
  await me.post(`${clients}/bulkDisable`, { emails: ['P18'] })
  const shown = (await allInbounds(me)).flatMap((i) => i.settings.clients.filter((c) => c.email === 'p18'))
  expect(shown.map((c) => c.enable)).toEqual([false, false, false, false])
})

it('P20: detaching the last inbound keeps the counters', async () => {
  await addClient(me, { email: 'p20' }, [vless.id])
  await me.post(`${clients}/updateTraffic/p20`, { upload: 1, download: 2 })
  await me.post(`${clients}/p20/detach`, { inboundIds: [vless.id] })
  expect((await me.get(`${clients}/traffic/p20`)).obj).toMatchObject({ up: 1, down: 2, inboundId: 0 })
})

it('P21: a bulk delete continues past unknown clients, reports them, and can be retried', async () => {
  await addClient(me, { email: 'p21' }, everywhere())
  const emails = ['nobody', 'p21', 'a/b', '\ud800', 'P21']
  const first = await me.post(`${clients}/bulkDel`, { emails })
  expect(first.obj).toMatchObject({
    deleted: 1,
    skipped: [{ email: 'nobody' }, { email: 'a/b' }, { email: '\ud800' }],
  })
  expect((await me.post(`${clients}/bulkDel`, { emails })).obj).toMatchObject({ deleted: 0 })
  // With its quotes: a random key may contain the three characters by chance.
  expect(JSON.stringify(await allInbounds(me)).toLowerCase()).not.toContain('"p21"')
})

it('P23: a case-only rename works in place; uniqueness ignores case', async () => {
  await addClient(me, { email: 'p23' }, [vless.id, trojan.id])
  await me.post(`${clients}/updateTraffic/p23`, { upload: 8, download: 0 })
  const before = await recordOf(me, 'p23')
  expect(await me.post(`${clients}/update/P23`, { email: 'P23' })).toMatchObject({ success: true })
  expect(await recordOf(me, 'p23')).toEqual({ ...before, email: 'P23', updatedAt: expect.any(Number) })
  expect((await me.get(`${clients}/traffic/p23`)).obj).toMatchObject({ email: 'P23', up: 8 })
  expect(await me.post(`${clients}/add`, { client: { email: 'p23' }, inboundIds: [vless.id] })).toMatchObject(
    { success: false },
  )
})

describe('P24: no path separator, space or control character in names', () => {
  it.each([
    'a/b',
    'a\\b',
    'a b',
    'a\u00a0b',
    'a\u2003b',
    'a\tb',
    'a\u0001b',
    'a\ud800b',
    'a\u007fb',
    'a>b',
    'a<b',
    `a'b`,
    'a"b',
    'a`b',
    '',
    ' ',
  ])('%j is refused', async (name) => {
    const before = await wholeState(t.panel)
    const inboundIds = [vless.id]
    expect(await me.post(`${clients}/add`, { client: { email: name }, inboundIds })).toMatchObject({
      success: false,
      field: 'email',
    })
    if (name !== '')
      expect(
        await me.post(`${clients}/add`, { client: { email: 'p24', subId: name }, inboundIds }),
      ).toMatchObject({ success: false, field: 'subId' })
    const listed = { settings: { clients: [{ email: name }] } }
    expect(await me.post(`${inbounds}/update/${vless.id}`, listed)).toMatchObject({
      success: false,
      field: 'settings.clients[0].email',
    })
    expect(await wholeState(t.panel)).toBe(before)
  })
})

it('P25: editing a client without an inbound keeps every field', async () => {
  await addClient(me, { email: 'p25' }, [vless.id])
  await me.post(`${clients}/p25/detach`, { inboundIds: [vless.id] })
  const fields = {
    comment: 'c',
    limitIp: 4,
    totalGB: 5,
    expiryTime: -86_400_000,
    tgId: 6,
    reset: 7,
    group: 'g',
    flow: 'xtls-rprx-vision',
  }
  expect(await me.post(`${clients}/update/p25`, { ...fields, email: 'p25b' })).toMatchObject({
    success: true,
  })
  expect(await recordOf(me, 'p25b')).toMatchObject(fields)
})

it('P46: a delete and a rename leave a tombstone, the operator may re-add at once', async () => {
  const stones = async () =>
    (await t.panel.db.read.selectFrom('client_tombstones').select('email_key').execute()).map(
      (s) => s.email_key,
    )
  await addClient(me, { email: 'P46' }, [vless.id])
  await me.post(`${clients}/del/p46`)
  expect(await stones()).toContain('p46')
  await addClient(me, { email: 'p46' }, [vless.id])
  expect(await stones()).not.toContain('p46')
  await me.post(`${clients}/update/p46`, { email: 'p46-new' })
  expect(await stones()).toContain('p46')
  await me.post(`${clients}/update/p46-new`, { email: 'p46' })
  expect(await stones()).not.toContain('p46')
})
