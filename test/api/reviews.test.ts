import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HostsReview } from '#contract/hosts-api.ts'
import type { SettingsReview } from '#contract/settings-api.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { wholeState } from '#test/state.ts'

let t: TestPanel
let me: Visitor
let first: number
let second: number
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
  first = (await addInbound(me, { remark: 'Frankfurt' })).id
  second = (await addInbound(me, { remark: 'Paris' })).id
  await addClient(me, { email: 'ann' }, [first, second])
  await addClient(me, { email: 'bob' }, [first])
})
afterAll(() => t.stop())

const ofSettings = async (body: object) => me.post<SettingsReview>('/panel/api/setting/review', body)
const ofHosts = async (body: object) => me.post<HostsReview>('/panel/api/hosts/review', body)

it('a review of settings says what changes, what waits for a restart and whose addresses stop, and stores nothing', async () => {
  const before = await wholeState(t.panel)
  const { obj } = await ofSettings({ subPath: 'other', webPort: 3333, smtpPassword: 'secret' })
  expect(obj).toMatchObject({
    restart: ['webPort'],
    panelMoves: true,
    subscriptionsStop: true,
    linksChange: false,
    subscriptions: 2,
  })
  expect(obj.changes).toContainEqual({ key: 'subPath', before: '/sub/', after: '/other/' })
  expect(JSON.stringify(obj)).not.toContain('secret')
  expect(obj.subscriptionAddress?.before).toMatch(/\/sub\/$/)
  expect(obj.subscriptionAddress?.after).toMatch(/\/other\/$/)
  expect(await wholeState(t.panel)).toBe(before)
})

it('a review of settings is refused where the save would be', async () => {
  expect(await ofSettings({ webPort: 2096 })).toMatchObject({ success: false, field: expect.any(String) })
  expect(await ofSettings({ webCertFile: '/no/such/file' })).toMatchObject({ success: false })
  expect((await ofSettings({ publicHost: 'a.example' })).obj).toMatchObject({
    linksChange: true,
    subscriptionsStop: false,
    restart: [],
  })
})

it('a review of hosts says which links change and of how many clients, for a save and for a deletion', async () => {
  const host = { hosts: ['cdn.example'], inboundIds: [first] }
  const fresh = await ofHosts({ host })
  expect(fresh.obj).toMatchObject({
    inbounds: [{ id: first, remark: 'Frankfurt', clients: 2 }],
    clients: 2,
    subscriptions: 2,
  })
  expect(fresh.obj.changes.map(({ path }) => path)).toEqual(['hosts', 'inboundIds'])

  const [made] = (await me.post<{ groupId: string }[]>('/panel/api/hosts/add', host)).obj
  const groupId = made?.groupId
  const before = await wholeState(t.panel)
  // Only the inbound that joins gets other links; the address itself stays.
  const wider = { ...host, inboundIds: [first, second] }
  expect((await ofHosts({ groupId, host: wider })).obj).toMatchObject({
    inbounds: [{ id: second, clients: 1 }],
    clients: 1,
  })
  expect((await ofHosts({ groupId, host: { ...host, port: 8443 } })).obj).toMatchObject({ clients: 2 })
  expect((await ofHosts({ groupId, host: { ...host, tags: ['x'] } })).obj).toMatchObject({ clients: 0 })
  expect((await ofHosts({ groupId, host })).obj).toMatchObject({ changes: [], clients: 0, inbounds: [] })
  expect((await ofHosts({ groupId })).obj).toMatchObject({ clients: 2, subscriptions: 2 })
  expect(await ofHosts({ groupId: 'nobody' })).toMatchObject({ success: false })
  expect(await ofHosts({ host: { hosts: ['x'], inboundIds: [9999] } })).toMatchObject({ success: false })
  expect(await wholeState(t.panel)).toBe(before)
})

it('a review of hosts counts inbounds behind a fallback, leaves hidden addresses out, and reads an order', async () => {
  const tls = { network: 'tcp', security: 'tls', tlsSettings: {} }
  const master = (await addInbound(me, { remark: 'Master', streamSettings: tls })).id
  const child = (await addInbound(me, { remark: 'Child', listen: '127.0.0.1' })).id
  await me.post(`/panel/api/inbounds/${master}/fallbacks`, { fallbacks: [{ childId: child, path: '/c' }] })
  await addClient(me, { email: 'cid' }, [child])
  const host = (name: string) => ({ hosts: [name], inboundIds: [master] })
  const ofMaster = { inbounds: [{ remark: 'Master' }, { remark: 'Child', clients: 1 }], clients: 1 }
  expect((await ofHosts({ host: host('one.example') })).obj).toMatchObject(ofMaster)
  const unseen = await ofHosts({ host: { ...host('one.example'), isHidden: true } })
  expect(unseen.obj).toMatchObject({ inbounds: [], clients: 0 })

  const add = async (name: string) =>
    (await me.post<{ groupId: string }[]>('/panel/api/hosts/add', host(name))).obj[0]?.groupId ?? ''
  const [one, two] = [await add('one.example'), await add('two.example')]
  await me.post('/panel/api/hosts/reorder', { ids: [one, two] })
  const before = await wholeState(t.panel)
  const turned = await ofHosts({ order: [two, one] })
  expect(turned.obj).toMatchObject(ofMaster)
  expect(turned.obj.changes).toMatchObject([
    { path: 'order', after: expect.arrayContaining(['two.example']) },
  ])
  expect((await ofHosts({ order: [one, two] })).obj).toMatchObject({ changes: [], inbounds: [] })
  expect(await ofHosts({ order: ['nobody'] })).toMatchObject({ success: false })
  expect(await wholeState(t.panel)).toBe(before)
})

it.each([
  ['nothing', {}],
  ['no list', { host: { hosts: ['x'], inboundIds: 'first' } }],
  ['an unknown inbound', { host: { hosts: ['x'], inboundIds: [9999] } }],
  ['no inbound', { host: { hosts: ['x'], inboundIds: [] } }],
  ['fields outside of host', { hosts: ['x'], inboundIds: 'first' }],
])('a review of hosts with %s is refused with a sentence', async (_, body) => {
  const reply = await ofHosts(body)
  expect(reply).toMatchObject({ success: false, field: expect.any(String) })
  expect(reply.msg).toMatch(/[a-z]{3,}.*\./)
})
