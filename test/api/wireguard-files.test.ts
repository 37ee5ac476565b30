import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireguardFiles } from '#contract/clients-api.ts'
import type { Node } from '#contract/node.ts'
import { publicKeyOf } from '#domain/wireguard/keys.ts'
import { hostOf } from '#test/far-node.ts'
import { createFakeNode } from '#test/fixtures/fake-node.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { addClient, addInbound, clients, recordOf } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { type Subscriber, subscriberOf } from '#test/subscriber.ts'

// What people get for WireGuard's own app: on their page, and from the panel's API (ADR 145).

const secretKey = 'SK+8+RhcFaVhoBoxK4AY24ZudXs2Ib2fptjT98lQBmQ='
const fake = createFakeNode('ams')
const net = createNodeNet({ 'ams.example.com': hostOf(fake) })
let t: ServedPanel
let me: Visitor
let get: Subscriber
const placed: number[] = []
beforeAll(async () => {
  t = await servedPanel({}, { egress: net.egress })
  me = await t.login()
  get = subscriberOf(t.subPort)
  await me.post('/panel/setting/update', { publicHost: 'here.example.com' })
  const body = { name: 'ams', address: 'ams.example.com', port: 443, apiToken: 't' }
  const nodeId = (await me.post<Node>('/panel/api/nodes/add', body)).obj.id
  const tunnel = { protocol: 'wireguard', listen: '', streamSettings: {} }
  const settings = { secretKey, peers: [], address: ['10.0.0.1/24'], mtu: 1380, dns: '9.9.9.9' }
  placed.push((await addInbound(me, { remark: 'web', listen: '' })).id)
  placed.push((await addInbound(me, { ...tunnel, remark: 'Here', port: 51_820, settings })).id)
  placed.push((await addInbound(me, { ...tunnel, remark: 'Far', port: 51_821, settings, nodeId })).id)
  await addClient(me, { email: 'ann', subId: 'ann-sub', keepAlive: 25 }, placed)
})
afterAll(() => t.stop())

const files = async (email: string) => (await me.get<WireguardFiles>(`${clients}/wireguard/${email}`)).obj

describe('the files of a client', () => {
  it('are one for each WireGuard inbound, also of a node, and the same on the page', async () => {
    const { files: made, left } = await files('ann')
    const { privateKey } = (await recordOf(me, 'ann')) ?? {}
    expect(left).toEqual([])
    expect(made.map(({ file }) => file)).toEqual(['Here-ann.conf', 'Far-ann.conf'])
    for (const [i, endpoint] of ['here.example.com:51820', 'ams.example.com:51821'].entries()) {
      const lines = made[i]?.text.split('\n')
      for (const line of [
        `PrivateKey = ${privateKey}`,
        `PublicKey = ${publicKeyOf(secretKey)}`,
        `Endpoint = ${endpoint}`,
        'Address = 10.0.0.2/32',
        'DNS = 9.9.9.9',
        'MTU = 1380',
        'PersistentKeepalive = 25',
      ])
        expect(lines).toContain(line)
      const sent = await get(`/sub/ann-sub?conf=${i + 1}`)
      expect([sent.status, sent.headers['content-disposition'], sent.headers['content-type']]).toEqual([
        200,
        expect.stringContaining(`filename="${made[i]?.file}"`),
        'application/octet-stream',
      ])
      expect(sent.body).toBe(made[i]?.text)
      expect(sent.headers['cache-control']).toContain('no-store')
    }
  })

  it('are linked on the page with their codes, and nothing else has one', async () => {
    const page = await get('/sub/ann-sub?html=1', { 'accept-language': 'en' })
    for (const part of ['href="?conf=1"', 'src="?qr=conf1"', 'href="?conf=2"', 'src="?qr=conf2"'])
      expect(page.body).toContain(part)
    expect(page.body).toContain('Install the WireGuard app')
    expect((await get('/sub/ann-sub?qr=conf1')).headers['content-type']).toContain('image/svg+xml')
    for (const part of [
      'conf=0',
      'conf=3',
      'conf=',
      'conf=x',
      'conf=-1',
      'qr=conf0',
      'qr=conf',
      'qr=confx',
    ]) {
      const { status, body } = await get(`/sub/ann-sub?${part}`)
      expect([part, status, body]).toEqual([part, 404, ''])
    }
    expect((await get('/sub/nobody?conf=1')).status).toBe(404)
  })

  it('are not handed out to a client that has ended, but the operator has them', async () => {
    await me.post(`${clients}/update/ann`, { enable: false })
    expect((await get('/sub/ann-sub?conf=1')).status).toBe(404)
    expect((await get('/sub/ann-sub?html=1')).body).not.toContain('?conf=')
    expect((await files('ann')).files).toHaveLength(2)
    await me.post(`${clients}/update/ann`, { enable: true })
    expect((await get('/sub/ann-sub?conf=1')).status).toBe(200)
  })

  it('lack the key that is on the device only, and say why there is none: only some apps know the mask', async () => {
    const publicKey = 'XVygCcTdjNza3un4fC9c2MlMW9vo8entcv8VOGko1wc='
    await addClient(me, { email: 'own', subId: 'own-sub', publicKey }, placed.slice(1))
    const own = await files('own')
    expect(own).toMatchObject({ files: [{ complete: false }, { complete: false }], left: [] })
    expect(own.files[1]?.text.split('\n')).toEqual(
      expect.arrayContaining([
        '# PrivateKey = ',
        `PublicKey = ${publicKeyOf(secretKey)}`,
        'Endpoint = ams.example.com:51821',
      ]),
    )
    expect((await get('/sub/own-sub?conf=0')).status).toBe(404)
    const finalmask = { udp: [{ type: 'salamander', settings: { password: 'a word' } }] }
    const settings = { secretKey, peers: [], address: ['10.1.0.1/24'] }
    const masked = { protocol: 'wireguard', settings, streamSettings: { finalmask } }
    await addClient(me, { email: 'masked' }, [(await addInbound(me, masked)).id])
    expect(await files('masked')).toMatchObject({
      files: [],
      left: [{ coded: { code: 'link.wireguard-mask' } }],
    })
    expect(await files('nobody')).toBeNull()
  })

  it('are none without a WireGuard inbound', async () => {
    await addClient(me, { email: 'web', subId: 'web-sub' }, placed.slice(0, 1))
    expect(await files('web')).toEqual({ files: [], left: [] })
    expect((await get('/sub/web-sub?html=1')).body).not.toContain('WireGuard')
  })
})
