import { once } from 'node:events'
import { request as httpsRequest } from 'node:https'
import { createServer } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettingsUpdate } from '#contract/settings.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { rawCall, type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

let t: ServedPanel
let me: Visitor
let get: Subscriber
let inbound: number
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
  inbound = (await addInbound(me, { remark: 'one' })).id
  await addClient(me, { email: 'ann', subId: 'ann-sub' }, [inbound])
})
afterAll(() => t.stop())

const set = async (patch: SettingsUpdate) =>
  expect(await me.post('/panel/setting/update', patch)).toMatchObject({ success: true })
const hostIn = (body: string) => new URL(linksIn(body)[0] ?? '').hostname

describe('the host of links', () => {
  const forwarded = {
    'x-forwarded-host': 'cdn.example:8443',
    'x-forwarded-proto': 'https',
    'x-real-ip': '203.0.113.9',
  }

  it("is a trusted proxy's header, and never X-Real-IP", async () => {
    const reply = await get('/sub/ann-sub', forwarded) // the test itself calls from a trusted address
    expect(hostIn(reply.body)).toBe('cdn.example')
    expect(reply.headers['profile-web-page-url']).toBe('https://cdn.example:8443/sub/ann-sub')
    expect(hostIn((await get('/sub/ann-sub', { 'x-real-ip': '203.0.113.9' })).body)).toBe('sub.example')
  })

  it('is the Host header for everybody else', async () => {
    await set({ trustedProxyCIDRs: '192.0.2.0/24' })
    const reply = await get('/sub/ann-sub', forwarded)
    expect(hostIn(reply.body)).toBe('sub.example')
    expect(reply.headers['profile-web-page-url']).toBe('http://sub.example/sub/ann-sub')
    await set({ trustedProxyCIDRs: '127.0.0.1/32,::1/128' })
  })

  it('is the public host, if the operator set one', async () => {
    await set({ publicHost: 'public.example' })
    expect(hostIn((await get('/sub/ann-sub')).body)).toBe('public.example')
    await set({ publicHost: '' })
  })

  it('may be an IPv6 address', async () => {
    const { body } = await get('/sub/ann-sub', { host: '[2001:db8::1]:2096' })
    expect(hostIn(body)).toBe('[2001:db8::1]')
  })

  it('must be the configured domain, if there is one', async () => {
    await set({ subDomain: 'sub.example' })
    expect((await get('/sub/ann-sub', { host: 'SUB.example:99' })).status).toBe(200)
    for (const path of ['/sub/ann-sub', '/sub/nobody', '/'])
      expect(await get(path, { host: 'other.example' })).toMatchObject({ status: 403, body: '' })
    await set({ subDomain: '' })
  })

  it.each(['a b', 'x"><script>', 'user@evil.example', 'evil.example/x', "x'", '%0d%0a', '[::1', '..'])(
    'is never %j',
    async (host) => expect(await get('/sub/ann-sub', { host })).toMatchObject({ status: 400, body: '' }),
  )

  it('is not derived from an invalid forwarded one', async () => {
    const reply = await get('/sub/ann-sub', { 'x-forwarded-host': '"><img src=x>' })
    expect(reply).toMatchObject({ status: 400, body: '' })
  })
})

describe('everything that is not a subscription', () => {
  it.each([
    'GET /',
    'GET /sub/',
    'GET /sub/a/b',
    'POST /sub/ann-sub',
    'DELETE /sub/ann-sub',
    'OPTIONS /sub/ann-sub',
    'GET /panel/',
    'GET /login',
    'GET /assets/x.js',
    'GET /sub/..%2fann-sub',
    'GET /sub/%00',
    'GET /sub/%ff',
    "GET /sub/'%20or%201=1--",
    'GET /sub/%252e%252e',
    'GET /sub/__proto__',
    'GET /sub/constructor',
  ])('%s is an empty 404', async (line) => {
    const [method = '', path = ''] = line.split(' ')
    const reply = await get(path, { accept: 'text/html', 'user-agent': '\'"><script>' }, method)
    expect(reply).toMatchObject({ status: 404, body: '' })
    expect(reply.headers).not.toHaveProperty('set-cookie')
    expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  })

  it('what is not HTTP gets a status and is disconnected', async () => {
    expect((await rawCall(t.subPort, 'nonsense\r\n\r\n')).text).toMatch(/^HTTP\/1\.1 400 /)
    const noHost = await rawCall(t.subPort, 'GET /sub/ann-sub HTTP/1.0\r\n\r\n')
    expect(noHost.text).toMatch(/^HTTP\/1\.[01] 400 /)
  })
})

describe('guessing ids', () => {
  it('is slowed down for the address that does it, and for nobody else', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const statuses = new Set<number>()
    for (let i = 0; i < 200 && !statuses.has(429); i++)
      statuses.add((await get(`/sub/guess${i}`, from('203.0.113.5'))).status)
    expect([...statuses]).toEqual([404, 429])
    const known = await get('/sub/ann-sub', from('203.0.113.5'))
    expect(known).toMatchObject({ status: 429, body: '', headers: { 'retry-after': '3' } })
    expect((await get('/sub/ann-sub', from('203.0.113.6'))).status).toBe(200)
    t.advance(60_000)
    expect((await get('/sub/ann-sub', from('203.0.113.5'))).status).toBe(200)
  })
})

describe('the page', () => {
  const browser = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'fa-IR' }

  it.each([
    ['/sub/ann-sub', browser],
    ['/sub/ann-sub?html=1', {}],
    ['/sub/ann-sub?view=html', {}],
  ])('comes at %s', async (path, headers) => {
    const reply = await get(path, headers)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-/)
    expect(reply.headers['cache-control']).toBe('private, no-store')
    expect(reply.body).toContain('http://sub.example/sub/ann-sub')
    expect(Buffer.byteLength(reply.body)).toBeLessThan(50_000)
    expect(reply.headers).not.toHaveProperty('set-cookie')
  })

  it('is served on the raw path only', async () => {
    expect((await get('/clash/ann-sub', browser)).headers['content-type']).toBe(
      'application/yaml; charset=utf-8',
    )
  })

  it('is not served for an unknown id', async () => {
    expect(await get('/sub/nobody', browser)).toMatchObject({ status: 404, body: '' })
  })

  it('draws its QR codes', async () => {
    const code = await get('/sub/ann-sub?qr=0', { accept: 'image/*' })
    expect(code.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect((await get('/sub/ann-sub?qr=99', {})).status).toBe(404)
  })
})

describe('a panel with a base path', () => {
  it('does not reveal it in a subscription', async () => {
    const other = await servedPanel({ SLUICE_BASE_PATH: '/very-hidden/' })
    try {
      const login = await fetch(`http://127.0.0.1:${other.port}/very-hidden/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'root', password: 'a long pass phrase' }),
      })
      const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const token = await fetch(`http://127.0.0.1:${other.port}/very-hidden/csrf-token`, {
        headers: { cookie },
      })
      const { obj: csrf } = (await token.json()) as { obj: string } // our own envelope
      const post = (path: string, body: object) =>
        fetch(`http://127.0.0.1:${other.port}/very-hidden/panel/api/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie, 'x-csrf-token': csrf },
          body: JSON.stringify(body),
        })
      await post('inbounds/add', { listen: '127.77.9.9', port: 20_555, protocol: 'vless' })
      await post('clients/add', { client: { email: 'ann', subId: 'ann-sub' }, inboundIds: [1] })
      const ask = subscriberOf(other.subPort)
      for (const headers of [{ accept: '*/*' }, { accept: 'text/html' }]) {
        const reply = await ask('/sub/ann-sub', headers)
        expect(reply.status).toBe(200)
        const everything = JSON.stringify(reply) + Buffer.from(reply.body, 'base64').toString()
        expect(everything).not.toContain('very-hidden')
        expect(everything).not.toContain(String(other.port))
      }
    } finally {
      await other.stop()
    }
  })
})

describe('on a public address', () => {
  it('subscriptions have the same TLS as the panel', async () => {
    const open = await servedPanel({ SLUICE_LISTEN: '0.0.0.0' })
    try {
      const socket = connectTls({ host: '127.0.0.1', port: open.subPort, rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      socket.destroy()
      const plain = await rawCall(open.subPort, 'GET /sub/x HTTP/1.1\r\nhost: sub.example\r\n\r\n')
      expect(plain.text).toMatch(/^HTTP\/1\.1 307 /)
      const status = await new Promise((resolve, reject) =>
        httpsRequest(
          { host: '127.0.0.1', port: open.subPort, path: '/sub/x', rejectUnauthorized: false, agent: false },
          (res) => resolve(res.resume().statusCode),
        )
          .on('error', reject)
          .end(),
      )
      expect(status).toBe(404)
    } finally {
      await open.stop()
    }
  })

  it('and none if they are disabled, at once, and on again', async () => {
    const state = () =>
      get('/sub/ann-sub').then(
        ({ status }) => status,
        (error: NodeJS.ErrnoException) => error.code,
      )
    for (let n = 0; n < 3; n++) {
      await set({ subEnable: false })
      expect(await state()).toBe('ECONNREFUSED')
      await set({ subEnable: true })
      expect(await state()).toBe(200)
    }
    await set({ subEnable: false })
    const restarted = await fetch(`http://127.0.0.1:${t.port}/panel/setting/restartPanel`, {
      method: 'POST',
      headers: { cookie: me.cookie, 'x-csrf-token': me.csrf },
    })
    expect(restarted.status).toBe(200)
    const gone = t.panel.listeners()
    await expect.poll(() => t.panel.listeners() !== gone).toBe(true)
    expect(await state()).toBe('ECONNREFUSED')
    await set({ subEnable: true })
    expect(await state()).toBe(200)
  })

  it('a port taken meanwhile is reported, and the panel continues', async () => {
    await set({ subEnable: false })
    const other = createServer().listen(t.subPort, '127.0.0.1')
    await once(other, 'listening')
    const told: unknown[] = []
    const publish = t.panel.hub.publish
    t.panel.hub.publish = ((type, payload) => {
      if (type === 'notification') told.push(payload)
      return publish(type, payload)
    }) as typeof publish
    await set({ subEnable: true })
    t.panel.hub.publish = publish
    expect(told).toMatchObject([{ title: 'The subscription server is not running', level: 'error' }])
    other.close()
    await once(other, 'close')
    await set({ subEnable: false })
    await set({ subEnable: true })
    expect((await get('/sub/ann-sub')).status).toBe(200)
  })
})
