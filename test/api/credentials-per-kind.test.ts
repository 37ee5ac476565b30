import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ClientRecord } from '#contract/client.ts'
import { isValidKey } from '#domain/clients/credentials.ts'
import {
  addClient,
  addInbound,
  allInbounds,
  clients,
  inbounds,
  type ListedInbound,
  recordOf,
} from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const method = '2022-blake3-aes-256-gcm'
let t: TestPanel
let me: Visitor
let trojan: ListedInbound
let keyed: ListedInbound
let legacy: ListedInbound
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  trojan = await addInbound(me, { protocol: 'trojan', remark: 'one' })
  keyed = await addInbound(me, { protocol: 'shadowsocks', remark: 'two', settings: { method } })
  legacy = await addInbound(me, {
    protocol: 'shadowsocks',
    remark: 'three',
    settings: { method: 'aes-256-gcm' },
  })
})
afterAll(() => t.stop())

const linksOf = async (email: string) => (await me.get<string[]>(`${clients}/links/${email}`)).obj
const entryOf = async (inbound: ListedInbound, email: string) =>
  (await allInbounds(me)).find((i) => i.id === inbound.id)?.settings.clients.find((c) => c.email === email)
const attach = (email: string, ...to: ListedInbound[]) =>
  me.post(`${clients}/${email}/attach`, { inboundIds: to.map((i) => i.id) })

it('attaching to Shadowsocks 2022 keeps the password in use, and every link with it', async () => {
  for (const [email, first] of [
    ['ann', trojan],
    ['bob', legacy],
  ] as const) {
    await addClient(me, { email, password: `${email} phrase` }, [first.id])
    const before = await linksOf(email)
    expect(await attach(email, keyed)).toMatchObject({ success: true })
    const after = await linksOf(email)
    expect(after).toHaveLength(2)
    expect(after).toContain(before[0])
    const record = await recordOf(me, email)
    expect(record?.password).toBe(`${email} phrase`)
    const key = record?.shadowsocksKey ?? ''
    expect(isValidKey(method, key)).toBe(true)
    expect((await entryOf(first, email))?.password).toBe(`${email} phrase`)
    expect((await entryOf(keyed, email))?.password).toBe(key)
    expect(after.some((link) => link.includes(encodeURIComponent(key)) || decoded(link).includes(key))).toBe(
      true,
    )
  }
})

const decoded = (link: string): string => Buffer.from(link.split('@')[0]?.slice(5) ?? '', 'base64').toString()

it('a client of Shadowsocks 2022 alone has its key as the password', async () => {
  await addClient(me, { email: 'sam', password: 'no key' }, [keyed.id])
  const sam = await recordOf(me, 'sam')
  expect(isValidKey(method, sam?.password ?? '')).toBe(true)
  expect(sam).not.toHaveProperty('shadowsocksKey')
  await attach('sam', trojan)
  expect(await recordOf(me, 'sam')).toMatchObject({ password: sam?.password })
  expect(await recordOf(me, 'sam')).not.toHaveProperty('shadowsocksKey')
})

it('an inbound that is written back as it was read changes no client', async () => {
  const before = await linksOf('ann')
  for (const inbound of [trojan, keyed]) {
    const now = (await allInbounds(me)).find((i) => i.id === inbound.id)
    expect(await me.post(`${inbounds}/update/${inbound.id}`, { ...now })).toMatchObject({ success: true })
  }
  expect(await linksOf('ann')).toEqual(before)
})

it('another key in the list of the Shadowsocks inbound changes only the key there', async () => {
  const key = Buffer.alloc(32, 'k').toString('base64')
  const now = (await allInbounds(me)).find((i) => i.id === keyed.id)
  const settings = {
    ...now?.settings,
    clients: now?.settings.clients.map((c) => (c.email === 'ann' ? { ...c, password: key } : c)),
  }
  expect(await me.post(`${inbounds}/update/${keyed.id}`, { ...now, settings })).toMatchObject({
    success: true,
  })
  expect(await recordOf(me, 'ann')).toMatchObject({ password: 'ann phrase', shadowsocksKey: key })
})

it('no other client may have that key on the inbound, as a password or as a key', async () => {
  const key = (await recordOf(me, 'ann'))?.shadowsocksKey
  const body = { client: { email: 'eve', password: key }, inboundIds: [keyed.id] }
  expect(await me.post(`${clients}/add`, body)).toMatchObject({ success: false })
  const own = {
    client: { email: 'eve', password: 'eve', shadowsocksKey: key },
    inboundIds: [keyed.id, trojan.id],
  }
  expect(await me.post(`${clients}/add`, own)).toMatchObject({ success: false })
})

it('the key is in the export and the list, but not in the audit trail', async () => {
  const listed = (await me.get<ClientRecord[]>(`${clients}/list`)).obj
  const ann = await recordOf(me, 'ann')
  expect(listed.find((c) => c.email === 'ann')).toMatchObject({ shadowsocksKey: ann?.shadowsocksKey })
  expect(listed.find((c) => c.email === 'sam')).not.toHaveProperty('shadowsocksKey')
  const data = JSON.stringify((await me.get(`${clients}/export`)).obj)
  await me.post(`${clients}/del/ann`)
  expect(await me.post(`${clients}/import`, { data })).toMatchObject({ success: true })
  expect(await recordOf(me, 'ann')).toMatchObject({
    password: 'ann phrase',
    shadowsocksKey: ann?.shadowsocksKey,
  })
  const trail = await t.panel.db.read.selectFrom('audit').select(['before', 'after']).execute()
  expect(JSON.stringify(trail)).not.toContain(ann?.shadowsocksKey)
})

it('a new password generates a new key too', async () => {
  const before = await recordOf(me, 'ann')
  await me.post(`${clients}/update/ann`, { password: 'a new phrase' })
  const after = await recordOf(me, 'ann')
  expect(after?.password).toBe('a new phrase')
  expect(after?.shadowsocksKey).not.toBe(before?.shadowsocksKey)
  expect(isValidKey(method, after?.shadowsocksKey ?? '')).toBe(true)
})
