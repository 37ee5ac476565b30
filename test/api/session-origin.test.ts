import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { admin, cookieOf, type TestPanel, testPanel } from '#test/panel.ts'

let t: TestPanel
beforeAll(async () => {
  t = await testPanel()
})
afterAll(() => t.stop())

type Headers = Record<string, string>
const login = (payload: object, headers: Headers = {}) =>
  t.inject({ method: 'POST', url: '/login', headers, payload })
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('a change by a session', () => {
  it('gives a browser a token that nobody could plant before the login', async () => {
    const host = 'panel.example:2053'
    const here = { host, origin: 'https://panel.example:2053' }
    const anonymous = await t.inject({ method: 'GET', url: '/csrf-token', headers: { host } })
    const planted = { cookie: cookieOf(anonymous), token: anonymous.json<{ obj: string }>().obj }
    for (const browser of [here, { host, 'sec-fetch-site': 'same-origin' }] as Headers[]) {
      const cookie = cookieOf(await login(admin, { ...browser, cookie: planted.cookie }))
      const post = async (headers: Headers, payload?: string) =>
        (
          await t.inject({
            method: 'POST',
            url: '/panel/setting/all',
            headers: { host, cookie, ...headers },
            ...(payload !== undefined && { payload }),
          })
        ).statusCode
      const withToken = { ...browser, 'x-csrf-token': planted.token }
      expect(await post(withToken)).toBe(403)
      expect(await post({ host, 'x-csrf-token': planted.token })).toBe(403) // nor without an origin
      expect(await post({ ...browser, ...form }, `_csrf=${planted.token}`)).toBe(403)
      const fetched = await t.inject({ method: 'GET', url: '/csrf-token', headers: { host, cookie } })
      expect(await post({ ...browser, 'x-csrf-token': fetched.json<{ obj: string }>().obj })).toBe(200)
    }
  })

  it("does not accept a program's pre-login token from a browser", async () => {
    const before = await t.inject({ method: 'GET', url: '/csrf-token' })
    const cookie = cookieOf(await login(admin, { cookie: cookieOf(before) }))
    const headers = { host: 'panel.example', cookie, 'x-csrf-token': before.json<{ obj: string }>().obj }
    const post = async (more: Headers) =>
      (await t.inject({ method: 'POST', url: '/panel/setting/all', headers: { ...headers, ...more } }))
        .statusCode
    expect(await post({})).toBe(200)
    expect(await post({ origin: 'https://panel.example' })).toBe(403)
    expect(await post({ 'sec-fetch-site': 'same-origin' })).toBe(403)
  })

  it('checks the origin of every change by a session, even with the right token', async () => {
    const me = await t.login()
    const host = 'panel.example:2053'
    const elsewhere: Headers[] = [
      { origin: 'https://panel.example:8080' }, // another port of the same host
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
    ]
    const calls = [
      ['/panel/setting/update', { payload: { pageSize: 77 } }],
      ['/panel/setting/update', { payload: `pageSize=77&_csrf=${me.csrf}`, headers: form }],
      ['/panel/api/inbounds/resetAllTraffics', {}],
      ['/logout', {}],
      ['/logout', { payload: `_csrf=${me.csrf}`, headers: form }],
    ] as const
    for (const headers of elsewhere) {
      for (const [url, options] of calls) {
        const token = 'headers' in options ? options.headers : { 'x-csrf-token': me.csrf }
        const all = { cookie: me.cookie, host, ...token, ...headers }
        const payload = 'payload' in options ? { payload: options.payload } : {}
        const res = await t.inject({ method: 'POST', url, headers: all, ...payload })
        expect([res.statusCode, res.body], `${url} ${JSON.stringify(headers)}`).toEqual([403, ''])
      }
    }
    expect((await me.get<{ pageSize: number }>('/panel/setting/all')).obj.pageSize).not.toBe(77)
    const own = { host, origin: 'http://panel.example:2053' }
    const saved = await me.call('POST', '/panel/setting/update', { payload: { pageSize: 25 }, headers: own })
    expect(saved.json()).toMatchObject({ success: true })
    // TLS that ends here: a page on port 80 is another site.
    const plain = { host: 'panel.example', origin: 'http://panel.example', 'x-forwarded-proto': 'https' }
    const refused = await me.call('POST', '/panel/setting/update', {
      payload: { pageSize: 26 },
      headers: plain,
    })
    expect(refused.statusCode).toBe(403)
  })
})
