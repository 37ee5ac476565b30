import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HealthReport } from '#contract/health-api.ts'
import type { Node } from '#contract/node.ts'
import { Refusal } from '#domain/refusal.ts'
import type { TlsProbed } from '#server/platform/egress/probe.ts'
import { type Far, threeXui } from '#test/far-node.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

// Checks that only a running panel makes: of its clients, its nodes, and the sites in front of its Reality inbounds.

const day = 86_400_000
const shown: TlsProbed = {
  address: '203.0.113.9',
  version: 'TLSv1.3',
  alpn: 'h2',
  group: 'X25519',
  distrust: '',
  latencyMs: 5,
  certificate: new X509Certificate(selfSigned(['site.example'], []).cert),
}
const closed = () => Promise.reject(new Refusal('other.said', { reason: 'Tests have no way out.' }))
const tls = async (host: string) => (host === 'site.example' ? shown : closed())

let t: TestPanel
let me: Visitor
let far: Far
let isUp = true
let node: number
beforeAll(async () => {
  far = await threeXui()
  const { egress } = createNodeNet({
    'x.example.com': async (...asked) => (isUp ? far.host(...asked) : { status: 502, text: '' }),
  })
  t = await testPanel({}, { egress, probe: { tcp: closed, udp: closed, tls } })
  me = await t.login()
})
afterAll(async () => {
  await t.stop()
  await far.stop()
})

async function find(id: string) {
  const { checks } = HealthReport.parse((await me.get('/panel/api/server/doctor')).obj)
  return checks.find((one) => one.id === id)
}
const setting = (key: string, value: unknown) => me.post('/panel/setting/update', { [key]: value })

it('says nothing of clients while there are none', async () => {
  for (const id of ['clients.today', 'clients.expiring', 'clients.depleted', 'subscriptions.off', 'logins'])
    expect([id, await find(id)]).toEqual([id, undefined])
  expect(await find('limits')).toMatchObject({ state: 'ok', subject: { kind: 'clients' } })
})

it('counts clients that end soon or have ended, as Home does, and refused logins', async () => {
  const { id } = await addInbound(me)
  await addClient(me, { email: 'soon', expiryTime: t.now() + day / 2 }, [id])
  await addClient(me, { email: 'renews', expiryTime: t.now() + day / 2, reset: 30 }, [id])
  await addClient(me, { email: 'over', expiryTime: t.now() - day }, [id])
  expect(await find('clients.today')).toMatchObject({
    state: 'note',
    sentence: '1 client expires within 24 hours.',
    action: { to: 'panel/clients?q=expires%3C1d+renew%3Ano' },
  })
  expect((await find('clients.depleted'))?.sentenceCoded.params).toEqual({ count: 1 })
  const payload = { ...admin, password: 'no' }
  await t.inject({ method: 'POST', url: '/login', payload, remoteAddress: '203.0.113.5' })
  expect(await find('logins')).toMatchObject({
    state: 'warn',
    sentenceCoded: { code: 'health.logins-refused', params: { count: 1, address: '203.0.113.5' } },
  })
})

it('says that subscriptions are off, and that IP limits are', async () => {
  expect(await find('subscriptions.off')).toBeUndefined()
  await setting('subEnable', false)
  expect(await find('subscriptions.off')).toMatchObject({ state: 'note' })
  const { id } = await addInbound(me)
  await addClient(me, { email: 'two', limitIp: 2 }, [id])
  expect(await find('limits.ip')).toBeUndefined()
  await setting('ipLimitEnable', false)
  expect(await find('limits.ip')).toMatchObject({
    state: 'warn',
    sentenceCoded: { params: { count: 1 } },
    action: { to: 'panel/settings?section=traffic&at=ipLimitEnable' },
  })
})

it('counts clients whose limits do not hold on a panel of another kind: own ones, and those of a group or a plan', async () => {
  const body = { name: 'x', address: 'x.example.com', port: 443, apiToken: far.token }
  node = (await me.post<Node>('/panel/api/nodes/add', body)).obj.id
  const { id: placed } = await addInbound(me, { listen: '', nodeId: node })
  await addClient(me, { email: 'free' }, [placed])
  expect(await find('limits.nodes')).toBeUndefined()
  await addClient(me, { email: 'own', speedDown: 1_000_000 }, [placed])
  await me.post(`${clients}/groups/create`, { name: 'gold', whenEnded: 'slow' })
  await addClient(me, { email: 'ofGroup', group: 'gold' }, [placed])
  const plan = await me.post<{ id: number }>('/panel/api/plans/add', {
    name: 'p',
    speedUp: 9_000,
    inboundIds: [],
  })
  await addClient(me, { email: 'ofPlan', planId: plan.obj.id }, [placed])
  expect(await find('limits.nodes')).toMatchObject({ state: 'note', sentenceCoded: { params: { count: 3 } } })
})

it('says what a node needs, and why', async () => {
  expect(await find('nodes')).toMatchObject({ state: 'ok', sentenceCoded: { params: { count: 1 } } })
  isUp = false
  await me.post(`/panel/api/nodes/probe/${node}`)
  const { checks } = HealthReport.parse((await me.get('/panel/api/server/doctor')).obj)
  expect(checks.filter(({ id }) => id.startsWith('nodes'))).toMatchObject([
    { id: `nodes.node-${node}-offline`, state: 'bad', subject: { kind: 'node', name: 'x' } },
  ])
})

it('looks at the site in front of a Reality inbound', async () => {
  const reality = (target: string, serverNames: string[]) => ({
    streamSettings: { network: 'tcp', security: 'reality', realitySettings: { target, serverNames } },
  })
  const good = await addInbound(me, reality('site.example:443', ['site.example']))
  const other = await addInbound(me, reality('site.example:443', ['site.example', 'other.example']))
  const gone = await addInbound(me, reality('gone.example:443', ['gone.example']))
  const here = await addInbound(me, reality('8443', ['a.example']))
  const codeOf = async ({ id }: { id: number }) => (await find(`reality.inbound-${id}`))?.sentenceCoded.code
  expect([await codeOf(good), await codeOf(other), await codeOf(gone), await codeOf(here)]).toEqual([
    'health.reality-good',
    'health.reality-other-name',
    'health.reality-silent',
    'health.reality-local',
  ])
})
