import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CallOptions } from '#server/platform/egress/call.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

/** A key as WireGuard writes it. */
const key = (fill: number) => Buffer.alloc(32, fill).toString('base64')

interface Asked {
  url: string
  options: CallOptions
}

/** Answers as the two services do. */
const device = (id: string) => ({
  id,
  type: 'PC',
  key: 'public',
  account: { id: 'a', license: 'SECRET-LICENSE', premium_data: 0 },
  token: 'SECRET-TOKEN',
  config: {
    client_id: 'AQID',
    interface: { addresses: { v4: '172.16.0.2', v6: '2606:4700:110::2' } },
    peers: [
      { public_key: key(9), endpoint: { host: 'engage.cloudflareclient.com:2408', v4: '162.159.192.7:0' } },
    ],
  },
})
const server = (name: string, load: number, status = 'online') => ({
  ...{ id: load, name, station: '203.0.113.7', hostname: `${name}.nordvpn.com`, load, status },
  technologies: [{ id: 3 }, { id: 35, metadata: [{ name: 'public_key', value: key(load) }] }],
})

let panel: TestPanel
let me: Visitor
const asked: Asked[] = []
let answers: (one: Asked) => { status?: number; body: unknown }

beforeAll(async () => {
  const closed = () => Promise.reject(new Error('closed'))
  const safeFetch: Egress['safeFetch'] = async (url, options = {}) => {
    asked.push({ url, options })
    const { status = 200, body } = answers({ url, options })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const bytes = new TextEncoder().encode(text)
    return { status, headers: new Map(), bytes, text: () => text, json: async () => JSON.parse(text) }
  }
  panel = await testPanel({}, { egress: { safeFetch, safeDownload: closed, checkUrl: async () => {} } })
  me = await panel.login()
})
beforeEach(() => {
  asked.length = 0
  answers = () => ({ body: device('device-1') })
})
afterAll(() => panel.stop())

const warp = (action: string, body: object = {}) => me.post<string>(`/panel/xray/warp/${action}`, body)
const nord = (action: string, body: object = {}) => me.post<string>(`/panel/xray/nord/${action}`, body)
const settings = () => me.post<Record<string, unknown>>('/panel/setting/all', {})

it('registers a device of WARP, answers without secrets, and makes an outbound of it', async () => {
  expect(await warp('data')).toMatchObject({ success: true, obj: '' })
  expect(await warp('outbound')).toMatchObject({
    success: false,
    msg: expect.stringContaining('register first'),
  })
  const made = await warp('reg')
  expect(made.obj).not.toMatch(/SECRET/)
  expect(JSON.parse(made.obj)).toMatchObject({
    data: { device_id: 'device-1', hasAccessToken: true, hasLicenseKey: true, hasPrivateKey: true },
    config: { config: { client_id: 'AQID' } },
  })
  const sent = JSON.parse(String(asked[0]?.options.body)) as { key: string; tos: string }
  expect(sent).toMatchObject({ key: expect.stringMatching(/^.{43}=$/), tos: expect.stringMatching(/Z$/) })
  expect((await settings()).obj).toMatchObject({ hasWarpSecret: true })
  expect(JSON.stringify([await settings(), await me.get('/panel/api/audit')])).not.toContain('SECRET')

  const outbound = JSON.parse((await warp('outbound')).obj) as { settings: { secretKey: string } }
  expect(outbound).toMatchObject({
    tag: 'warp',
    protocol: 'wireguard',
    settings: {
      address: ['172.16.0.2/32', '2606:4700:110::2/128'],
      reserved: [1, 2, 3],
      peers: [{ publicKey: key(9), endpoint: 'engage.cloudflareclient.com:2408' }],
    },
  })
  expect(outbound.settings.secretKey).toMatch(/^.{43}=$/)
})

it('replaces a device only after the new one is there, and deletes the old one', async () => {
  answers = () => ({ status: 429, body: { errors: [{ message: 'Too many\u0007 requests' }] } })
  const refused = await warp('reg', { privateKey: key(8) })
  expect(refused).toMatchObject({
    success: false,
    msg: expect.stringContaining('WARP refused this: Too many requests'),
  })
  expect(JSON.parse((await warp('data')).obj)).toMatchObject({ device_id: 'device-1' })
  answers = () => ({ body: device('device-2') })
  await warp('reg', { privateKey: key(8) })
  expect(asked.at(-1)).toMatchObject({
    url: expect.stringMatching(/\/reg\/device-1$/),
    options: { method: 'DELETE', headers: { authorization: 'Bearer SECRET-TOKEN' } },
  })
  const { settings } = JSON.parse((await warp('outbound')).obj) as { settings: { secretKey: string } }
  expect(settings.secretKey).toBe(key(8))
})

it('takes a license, refuses what is none, and forgets the device', async () => {
  expect(await warp('license')).toMatchObject({ success: false, msg: 'Enter the license key.' })
  expect(await warp('license', { license: ' L-1 ' })).toMatchObject({ success: true })
  const put = asked.find(({ options }) => options.method === 'PUT')
  expect(put).toMatchObject({
    url: expect.stringMatching(/device-2\/account$/),
    options: { body: JSON.stringify({ license: 'L-1' }) },
  })
  expect(await warp('reg', { privateKey: 'short' })).toMatchObject({
    success: false,
    msg: expect.stringContaining('44'),
  })
  answers = () => ({ status: 404, body: 'not found' })
  expect(await warp('del')).toMatchObject({ success: true, obj: '' })
  expect((await warp('data')).obj).toBe('')
  expect(await warp('whatever')).toMatchObject({ success: true, obj: '' })
})

it('lists the servers of NordVPN, the least busy first, and makes an outbound with the key of the account', async () => {
  answers = () => ({ body: [{ id: 153, name: 'Norway', code: 'NO' }] })
  expect(JSON.parse((await nord('countries')).obj)).toEqual([{ id: 153, name: 'Norway', code: 'NO' }])
  expect(await nord('servers', { countryId: 'x' })).toMatchObject({ success: false })
  expect(asked).toHaveLength(1)
  answers = () => ({ body: { servers: [server('no2', 60), server('no1', 5), server('no3', 1, 'offline')] } })
  const { servers } = JSON.parse((await nord('servers', { countryId: '153' })).obj) as {
    servers: { name: string }[]
  }
  expect(servers.map(({ name }) => name)).toEqual(['no1', 'no2'])
  expect(asked.at(-1)?.url).toContain('filters[country_id]=153')

  answers = () => ({ status: 401, body: { errors: { message: 'Unauthorized' }, message: 'Unauthorized' } })
  expect(await nord('reg', { token: 'wrong' })).toMatchObject({
    success: false,
    msg: expect.stringContaining('NordVPN refused this: Unauthorized'),
  })
  answers = () => ({ body: { nordlynx_private_key: key(7) } })
  const registered = await nord('reg', { token: 'nord-token' })
  expect(registered.obj).toBe(JSON.stringify({ hasPrivateKey: true, hasToken: true }))
  expect((await settings()).obj).toMatchObject({ hasNordSecret: true })
  expect(JSON.parse((await nord('outbound', servers[0])).obj)).toMatchObject({
    tag: 'nord-no1',
    settings: {
      secretKey: key(7),
      address: ['10.5.0.2/32'],
      peers: [{ publicKey: key(5), endpoint: '203.0.113.7:51820' }],
    },
  })
  expect(await nord('outbound', { hostname: 'a', station: 'evil host', publicKey: key(5) })).toMatchObject({
    success: false,
  })
})

it('takes a key of NordVPN by hand, and forgets it', async () => {
  expect(await nord('setKey', { key: 'no key' })).toMatchObject({ success: false })
  expect(await nord('setKey', { key: key(6) })).toMatchObject({ success: true })
  expect(JSON.parse((await nord('data')).obj)).toEqual({ hasPrivateKey: true, hasToken: false })
  await nord('del')
  expect((await nord('data')).obj).toBe('')
  expect((await settings()).obj).toMatchObject({ hasNordSecret: false })
})

it('says so when a service sends something else', async () => {
  answers = () => ({ body: '<html>' })
  expect(await nord('countries')).toMatchObject({
    success: false,
    msg: expect.stringContaining('does not understand'),
  })
  answers = () => ({ body: { id: 'x' } })
  expect(await warp('reg')).toMatchObject({
    success: false,
    msg: expect.stringContaining('does not understand'),
  })
  expect((await warp('data')).obj).toBe('')
})
