import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import type { SettingsUpdate } from '#contract/settings.ts'
import { silentLog } from '#server/platform/log.ts'
import { addClient, addInbound, clients, inbounds } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

const told: { message: string; details: object }[] = []
const log = {
  ...silentLog,
  warn: (details: object, message: string) => void told.push({ message, details }),
} as typeof silentLog // one way to call it is enough for the panel

let t: ServedPanel
let me: Visitor
let get: Subscriber
let first: number
let second: number
beforeAll(async () => {
  t = await servedPanel({}, { log })
  me = await t.login()
  get = subscriberOf(t.subPort)
  first = (await addInbound(me, { remark: 'one', port: 31_001 })).id
  second = (await addInbound(me, { remark: 'two', port: 31_002, protocol: 'trojan' })).id
  await addClient(me, { email: 'ann', subId: 'ann-sub', totalGB: 1000, expiryTime: 4_000_000_000_000 }, [
    first,
    second,
  ])
  await addClient(me, { email: 'bob', subId: 'bob-sub' }, [first])
  await addClient(me, { email: 'loose', subId: 'loose-sub' }, [first])
  await me.post(`${clients}/loose/detach`, { inboundIds: [first] })
})
afterAll(() => t.stop())

const set = async (patch: SettingsUpdate) =>
  expect(await me.post('/panel/setting/update', patch)).toMatchObject({ success: true })

describe('a subscription', () => {
  it('lists what its client can dial, under the host of the request', async () => {
    const { status, headers, body } = await get('/sub/ann-sub', { host: 'sub.example:2096' })
    expect(status).toBe(200)
    const links = linksIn(body)
    expect(links).toHaveLength(2)
    expect(links[0]).toMatch(/^vless:\/\/[0-9a-f-]{36}@sub\.example:31001\?/)
    expect(links[1]).toMatch(/^trojan:\/\/[^@]+@sub\.example:31002\?/)
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'private, no-cache',
      'subscription-userinfo': 'upload=0; download=0; total=1000; expire=4000000000',
      'profile-update-interval': '12',
      'profile-web-page-url': 'http://sub.example:2096/sub/ann-sub',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="ann-sub\.txt"/)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  it('is plain text if the operator says so, at once', async () => {
    await set({ subEncrypt: false })
    expect((await get('/sub/bob-sub')).body).toMatch(/^vless:\/\/[^\n]+\n$/)
    await set({ subEncrypt: true })
  })

  it('has the format of its path, if that is enabled', async () => {
    expect((await get('/json/bob-sub')).status).toBe(404)
    expect((await get('/singbox/bob-sub')).status).toBe(404)
    await set({ subJsonEnable: true, subSingboxEnable: true })
    const json = await get('/json/bob-sub')
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.stringify(JSON.parse(json.body))).toContain('31001')
    const clash = await get('/clash/bob-sub')
    expect(clash.headers['content-type']).toBe('application/yaml; charset=utf-8')
    expect(parseYaml(clash.body)).toMatchObject({
      proxies: [{ type: 'vless', server: 'sub.example', port: 31_001 }],
    })
    const box = JSON.parse((await get('/singbox/bob-sub')).body)
    expect(box.outbounds).toContainEqual(expect.objectContaining({ type: 'vless', server_port: 31_001 }))
    await set({ subClashEnable: false })
    expect((await get('/clash/bob-sub')).status).toBe(404)
    await set({ subClashEnable: true })
  })

  it('moves with its path, at once', async () => {
    await set({ subPath: '/a/b/' })
    expect([(await get('/sub/bob-sub')).status, (await get('/a/b/bob-sub')).status]).toEqual([404, 200])
    await set({ subPath: '/sub/' })
  })

  it('follows the User-Agent if that is enabled; an explicit path always wins', async () => {
    const type = async (path: string, agent: string) =>
      (await get(path, { 'user-agent': agent })).headers['content-type']?.split(';')[0]
    expect(await type('/sub/bob-sub', 'mihomo/1.19')).toBe('text/plain')
    await set({ subClashAutoDetect: true, subSingboxAutoDetect: true })
    expect(await type('/sub/bob-sub', 'mihomo/1.19')).toBe('application/yaml')
    expect(await type('/sub/bob-sub', 'SFA/1.11 (sing-box 1.11)')).toBe('application/json')
    expect(await type('/sub/bob-sub', 'v2rayN/7.0')).toBe('text/plain')
    expect(await type('/singbox/bob-sub', 'mihomo/1.19')).toBe('application/json')
    expect((await get('/sub/bob-sub')).headers.vary).toBe('accept, user-agent')
    await set({ subClashAutoDetect: false, subSingboxAutoDetect: false })
  })

  it('answers HEAD as GET without the body', async () => {
    for (const path of ['/sub/ann-sub', '/clash/ann-sub', '/sub/nobody']) {
      const [head, full] = [await get(path, {}, 'HEAD'), await get(path)]
      expect([path, head.body]).toEqual([path, ''])
      for (const h of [head, full]) delete h.headers.date
      expect({ status: head.status, headers: head.headers }).toEqual({
        status: full.status,
        headers: full.headers,
      })
    }
  })

  it('is not sent again while unchanged, and is once the usage has moved', async () => {
    const { etag = '' } = (await get('/sub/ann-sub')).headers
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await get('/sub/ann-sub', { 'if-none-match': tags })
      expect([tags, again.status, again.body]).toEqual([tags, 304, ''])
      expect(again.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' })
      expect(again.headers['subscription-userinfo']).toContain('total=1000')
    }
    expect((await get('/sub/ann-sub', { 'if-none-match': '"x"' })).status).toBe(200)
    expect((await get('/clash/ann-sub', { 'if-none-match': etag })).status).toBe(200)
    await me.post(`${clients}/updateTraffic/ann`, { upload: 1, download: 2 })
    const moved = await get('/sub/ann-sub', { 'if-none-match': etag })
    expect([moved.status, moved.headers.etag === etag]).toEqual([200, false])
    expect(moved.headers['subscription-userinfo']).toMatch(/^upload=1; download=2;/)
  })

  it("carries the operator's texts in headers that cannot be broken out of", async () => {
    const subTitle = 'Гавань "VPN" 🌊'
    await set({
      subTitle,
      subSupportUrl: 'https://t.me/help',
      subProfileUrl: 'https://me.example/',
      subAnnounce: 'a\nb',
    })
    const { headers } = await get('/sub/bob-sub')
    expect(headers['profile-title']).toBe(`base64:${Buffer.from(subTitle).toString('base64')}`)
    expect(headers).toMatchObject({
      'support-url': 'https://t.me/help',
      'profile-web-page-url': 'https://me.example/',
    })
    expect(headers['content-disposition']).toContain("filename*=UTF-8''%D0%93")
    await set({ subTitle: '', subSupportUrl: '', subProfileUrl: '', subAnnounce: '' })
  })
})

describe('clients out of service', () => {
  it('an unknown id and a client without an inbound get the same empty 404', async () => {
    const replies = [await get('/sub/nobody'), await get('/sub/loose-sub')]
    for (const { headers } of replies) delete headers.date
    expect(replies[0]).toMatchObject({ status: 404, body: '', headers: { 'content-length': '0' } })
    expect(replies[1]).toEqual(replies[0])
  })

  it('in the same time, as far as a caller can tell', async () => {
    const timed = async (path: string) => {
      const began = performance.now()
      await get(path)
      return performance.now() - began
    }
    const times = { nobody: [] as number[], loose: [] as number[] }
    // Alternating, so that a slow moment of the machine affects both.
    for (let i = 0; i < 250; i++) {
      times.nobody.push(await timed('/sub/nobody'))
      times.loose.push(await timed('/sub/loose-sub'))
    }
    const middle = (all: number[]) => all.slice(50).sort((x, y) => x - y)[100] ?? 0
    const [unknown, loose] = [middle(times.nobody), middle(times.loose)]
    expect(Math.max(unknown, loose) / Math.min(unknown, loose)).toBeLessThan(3)
  })

  it.each([
    ['disabled', { enable: false }, 0],
    ['out of traffic', { totalGB: 1 }, 5],
    ['expired', { expiryTime: 1_000 }, 0],
  ])('a client that is %s gets its usage and an empty list', async (name, limits, up) => {
    const email = `ended-${name.replaceAll(' ', '-')}`
    await addClient(me, { email, subId: `${email}-sub`, ...limits }, [first])
    await me.post(`${clients}/updateTraffic/${email}`, { upload: up, download: 0 })
    await set({ subJsonEnable: true, subSingboxEnable: true })
    const raw = await get(`/sub/${email}-sub`)
    expect([raw.status, raw.body]).toEqual([200, ''])
    expect(raw.headers['subscription-userinfo']).toMatch(new RegExp(`^upload=${up}; download=0; `))
    expect((await get(`/json/${email}-sub`)).body.trim()).toBe('[]')
    expect(parseYaml((await get(`/clash/${email}-sub`)).body)).toMatchObject({
      proxies: [],
      'proxy-groups': [{ proxies: ['DIRECT'] }],
    })
    expect((await get(`/singbox/${email}-sub`)).status).toBe(200)
  })

  it('so does a client whose inbounds are all disabled', async () => {
    const off = await addInbound(me, { enable: false })
    await addClient(me, { email: 'dark', subId: 'dark-sub' }, [off.id])
    const { status, body, headers } = await get('/sub/dark-sub')
    expect([status, body]).toEqual([200, ''])
    expect(headers).toHaveProperty('subscription-userinfo')
    await me.post(`${inbounds}/del/${off.id}`)
    expect((await get('/sub/dark-sub')).status).toBe(404)
  })
})

describe('one broken inbound', () => {
  it('is left out and logged once; the others are served', async () => {
    const broken = await addInbound(me, { remark: 'broken', port: 31_050 })
    await addClient(me, { email: 'cat', subId: 'cat-sub' }, [first, broken.id])
    const stream = JSON.stringify({ network: 'tcp', security: 'reality', realitySettings: 7 })
    await t.panel.db.write((tx) =>
      tx.updateTable('inbounds').set({ stream_settings: stream }).where('id', '=', broken.id).execute(),
    )
    await addInbound(me) // writes that bypass the panel are seen with the next change
    told.length = 0
    for (const path of ['/sub/', '/json/', '/clash/', '/singbox/', '/sub/']) {
      const { status, body } = await get(`${path}cat-sub`)
      expect([path, status]).toEqual([path, 200])
      expect(path === '/sub/' ? linksIn(body).join() : body).toContain('31001')
      expect(path === '/sub/' ? linksIn(body).join() : body).not.toContain('31050')
    }
    expect(told.filter(({ message }) => message.includes('left out of subscriptions'))).toHaveLength(1)
    await me.post(`${inbounds}/del/${broken.id}`)
  })
})

describe('a change', () => {
  it('is in the very next fetch', async () => {
    const moving = await addInbound(me, { remark: 'moving', port: 31_060 })
    await addClient(me, { email: 'eve', subId: 'eve-sub' }, [moving.id])
    const link = async () => linksIn((await get('/sub/eve-sub')).body)[0] ?? ''
    const before = await link()
    expect(before).toContain(':31060')
    const { clients: _, ...settings } = moving.settings
    await me.post(`${inbounds}/update/${moving.id}`, { ...moving, settings, port: 31_061, remark: 'moved' })
    expect(await link()).toMatch(/:31061\?.*#moved/)
    await me.post(`${clients}/update/eve`, { email: 'eve', id: '11111111-2222-4333-8444-555555555555' })
    expect(await link()).toContain('11111111-2222-4333-8444-555555555555')
    await me.post('/panel/api/hosts/add', {
      hosts: ['edge.example'],
      inboundIds: [moving.id],
      remark: 'edge',
    })
    expect(await link()).toContain('@edge.example:31061')
    await me.post(`${inbounds}/setEnable/${moving.id}`, { enable: false })
    expect(await link()).toBe('')
  })
})

describe('time', () => {
  it('ends the cached reply of a client with its expiry, and counts down in names', async () => {
    await set({ subShowInfo: true })
    const expiryTime = Date.now() + 3 * 60_000 - 5_000
    await addClient(me, { email: 'fay', subId: 'fay-sub', expiryTime }, [first])
    const names = async () => linksIn((await get('/sub/fay-sub')).body).map((link) => new URL(link).hash)
    const before = await names()
    expect(before).toHaveLength(1)
    t.advance(60_000)
    expect(await names()).not.toEqual(before)
    t.advance(115_000)
    expect(await names()).toEqual([])
  })
})

describe('the fetches of apps', () => {
  it('are recorded', async () => {
    await addClient(me, { email: 'dan', subId: 'dan-sub' }, [first])
    await get('/sub/dan-sub')
    const seen = async () =>
      (
        await t.panel.db.read
          .selectFrom('client_traffics')
          .select('last_sub_fetch')
          .where('email', '=', 'dan')
          .executeTakeFirst()
      )?.last_sub_fetch
    expect(await seen()).toBe(0)
    await t.panel.subscriptions.flush()
    expect(await seen()).toBeGreaterThan(0)
  })
})
