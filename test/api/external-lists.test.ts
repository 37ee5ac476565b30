import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { createWorld, type Site, startSite } from '#test/fixtures/loopback-net.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, subscriberOf } from '#test/subscriber.ts'

// External links of the kind `subscription`: lists of somebody else, in every format of a client's subscription.

let t: ServedPanel
let me: Visitor
let site: Site
/** A client needs an inbound; a disabled one is in no subscription. */
let off: number
let answers: Record<string, { status?: number; body: string; location?: string }> = {}
let asked: string[] = []
let clock = 1_800_000_000_000

const one = 'trojan://one@one.example:443?security=tls&sni=one.example&type=tcp#one'
const two = 'trojan://two@two.example:443?security=tls&sni=two.example&type=tcp#two'
const own = 'trojan://own@own.example:443?security=tls&sni=own.example&type=tcp'

beforeAll(async () => {
  site = await startSite((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    const { status = 200, body, location } = answers[request.url ?? ''] ?? { status: 404, body: '' }
    response.writeHead(status, location === undefined ? {} : { location }).end(body)
  })
  const names = { 'list.example': [['93.184.215.14']], 'inside.example': [['10.0.0.1']] }
  const egress = createEgress(createWorld(names, () => site.port))
  t = await servedPanel({}, { egress, now: () => clock })
  me = await t.login()
  off = (await addInbound(me, { enable: false })).id
  const formats = { subJsonEnable: true, subClashEnable: true, subJsonAlwaysArray: true, subEncrypt: true }
  expect(await me.post('/panel/setting/update', formats)).toMatchObject({ success: true })
})
afterAll(async () => {
  await t.stop()
  await site.stop()
})
beforeEach(() => {
  clock += 3_600_000
  asked = []
})

const list = (path: string, more: object = {}) => ({
  ...{ kind: 'subscription', value: `http://list.example${path}`, remark: 'a label', ...more },
})

async function give(email: string, externalLinks: object[]): Promise<void> {
  const body = { externalLinks }
  expect(await me.post(`/panel/api/clients/${email}/externalLinks`, body)).toMatchObject({ success: true })
}

async function fetched(subId: string, path: 'subPath' | 'subJsonPath' | 'subClashPath' = 'subPath') {
  const { [path]: at } = t.panel.settings.current()
  const reply = await subscriberOf(t.subPort)(`${at}${subId}`)
  expect(reply.status).toBe(200)
  return reply.body
}
const links = async (subId: string) => linksIn(await fetched(subId)).filter((link) => link !== '')

it('a list is fetched and its links come in its place, in every format and for the operator', async () => {
  const inbound = await addInbound(me, { protocol: 'vless' })
  await addClient(me, { email: 'ann', subId: 'ann-id' }, [inbound.id])
  answers = { '/a': { body: Buffer.from(`${one}\n${two}\nhttps://shop.example\n`).toString('base64') } }
  await give('ann', [
    { kind: 'link', value: own, remark: 'first' },
    list('/a'),
    { kind: 'link', value: own, remark: 'last' },
  ])
  const external = [`${own}#first`, one, two, `${own}#last`]
  expect((await links('ann-id')).slice(1)).toEqual(external)
  expect(asked).toEqual(['list.example/a'])
  const configs = JSON.parse(await fetched('ann-id', 'subJsonPath')) as { remarks: string }[]
  expect(configs.map(({ remarks }) => remarks).slice(1)).toEqual(['first', 'one', 'two', 'last'])
  const clash = await fetched('ann-id', 'subClashPath')
  for (const server of ['one.example', 'two.example', 'own.example']) expect(clash).toContain(server)
  const copied = await me.get<string[]>('/panel/api/clients/links/ann')
  expect(copied.obj.slice(1)).toEqual(external)
  const served = await me.get<string[]>('/panel/api/clients/subLinks/ann-id')
  expect(served.obj.slice(1)).toEqual(external)
  expect(asked).toHaveLength(1)
})

it('a list that fails takes nothing else away, and its last answer stays', async () => {
  await addClient(me, { email: 'bob', subId: 'bob-id' }, [off])
  answers = { '/b': { status: 500, body: '' } }
  await give('bob', [list('/b'), { kind: 'link', value: own, remark: '' }])
  expect(await links('bob-id')).toEqual([own])
  answers = { '/b': { body: one } }
  // It is tried again after a minute, not at every fetch.
  expect(await links('bob-id')).toEqual([own])
  expect(asked).toHaveLength(1)
  clock += 61_000
  await links('bob-id')
  await expect.poll(() => links('bob-id')).toEqual([one, own])
  answers = {}
  clock += 3_600_000
  await links('bob-id')
  await expect.poll(() => asked.length).toBe(3)
  expect(await links('bob-id')).toEqual([one, own])
})

it('clients with one id show the lists of those that are in service, each list once', async () => {
  answers = { '/c': { body: one }, '/d': { body: two }, '/e': { body: two } }
  await addClient(me, { email: 'cid', subId: 'shared' }, [off])
  await addClient(me, { email: 'dan', subId: 'dan-own' }, [off])
  await addClient(me, { email: 'eve', subId: 'eve-own' }, [off])
  await t.panel.db.write((tx) =>
    tx.updateTable('clients').set({ sub_id: 'shared' }).where('email', 'in', ['dan', 'eve']).execute(),
  )
  await give('cid', [list('/c'), list('/d', { enable: false })])
  await give('dan', [list('/c'), list('/e', { expiryTime: clock - 1 })])
  await give('eve', [list('/d')])
  await me.post('/panel/api/clients/bulkDisable', { emails: ['eve'] })
  expect(await links('shared')).toEqual([one])
  expect(asked).toEqual(['list.example/c'])
  await me.post('/panel/api/clients/bulkEnable', { emails: ['eve'] })
  expect(await links('shared')).toEqual([one, two])
})

it('a list inside a private network is not fetched, nor one that leads there', async () => {
  answers = { '/f': { status: 302, body: '', location: 'http://inside.example/a' }, '/a': { body: one } }
  await addClient(me, { email: 'fay', subId: 'fay-id' }, [off])
  await give('fay', [
    list('', { value: 'http://inside.example/a' }),
    list('', { value: 'http://127.0.0.1/a' }),
    list('/f'),
    { kind: 'link', value: own, remark: '' },
  ])
  expect(await links('fay-id')).toEqual([own])
  expect(asked).toEqual(['list.example/f'])
})
