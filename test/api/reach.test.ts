import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const update = (body: object) => me.post('/panel/setting/update', body)

describe('settings that decide who is served', () => {
  it('answers 403 to another host while webDomain is set', async () => {
    const ask = (host: string, more = {}, remoteAddress = '127.0.0.1') =>
      t.inject({ method: 'GET', url: '/csrf-token', headers: { host, ...more }, remoteAddress })
    for (const [domain, good] of [
      ['panel.example', 'PANEL.example:2053'],
      ['münchen.example', 'xn--mnchen-3ya.example'],
      ['::1', '[::1]:2053'],
    ] as const) {
      await t.panel.settings.set({ webDomain: domain }, { kind: 'cli', name: 'test', address: '' })
      expect((await ask(good)).statusCode, domain).toBe(200)
      for (const bad of ['evil.example', 'panel.example.evil.example', '', '127.0.0.1']) {
        const res = await ask(bad)
        expect([res.statusCode, res.body], `${domain} ${bad}`).toEqual([403, ''])
      }
    }
    await t.panel.settings.set({ webDomain: 'panel.example' }, { kind: 'cli', name: 'test', address: '' })
    expect((await ask('127.0.0.1', { 'x-forwarded-host': 'panel.example' })).statusCode).toBe(200)
    expect((await ask('127.0.0.1', { 'x-forwarded-host': 'panel.example' }, '192.0.2.1')).statusCode).toBe(
      403,
    )
    await t.panel.settings.set({ webDomain: '' }, { kind: 'cli', name: 'test', address: '' })
  })

  it('applies trustedProxyCIDRs at once, and a blank list trusts nobody', async () => {
    const addressSeen = async (peer: string) => {
      const cookie = await t.inject({
        method: 'POST',
        url: '/login',
        payload: { username: 'root', password: 'a long pass phrase' },
        headers: { 'x-forwarded-for': '198.51.100.9' },
        remoteAddress: peer,
      })
      expect(cookie.json().success).toBe(true)
      const row = await t.panel.db.read
        .selectFrom('audit')
        .select('address')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      return row.address
    }
    expect(await addressSeen('127.0.0.1')).toBe('198.51.100.9')
    expect(await addressSeen('10.1.2.3')).toBe('10.1.2.3')
    await update({ trustedProxyCIDRs: ['10.0.0.0/8', '2001:db8::/32'] })
    expect(await addressSeen('10.1.2.3')).toBe('198.51.100.9')
    expect(await addressSeen('::ffff:10.1.2.3')).toBe('198.51.100.9')
    expect(await addressSeen('127.0.0.1')).toBe('127.0.0.1')
    await update({ trustedProxyCIDRs: '' })
    expect(await addressSeen('10.1.2.3')).toBe('10.1.2.3')
    expect(await addressSeen('127.0.0.1')).toBe('127.0.0.1')
  })

  it('serves everything below the base path and nothing outside it', async () => {
    const below = await testPanel({ SLUICE_BASE_PATH: 'secret/door' })
    try {
      const login = await below.inject({
        method: 'POST',
        url: '/secret/door/login',
        payload: { username: 'root', password: 'a long pass phrase' },
      })
      expect(login.json().success).toBe(true)
      expect(String(login.headers['set-cookie'])).toContain('Path=/secret/door/;')
      const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
      const get = (url: string, headers = {}) => below.inject({ method: 'GET', url, headers })
      expect((await get('/secret/door/panel/api/setting/all', { cookie })).statusCode).toBe(200)
      const away = await get('/secret/door/panel/')
      expect([away.statusCode, away.headers.location]).toEqual([307, '/secret/door/'])
      for (const url of [
        '/',
        '/login',
        '/panel/api/setting/all',
        '/csrf-token',
        '/secret',
        '/secret/doorway',
        '/ws',
        '/panel/',
      ]) {
        expect((await get(url, { cookie })).statusCode, url).toBe(404)
      }
      const moved = await get('/secret/door/xui/API/inbounds/list?a=1')
      expect([moved.statusCode, moved.headers.location]).toEqual([
        301,
        '/secret/door/panel/api/inbounds/list?a=1',
      ])
      const token = await get('/secret/door/csrf-token', { cookie })
      const headers = { cookie, 'x-csrf-token': token.json<{ obj: string }>().obj }
      const out = await below.inject({ method: 'POST', url: '/secret/door/logout', headers })
      expect(out.headers['set-cookie']).toEqual([
        expect.stringContaining('Path=/secret/door/;'),
        expect.stringContaining('Path=/;'),
      ])
    } finally {
      await below.stop()
    }
  })

  it('reports where subscriptions are served, wherever the environment has put them', async () => {
    const moved = await testPanel({ SLUICE_SUB_PORT: '24096' })
    try {
      const visitor = await moved.login()
      const { obj } = await visitor.post<{ subURI: string }>('/panel/setting/defaultSettings')
      expect(obj.subURI).toMatch(/^http:\/\/[^/]+:24096\/sub\/$/)
    } finally {
      await moved.stop()
    }
  })
})
