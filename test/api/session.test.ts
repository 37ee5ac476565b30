import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { admin, cookieOf, type TestPanel, testPanel } from '#test/panel.ts'

const wrongAnswer = {
  success: false,
  msg: 'Invalid username or password or two-factor code.',
  obj: null,
  code: 'login.invalid',
  params: {},
}
const rightAnswer = { success: true, msg: 'You have successfully logged into your account.', obj: null }

let t: TestPanel
beforeAll(async () => {
  t = await testPanel()
})
afterAll(() => t.stop())
beforeEach(() => t.advance(20 * 60_000)) // blocks do not leak from one test to the next

type Headers = Record<string, string>
const login = (payload: string | object | undefined, headers: Headers = {}) =>
  t.inject({ method: 'POST', url: '/login', headers, ...(payload !== undefined && { payload }) })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const fields = new URLSearchParams(admin).toString()
const reset = () => t.advance(20 * 60_000)

describe('login', () => {
  it('accepts JSON, forms, multipart, no content type, a blank code and a trailing slash', async () => {
    const boundary = '--b\r\ncontent-disposition: form-data; name="'
    const multipart = `${boundary}username"\r\n\r\n${admin.username}\r\n${boundary}password"\r\n\r\n${admin.password}\r\n--b--\r\n`
    const answers = [
      await login(admin),
      await login({ ...admin, twoFactorCode: '', extra: 1 }),
      await login(fields, form),
      await login(`${fields}&twoFactorCode=`, {
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      }),
      await login(multipart, { 'content-type': 'multipart/form-data; boundary=b' }),
      await login(fields),
      await login(JSON.stringify(admin), { 'content-type': 'text/plain' }),
      await login(JSON.stringify(admin), { 'content-type': 'junk' }),
      await t.inject({ method: 'POST', url: '/login/', payload: admin }),
    ]
    for (const res of answers) {
      expect(res.json()).toEqual(rightAnswer)
      expect(cookieOf(res)).toMatch(/^3x-ui=[\w-]{43}$/)
    }
  })

  it('says what is missing, and gives every caller a cookie', async () => {
    const said = async (payload: string | object | undefined, headers?: Headers) => {
      const res = await login(payload, headers)
      expect(cookieOf(res)).toMatch(/^3x-ui=a\.[\w-]{43}$/)
      return res.json().msg
    }
    expect(await said(undefined)).toBe('Username is required')
    expect(await said('', { 'content-type': 'application/json' })).toBe('Username is required')
    expect(await said({ username: admin.username })).toBe('Password is required')
    expect(await said({ username: admin.username, password: 'no' })).toBe(wrongAnswer.msg)
  })

  it('counts a blank name or password as a failure like any other', async () => {
    const there = await testPanel()
    const from = (remoteAddress: string, payload: object) =>
      there.inject({ method: 'POST', url: '/login', remoteAddress, payload })
    try {
      for (let i = 0; i < 30; i++) {
        await from('192.0.2.1', { username: '', password: 'x' })
        await from('192.0.2.1', { username: `n${i}`, password: '' })
      }
      expect((await from('192.0.2.1', admin)).json()).toEqual(wrongAnswer)
      expect((await from('192.0.2.2', admin)).json()).toEqual(rightAnswer)
    } finally {
      await there.stop()
    }
  })

  it('refuses wrong types with a message', async () => {
    for (const bad of [
      { username: ['root'], password: 'x' },
      { username: 1, password: 'x' },
      { username: {}, password: {} },
      [admin],
      'null',
      '3',
      '"text"',
    ]) {
      const res = await login(bad, { 'content-type': 'application/json' })
      expect([res.statusCode, res.json().success, res.json().obj]).toEqual([200, false, null])
      expect(res.json().msg).toMatch(/must be a text|not valid/)
    }
  })

  it('sends one HttpOnly Lax cookie for the base path, with the session as its lifetime', async () => {
    const header = (await login(admin)).headers['set-cookie']
    expect(header).toMatch(/^3x-ui=[\w-]{43}; Path=\/; Max-Age=21600; HttpOnly; SameSite=Lax$/)
  })

  it('keeps the CSRF token from before for a program and makes a new session id and a new token', async () => {
    const before = await t.inject({ method: 'GET', url: '/csrf-token' })
    const token = before.json<{ obj: string }>().obj
    expect(before.json()).toEqual({ success: true, obj: expect.stringMatching(/^[\w-]{43}$/) })
    const cookie = cookieOf(before)
    const failed = await login({ ...admin, password: 'no' }, { cookie })
    expect(cookieOf(failed)).toBe(cookie)
    const session = cookieOf(await login(admin, { cookie }))
    expect(session).not.toBe(cookie)
    const headers = { cookie: session, 'x-csrf-token': token }
    expect((await t.inject({ method: 'POST', url: '/panel/setting/all', headers })).json().success).toBe(true)
    const own = await t.inject({ method: 'GET', url: '/csrf-token', headers: { cookie: session } })
    expect(own.json().obj).not.toBe(token)
    // Logging in again over the old session: a new id, the same token; a failed attempt keeps the cookie.
    const again = cookieOf(await login(admin, { cookie: session }))
    expect(again).not.toBe(session)
    expect(
      (
        await t.inject({ method: 'POST', url: '/panel/setting/all', headers: { ...headers, cookie: again } })
      ).json().success,
    ).toBe(true)
    expect(cookieOf(await login({ ...admin, password: 'no' }, { cookie: again }))).toBe(again)
  })

  it('refuses a cross-site caller and accepts a same-site one', async () => {
    const host = 'panel.example:2053'
    const refused: Headers[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://panel.example' }, // another port
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.panel.example' },
      { 'x-forwarded-host': 'evil.example', origin: 'https://evil.example', 'x-test-peer': 'untrusted' },
    ]
    for (const headers of refused) {
      const untrusted = 'x-test-peer' in headers
      const res = await t.inject({
        method: 'POST',
        url: '/login',
        payload: admin,
        headers: { host, ...headers },
        ...(untrusted && { remoteAddress: '192.0.2.9' }),
      })
      expect([res.statusCode, res.body], JSON.stringify(headers)).toEqual([403, ''])
    }
    const taken: Headers[] = [
      {},
      { origin: 'http://panel.example:2053' },
      { origin: 'https://PANEL.example:2053' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { origin: 'https://front.example', 'x-forwarded-host': 'front.example' },
    ]
    for (const headers of taken) {
      expect((await login(admin, { host, ...headers })).json(), JSON.stringify(headers)).toEqual(rightAnswer)
    }
  })

  it('marks the cookie Secure for a trusted proxy that says https, and for nobody else', async () => {
    const over = { 'x-forwarded-proto': 'https' }
    expect((await login(admin, over)).headers['set-cookie']).toMatch(/; Secure$/)
    const direct = await t.inject({
      method: 'POST',
      url: '/login',
      payload: admin,
      headers: over,
      remoteAddress: '192.0.2.9',
    })
    expect(direct.headers['set-cookie']).not.toMatch(/Secure/)
  })

  it('is not a 2xx at /panel/api/login, and does not count as a failure', async () => {
    for (let i = 0; i < 8; i++) {
      const res = await t.inject({
        method: 'POST',
        url: '/panel/api/login',
        payload: { ...admin, password: 'no' },
      })
      expect(res.statusCode).toBe(404)
    }
    expect((await login(admin)).json()).toEqual(rightAnswer)
  })
})

describe('the login limit', () => {
  it('blocks after five failures with the same answer, and ends after 15 minutes', async () => {
    for (let i = 0; i < 5; i++)
      expect((await login({ ...admin, password: `no ${i}` })).json()).toEqual(wrongAnswer)
    expect((await login(admin)).json()).toEqual(wrongAnswer)
    expect((await login({ ...admin, username: ' ROOT ' })).json()).toEqual(wrongAnswer)
    const elsewhere = await t.inject({
      method: 'POST',
      url: '/login',
      payload: admin,
      remoteAddress: '192.0.2.50',
    })
    expect(elsewhere.json()).toEqual(rightAnswer)
    t.advance(15 * 60_000 + 1)
    expect((await login(admin)).json()).toEqual(rightAnswer)
  })

  it('holds against 100 parallel guesses, the right one among the last', async () => {
    const guesses = Array.from({ length: 100 }, (_, i) =>
      login({ ...admin, password: i === 99 ? admin.password : `no ${i}` }),
    )
    for (const res of await Promise.all(guesses)) expect(res.json()).toEqual(wrongAnswer)
    reset()
    expect((await login(admin)).json()).toEqual(rightAnswer)
  })

  it('accepts twelve parallel right logins', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => login(admin)))
    for (const res of all) expect(res.json()).toEqual(rightAnswer)
    expect(new Set(all.map(cookieOf)).size).toBe(12)
  })

  it('counts by the address behind a trusted proxy, which a caller cannot choose', async () => {
    const via = (forwarded: string, password: string) =>
      login(
        { ...admin, password },
        { 'x-forwarded-for': forwarded, 'x-real-ip': `198.51.100.${password.length}` },
      )
    for (let i = 0; i < 5; i++) await via(`10.9.9.${i}, 203.0.113.7`, 'x'.repeat(i + 1))
    expect((await via('203.0.113.7', admin.password)).json()).toEqual(wrongAnswer)
    expect((await via('203.0.113.8', admin.password)).json()).toEqual(rightAnswer)
    // From an untrusted peer the headers are ignored.
    const direct = (password: string, forwarded: string) =>
      t.inject({
        method: 'POST',
        url: '/login',
        payload: { ...admin, password },
        headers: { 'x-forwarded-for': forwarded },
        remoteAddress: '192.0.2.60',
      })
    for (let i = 0; i < 5; i++) await direct('no', `203.0.113.${100 + i}`)
    expect((await direct(admin.password, '203.0.113.200')).json()).toEqual(wrongAnswer)
  })
})

describe('a session', () => {
  it('ends on the server at logout, which is POST only', async () => {
    const me = await t.login()
    expect((await me.call('GET', '/logout')).statusCode).toBe(404)
    expect((await me.call('POST', '/logout', { headers: { 'x-csrf-token': '' } })).statusCode).toBe(403)
    expect((await me.get('/panel/setting/all')).success).toBe(true)
    const out = await me.call('POST', '/logout')
    expect([out.statusCode, out.json(), out.headers['cache-control']]).toEqual([
      200,
      { success: true },
      'no-store',
    ])
    expect(String(out.headers['set-cookie'])).toMatch(/^3x-ui=; Path=\/; Max-Age=0/)
    expect((await me.call('GET', '/panel/api/setting/all')).statusCode).toBe(404)
    expect((await t.inject({ method: 'POST', url: '/logout' })).json()).toEqual({ success: true })
  })

  it('lasts sessionMaxAge minutes from login, whatever is done with it', async () => {
    const first = await t.login()
    await first.post('/panel/setting/update', { sessionMaxAge: 10 })
    const me = await t.login()
    for (let i = 0; i < 9; i++) {
      t.advance(60_000)
      expect((await me.get('/panel/setting/all')).success).toBe(true)
    }
    t.advance(60_001)
    expect((await me.call('GET', '/panel/api/setting/all')).statusCode).toBe(404)
    expect((await first.post('/panel/setting/update', { sessionMaxAge: 360 })).success).toBe(true)
  })

  it('is stored only as a hash', async () => {
    const me = await t.login()
    const rows = await t.panel.db.read.selectFrom('sessions').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(me.cookie.slice(6))
  })

  it('shows the login page to a stranger and redirects a visitor with a session', async () => {
    const me = await t.login()
    const stranger = await t.inject({ method: 'GET', url: '/' })
    expect([stranger.statusCode, stranger.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const known = await me.call('GET', '/')
    expect([known.statusCode, known.headers.location, known.headers['cache-control']]).toEqual([
      307,
      '/panel/',
      'no-store',
    ])
    expect((await me.get('/panel/csrf-token')).obj).toBe(me.csrf)
  })
})
