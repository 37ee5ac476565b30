import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

/** The only routes that may answer 2xx without a credential. */
const open = new Set([
  'GET /',
  'GET /assets/*',
  'GET /.well-known/appspecific/com.chrome.devtools.json',
  'GET /csrf-token',
  'POST /probe/join',
  'POST /probe/work',
  'POST /probe/results',
  'POST /login',
  'POST /logout',
  'POST /getTwoFactorEnable',
])
const xhr = { 'x-requested-with': 'XMLHttpRequest' }
const expired = 'Your session has expired, please log in again'

let t: TestPanel
beforeAll(async () => {
  t = await testPanel()
})
afterAll(() => t.stop())

const routes = () => t.panel.listeners().http.table
const urlOf = (path: string) => path.replace(/:\w+/g, '1').replace('*', 'x')
type Headers = Record<string, string>
const ask = (method: string, url: string, headers: Headers = {}): Promise<Response> =>
  t.inject({ method: method as 'GET', url, headers }) // the table's methods are inject's

/** The response without a valid credential, by guard. */
async function expectTurnedAway(headers: Headers) {
  for (const { method, path, guard } of routes()) {
    if (guard === 'open') continue
    const where = `${method} ${path}`
    const plain = await ask(method, urlOf(path), headers)
    const scripted = await ask(method, urlOf(path), { ...headers, ...xhr })
    if (guard === 'session') {
      expect([plain.statusCode, plain.headers.location, plain.headers['cache-control']], where).toEqual([
        307,
        '/',
        'no-store',
      ])
      expect([scripted.statusCode, scripted.json()], where).toEqual([
        401,
        { success: false, msg: expired, obj: null },
      ])
    } else {
      expect([plain.statusCode, plain.body], where).toEqual([guard === 'socket' ? 401 : 404, ''])
      expect([scripted.statusCode, scripted.body], where).toEqual([401, ''])
    }
  }
}

async function expectServed(headers: Headers, guards: readonly string[]) {
  for (const { method, path, guard } of routes()) {
    if (!guards.includes(guard) || path.endsWith('/restartPanel') || method !== 'GET') continue
    const res = await ask(method, urlOf(path), headers)
    expect(res.statusCode, `${method} ${path}`).toBe(path === '/ws' ? 404 : 200)
  }
}

describe('the route crawl', () => {
  it('guards every route except the listed open ones', () => {
    expect(routes().length).toBeGreaterThan(40)
    for (const { method, path, guard } of routes()) {
      if (/^\/(xui|panel\/API)/.test(path)) continue // redirects without content
      expect(guard === 'open', `${method} ${path}`).toBe(open.has(`${method} ${path}`))
      if (path.startsWith('/panel/api/') || path.startsWith('/api/')) expect(guard, path).toBe('api')
    }
  })

  it('rejects callers without a credential', () => expectTurnedAway({}))

  it('rejects an invented cookie and an invalid bearer token', async () => {
    await expectTurnedAway({ cookie: `3x-ui=${'a'.repeat(43)}`, authorization: 'Bearer junk' })
    const anonymous = await ask('GET', '/csrf-token')
    await expectTurnedAway({ cookie: String(anonymous.headers['set-cookie']).split(';')[0] ?? '' })
  })

  it('answers no 2xx without a credential, in any method or spelling', async () => {
    const odd = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']
    for (const [n, { path, guard }] of routes().entries()) {
      if (guard === 'open') continue
      const url = urlOf(path)
      const spellings = [
        url,
        `${url}/`,
        url.toUpperCase(),
        url.replace('panel', '%70anel'),
        `/${url}`,
        `${url}?a=1`,
        `${url}%00`,
        `${url}/%2e%2e/x`,
      ]
      for (const [i, spelling] of spellings.entries()) {
        // Every method with every spelling is for the long run: here each odd spelling has one method in turn.
        const isAll = i === 0 || process.env.SLUICE_LONG === '1'
        for (const method of isAll ? odd : odd.slice((n + i) % odd.length).slice(0, 1)) {
          const { statusCode } = await ask(method, spelling)
          expect([301, 307, 401, 404], `${method} ${spelling}`).toContain(statusCode)
        }
      }
    }
  })

  it('does not reveal to strangers which API paths exist', async () => {
    for (const url of [
      '/panel/api',
      '/panel/api/',
      '/panel/api/nope',
      '/panel/api/login',
      '/api/nope',
      '/panel/%61pi/nope',
      '/panel/api/inbounds/%00',
    ]) {
      for (const method of ['GET', 'POST', 'PUT']) {
        expect(
          [(await ask(method, url)).statusCode, (await ask(method, url, xhr)).statusCode],
          `${method} ${url}`,
        ).toEqual([404, 401])
      }
    }
  })

  it('answers 404 for unknown paths, with and without a session, and for a wrong method', async () => {
    const me = await t.login()
    for (const url of [
      '/nope',
      '/login/x',
      '/LOGIN',
      '/%zz',
      '/panel/api/nope',
      '/panel/setting/nope',
      '//panel/api/setting/all',
      '/logout',
    ]) {
      expect((await me.call('GET', url)).statusCode, url).toBe(404)
      if (!url.startsWith('/panel')) expect((await ask('GET', url)).statusCode, url).toBe(404)
    }
    expect((await me.call('POST', '/panel/api/audit', { headers: xhr })).statusCode).toBe(404)
    expect((await me.call('DELETE', '/panel/setting/all')).statusCode).toBe(404)
  })
})

describe('credentials on the route table', () => {
  let me: Visitor
  let bearer: { authorization: string }
  let tokenId: number
  beforeAll(async () => {
    me = await t.login()
    const made = await me.post<{ id: number; token: string }>('/panel/setting/apiTokens/create', {
      name: 'crawler',
    })
    bearer = { authorization: `Bearer ${made.obj.token}` }
    tokenId = made.obj.id
  })

  it('serves every GET to a session, also with a trailing slash and as HEAD', async () => {
    await expectServed({ cookie: me.cookie }, ['api', 'session', 'socket'])
    expect((await ask('HEAD', '/panel/api/setting/all', { cookie: me.cookie })).statusCode).toBe(200)
    expect((await ask('GET', '/panel/api/setting/all/', { cookie: me.cookie })).statusCode).toBe(200)
  })

  it('serves a bearer token below the API and nowhere else', async () => {
    await expectServed(bearer, ['api'])
    for (const { method, path, guard } of routes()) {
      if (guard !== 'session') continue
      expect((await ask(method, urlOf(path), { ...bearer, ...xhr })).statusCode, path).toBe(401)
    }
    expect((await ask('GET', '/ws', bearer)).statusCode).toBe(401)
    expect((await ask('POST', '/panel/api/setting/all', bearer)).json().success).toBe(true)
    expect((await ask('GET', '/api/server/status', bearer)).statusCode).toBe(200)
    for (const spelling of ['bearer', 'BEARER', 'Token', 'Bearer  ']) {
      const authorization = bearer.authorization.replace('Bearer', spelling)
      expect((await ask('GET', '/panel/api/setting/all', { authorization })).statusCode, spelling).toBe(404)
    }
  })

  it('requires the CSRF token of a session except for reads, even beside an invalid bearer token', async () => {
    for (const { method, path, guard } of routes()) {
      if (guard === 'open' || method === 'GET') continue
      const res = await ask(method, urlOf(path), { cookie: me.cookie })
      expect([res.statusCode, res.body], path).toEqual([403, ''])
      const junk = { cookie: me.cookie, authorization: 'Bearer junk', 'x-csrf-token': 'wrong' }
      expect((await ask(method, urlOf(path), junk)).statusCode, path).toBe(403)
    }
    const full = { cookie: me.cookie, authorization: 'Bearer junk', 'x-csrf-token': me.csrf }
    expect((await ask('POST', '/panel/api/setting/all', full)).json().success).toBe(true)
  })

  it('accepts the token in the form field _csrf', async () => {
    const form = (url: string, fields: Record<string, string>) =>
      t.inject({
        method: 'POST',
        url,
        headers: { cookie: me.cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      })
    for (const url of ['/panel/setting/all', '/panel/api/setting/update']) {
      expect((await form(url, { _csrf: me.csrf })).json().success, url).toBe(true)
      expect((await form(url, { _csrf: 'x' })).statusCode, url).toBe(403)
      expect((await form(url, {})).statusCode, url).toBe(403)
    }
    const goodbye = await t.login()
    const out = (fields: Record<string, string>) =>
      t.inject({
        method: 'POST',
        url: '/logout',
        headers: { cookie: goodbye.cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      })
    expect((await out({})).statusCode).toBe(403)
    expect((await out({ _csrf: goodbye.csrf })).json()).toEqual({ success: true })
  })

  it('rejects a disabled and a deleted token', async () => {
    await me.post(`/panel/setting/apiTokens/setEnabled/${tokenId}`, { enabled: false })
    await expectTurnedAway(bearer)
    await me.post(`/panel/setting/apiTokens/setEnabled/${tokenId}`, { enabled: true })
    expect((await ask('GET', '/panel/api/setting/all', bearer)).statusCode).toBe(200)
    await me.post(`/panel/setting/apiTokens/delete/${tokenId}`)
    await expectTurnedAway(bearer)
  })

  it('rejects a session of an older epoch', async () => {
    const older = await t.login()
    await t.panel.db.write((tx) =>
      tx
        .updateTable('users')
        .set((e) => ({ login_epoch: e('login_epoch', '+', 1) }))
        .execute(),
    )
    await expectTurnedAway({ cookie: older.cookie, 'x-csrf-token': older.csrf })
  })

  it('rejects an expired session', async () => {
    const old = await t.login(admin)
    t.advance(360 * 60_000 - 5_000)
    expect((await old.get('/panel/setting/all')).success).toBe(true)
    t.advance(5_001)
    await expectTurnedAway({ cookie: old.cookie, 'x-csrf-token': old.csrf })
  })
})
