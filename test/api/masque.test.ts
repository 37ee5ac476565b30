import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block, Inbound } from '#contract/inbound.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { addClient, addInbound, allInbounds, clients, inbounds, recordOf } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// Clients of MASQUE inbounds (ADR 147). Here is no core; test/e2e/masque-clients has one.

let t: ServedPanel
let me: Visitor
let get: Subscriber
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
  expect(await me.post('/panel/api/setting/update', { subJsonEnable: true })).toMatchObject({ success: true })
})
afterAll(() => t.stop())

const { protocol, settings, streamSettings } = cellInbound({
  ...{ protocol: 'masque', network: 'masque', security: 'tls' },
})
const tunnel = (more: object = {}) => addInbound(me, { protocol, settings, streamSettings, ...more })
const add = (email: string, more: object, ids: number[]) =>
  me.post(`${clients}/add`, { client: { email, subId: `${email}-sub`, ...more }, inboundIds: ids })
const update = (email: string, patch: object) =>
  me.post(`${clients}/update/${encodeURIComponent(email)}`, { email, ...patch })
const usersOf = async (tag: string): Promise<Block[]> => {
  const { obj } = await me.get<{ inbounds: { tag: string; settings: { clients?: Block[] } }[] }>(
    '/panel/api/server/getConfigJson',
  )
  return obj.inbounds.find((one) => one.tag === tag)?.settings.clients ?? []
}
const refused = (field: string, words: RegExp) =>
  expect.objectContaining({ success: false, field, msg: expect.stringMatching(words) })

describe('a client on a MASQUE inbound', () => {
  it('gets a password, and is a user by its name', async () => {
    const { id, tag } = await tunnel()
    await add('mia', {}, [id])
    const { password = '' } = (await recordOf(me, 'mia')) ?? {}
    expect(password).toMatch(/^[0-9a-f]{32}$/)
    expect(await usersOf(tag)).toEqual([{ email: 'mia', pass: password }])
    const listed = (await allInbounds(me)).find((one) => one.id === id)?.settings.clients
    expect(listed).toMatchObject([{ email: 'mia', password }])
    await update('mia', { enable: false })
    expect(await usersOf(tag)).toEqual([])
    await update('mia', { enable: true, password: 'own' })
    expect(await usersOf(tag)).toEqual([{ email: 'mia', pass: 'own' }])
  })

  it('may have the password of another one: it is known by its name', async () => {
    const { id, tag } = await tunnel()
    for (const email of ['ben', 'cat'])
      expect(await add(email, { password: 'same' }, [id])).toMatchObject({ success: true })
    expect(await usersOf(tag)).toEqual([
      { email: 'ben', pass: 'same' },
      { email: 'cat', pass: 'same' },
    ])
  })

  it('has its server in the JSON feed alone, and is told so', async () => {
    const { id } = await tunnel({ remark: 'Tunnel' })
    await add('noa', {}, [id])
    const [json, raw, page] = await Promise.all([
      get('/json/noa-sub'),
      get('/sub/noa-sub'),
      get('/sub/noa-sub', { accept: 'text/html' }),
    ])
    const { outbounds } = JSON.parse(json.body)
    const { password = '' } = (await recordOf(me, 'noa')) ?? {}
    expect(outbounds[0]).toMatchObject({
      protocol: 'masque',
      streamSettings: { network: 'masque', security: 'tls', masqueSettings: { user: 'noa', pass: password } },
    })
    expect(linksIn(raw.body).filter(Boolean)).toEqual([])
    expect((await me.get<string[]>(`${clients}/links/noa`)).obj).toEqual([])
    expect(page.body).toContain('Tunnel')
    expect(page.body).toContain('Xray 26.9.30 or newer')
    expect((await get('/sub/noa-sub?qr=0', { accept: 'text/html' })).status).toBe(404)
  })
})

it('keeps its plain name, whatever is counted apart: it is the login', async () => {
  const { id, tag } = await tunnel()
  const other = await addInbound(me, { protocol: 'vless' })
  await add('pia', { password: 'kept' }, [id, other.id])
  const set = (trafficPerInbound: boolean) => me.post('/panel/api/setting/update', { trafficPerInbound })
  expect(await set(true)).toMatchObject({ success: true })
  expect(await usersOf(tag)).toEqual([{ email: 'pia', pass: 'kept' }])
  expect(await usersOf(other.tag)).toMatchObject([{ email: `@${other.id}/pia` }])
  await set(false)
  const body = { ...(await allInbounds(me)).find((one) => one.id === id), trafficMultiplier: 2 }
  expect(await me.post(`${inbounds}/update/${id}`, body)).toEqual(
    refused('trafficMultiplier', /counted apart/),
  )
})

describe('a name with a colon', () => {
  it('is refused wherever it would come to MASQUE, and nothing is written', async () => {
    const { id, tag } = await tunnel()
    const other = await addInbound(me, { protocol: 'vless' })
    const wrong = refused('email', /colon/)
    expect(await add('a:b', {}, [id])).toEqual(wrong)
    expect(await recordOf(me, 'a:b')).toBeUndefined()
    await addClient(me, { email: 'c:d' }, [other.id])
    expect(await update('c:d', { comment: 'stays' })).toMatchObject({ success: true })
    const path = `${clients}/${encodeURIComponent('c:d')}/attach`
    expect(await me.post(path, { inboundIds: [id] })).toEqual(wrong)
    await add('eve', {}, [id])
    expect(await update('eve', { email: 'e:ve' })).toEqual(wrong)
    expect((await usersOf(tag)).map(({ email }) => email)).toEqual(['eve'])
    const listed = { ...settings, clients: [{ email: 'x:y', password: 'p' }] }
    const body = { protocol, settings: listed, streamSettings, port: 24_999, listen: '127.77.9.9' }
    expect(await me.post(`${inbounds}/add`, body)).toEqual(wrong)
    const changed = { ...other, protocol, settings, streamSettings }
    expect(await me.post(`${inbounds}/update/${other.id}`, changed)).toEqual(wrong)
    expect((await allInbounds(me)).find((one) => one.id === other.id)?.protocol).toBe('vless')
  })
})

describe('on a node', () => {
  const node = async (name: string, fleet: number, version: string) => {
    const values = {
      name,
      address: `${name}.example`,
      port: 443,
      api_token: 'x',
      fleet,
      xray_version: version,
    }
    return t.panel.db.write((tx) =>
      tx.insertInto('nodes').values(values).returning('id').executeTakeFirstOrThrow(),
    )
  }
  const place = async (nodeId: number) =>
    me.post<Inbound>(`${inbounds}/add`, { protocol, settings, streamSettings, port: 25_000 + nodeId, nodeId })

  it.each([
    ['other', 0, '26.10.10', /3x-ui/],
    ['old', 5, '26.7.28', /26\.7\.28.*26\.9\.30/],
    ['older', 5, 'v26.9.9', /26\.9\.9.*26\.9\.30/],
  ])('that is %s it is refused', async (name, fleet, version, words) => {
    const { id } = await node(name, fleet, version)
    expect(await place(id)).toEqual(refused('nodeId', words))
  })

  it.each([
    ['new', 5, '26.9.30'],
    ['silent', -1, ''],
  ])('that is %s it can be placed', async (name, fleet, version) => {
    const { id } = await node(name, fleet, version)
    expect(await place(id)).toMatchObject({ success: true })
  })
})

it('an exported inbound is imported with its clients', async () => {
  const { id } = await tunnel({ remark: 'Moved' })
  await add('ida', { password: 'kept' }, [id])
  const body = (await allInbounds(me)).find((one) => one.id === id)
  await me.post(`${inbounds}/del/${id}`)
  await me.post(`${clients}/del/ida`)
  const reply = await me.post<Inbound>(`${inbounds}/import`, { data: JSON.stringify(body) })
  expect(reply, reply.msg).toMatchObject({ success: true })
  expect(await usersOf(reply.obj.tag)).toEqual([{ email: 'ida', pass: 'kept' }])
})
