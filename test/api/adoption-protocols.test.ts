import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Adopted } from '#contract/adoption-api.ts'
import type { ClientWithAttachments } from '#contract/client.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Node, NodeQueue } from '#contract/node.ts'
import { type Far, ourPanel } from '#test/far-node.ts'
import { createNodeNet, type Host } from '#test/fixtures/node-net.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
let far: Far
let node: number
const writes: string[] = []
/** Reads; and between panels of our own "be exactly this", which changes nothing where it is so. */
const harmless = /\/(?:onlines|fleet\/look|fleet\/apply)$/

beforeAll(async () => {
  far = await ourPanel()
  const watched: Host = (path, options) => {
    if (options.method === 'POST' && !harmless.test(path)) writes.push(path)
    return far.host(path, options)
  }
  t = await testPanel({}, { egress: createNodeNet({ 'far.example.com': watched }).egress })
  me = await t.login()
  const body = { name: 'far', address: 'far.example.com', port: 443, apiToken: far.token }
  node = (await me.post<Node>('/panel/api/nodes/add', body)).obj.id
})
afterAll(async () => {
  await t.stop()
  await far.stop()
})

const plain = { network: 'tcp', security: 'none', tcpSettings: {} }
const files = { certificateFile: '/etc/far/cert.pem', keyFile: '/etc/far/key.pem' }
const kinds = {
  vision: {
    protocol: 'vless',
    settings: { decryption: 'none' },
    streamSettings: {
      network: 'tcp',
      security: 'reality',
      tcpSettings: {},
      realitySettings: {
        ...{ show: false, target: 'example.com:443', serverNames: ['example.com'], shortIds: ['ab12'] },
        ...{ privateKey: 'cBrnT1dW3YeHjZ9RfSNgLgFmlE4v0mMvPZyUmmFCxEs', minClientVer: '1.0.0' },
      },
    },
  },
  ws: {
    protocol: 'vless',
    settings: { decryption: 'none' },
    streamSettings: { network: 'ws', security: 'none' },
  },
  vmess: { protocol: 'vmess', settings: {}, streamSettings: plain },
  trojan: { protocol: 'trojan', settings: {}, streamSettings: plain },
  key: {
    protocol: 'shadowsocks',
    settings: {
      ...{ method: '2022-blake3-aes-128-gcm', network: 'tcp,udp' },
      password: Buffer.alloc(16, 1).toString('base64'),
    },
  },
  hysteria: {
    protocol: 'hysteria2',
    settings: { version: 2 },
    streamSettings: {
      network: 'hysteria',
      security: 'tls',
      tlsSettings: { alpn: ['h3'], certificates: [files] },
      hysteriaSettings: { version: 2 },
    },
  },
}

function firstEntry(rows: readonly Inbound[], tag: string): Record<string, unknown> | undefined {
  const clients = rows.find((row) => row.tag === tag)?.settings.clients
  return Array.isArray(clients) ? clients[0] : undefined
}

it('adopts every protocol with clients as it is, and the worker finds nothing to do', async () => {
  const ids: number[] = []
  for (const [tag, kind] of Object.entries(kinds)) {
    const made = await far.post('inbounds/add', { ...kind, tag, port: await freePort(), remark: tag })
    expect([tag, made.success, made.success || made]).toEqual([tag, true, true])
    ids.push((made.obj as { id: number }).id)
  }
  const zoe = { email: 'zoe', flow: 'xtls-rprx-vision', limitIp: 2, comment: 'a comment', totalGB: 5_000 }
  await far.post('clients/add', { client: zoe, inboundIds: ids })
  await far.post('clients/add', {
    client: { email: 'yan', enable: false, expiryTime: -86_400_000 },
    inboundIds: ids,
  })
  await far.meter('zoe', 100, 100)
  const before = await far.list()
  const calls = writes.length
  const { obj } = await me.post<Adopted>(`/panel/api/nodes/adopt/${node}`)
  expect(obj).toEqual({ inbounds: ids.length, clients: 2, attached: 0, skipped: [] })
  await Promise.all(await t.panel.fleet.workers.wakeAll())
  t.advance(3_700_000) // a whole compare
  await Promise.all(await t.panel.fleet.workers.wakeAll())
  expect((await me.get<NodeQueue>(`/panel/api/nodes/queue/${node}`)).obj).toEqual([])
  expect(writes.slice(calls)).toEqual([])
  const still = await far.list()
  expect(still.map(({ settings }) => settings)).toEqual(before.map(({ settings }) => settings))

  const entryOn = (tag: string) => firstEntry(before, tag) as Record<string, string> | undefined
  const here = (await me.get<ClientWithAttachments[]>('/panel/api/clients/list')).obj
  expect(here.find(({ email }) => email === 'zoe')).toMatchObject({
    ...{
      uuid: entryOn('vision')?.id,
      password: entryOn('trojan')?.password,
      auth: entryOn('hysteria')?.auth,
    },
    ...{ flow: 'xtls-rprx-vision', subId: entryOn('ws')?.subId, limitIp: 2, comment: 'a comment' },
    traffic: { up: 100, down: 100 },
  })
})

it('moves the renewal of a client to this panel, and nothing else changes on the node', async () => {
  const made = await far.post('inbounds/add', { ...kinds.ws, tag: 'more', port: await freePort() })
  const inboundIds = [(made.obj as { id: number }).id]
  await far.post('clients/add', {
    client: { email: 'xia', reset: 30, expiryTime: Date.now() + 9e9 },
    inboundIds,
  })
  const entry = async () => {
    return firstEntry(await far.list(), 'more')
  }
  const before = await entry()
  await me.post(`/panel/api/nodes/adopt/${node}`, { tags: ['more'] })
  for (let n = 0; n < 2; n++) await Promise.all(await t.panel.fleet.workers.wakeAll())
  expect(await entry()).toEqual({ ...before, reset: 0, updated_at: expect.anything() })
  const here = (await me.get<ClientWithAttachments[]>('/panel/api/clients/list')).obj
  expect(here.find(({ email }) => email === 'xia')).toMatchObject({ reset: 30, uuid: before?.id })
})
