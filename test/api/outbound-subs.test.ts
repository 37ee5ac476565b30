import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OutboundSub } from '#contract/outbounds-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let panel: TestPanel
let me: Visitor
/** Content of the remote lists; a test sets its own. */
let remote: (url: string) => string

/** A fake DNS. */
const inside = /127\.0\.0\.1|inner\.example/

beforeAll(async () => {
  vi.stubEnv('SLUICE_CORE_BIN', 'none') // whatever core this machine has
  const closed = () => Promise.reject(new Refusal('other.said', { reason: 'no' }))
  const judged: Egress['checkUrl'] = async (url) => {
    if (inside.test(url)) throw new Refusal('other.said', { reason: `refused: ${url} is inside` })
  }
  const safeFetch: Egress['safeFetch'] = async (url) => {
    const text = remote(url)
    const bytes = new TextEncoder().encode(text)
    return { status: 200, headers: new Map(), bytes, text: () => text, json: async () => text }
  }
  panel = await testPanel({}, { egress: { safeFetch, safeDownload: closed, checkUrl: judged } })
  me = await panel.login()
})
beforeEach(() => {
  remote = () => ''
})
afterAll(async () => {
  await panel.stop()
  vi.unstubAllEnvs()
})

describe('outbound subscriptions', () => {
  const root = '/panel/api/xray/outbound-subs'
  const links = ['trojan://p@t.example:443#one', 'hy2://a@h.example:443#two', 'junk'].join('\n')
  const list = async () => (await me.get<OutboundSub[]>(root)).obj
  const add = async (body: object) => (await me.post<OutboundSub>(root, body)).obj
  afterEach(async () => {
    for (const { id } of await list()) await me.post(`${root}/${id}/del`)
  })

  it('become outbounds with unique tags, and report what was skipped', async () => {
    remote = () => Buffer.from(links).toString('base64')
    const sub = await add({ remark: 'Far', url: 'https://list.example/abc', tagPrefix: 'far-' })
    expect(sub).toMatchObject({
      id: expect.any(Number),
      enabled: true,
      updateInterval: 600,
      outboundCount: 0,
      lastError: '',
    })
    const fetched = await me.post<{ tag: string; protocol: string }[]>(`${root}/${sub.id}/refresh`)
    expect(fetched.obj.map((o) => [o.tag, o.protocol])).toEqual([
      ['far-one', 'trojan'],
      ['far-two', 'hysteria'],
    ])
    expect(await list()).toMatchObject([
      { id: sub.id, outboundCount: 2, lastError: '1 skipped: line 3: This is not a share link.' },
    ])
    const audit = await me.get('/panel/api/audit')
    expect(JSON.stringify(audit)).not.toContain('list.example/abc') // the URL may contain a secret
  })

  it('never lead to an internal address, through any field of a link', async () => {
    const json = (value: object) => encodeURIComponent(JSON.stringify(value))
    const down = { address: 'inner.example', port: 6379, network: 'xhttp' }
    const fm = { udp: [{ type: 'noise', settings: { noise: [{ rand: -5 }] } }] }
    const id = 'b831381d-6324-4d53-ad4f-8cda48b30811'
    remote = () =>
      [
        'trojan://p@t.example:443#fine',
        'trojan://p@127.0.0.1:6379#literal',
        'trojan://p@inner.example:6379#name',
        `vless://${id}@t.example:443?type=xhttp&extra=${json({ downloadSettings: down })}#download`,
        `vless://${id}@t.example:443?security=tls&ech=${encodeURIComponent('https://127.0.0.1/')}#resolver`,
        `vless://${id}@t.example:443?type=kcp&fm=${json(fm)}#noise`,
      ].join('\n')
    const { id: sub } = await add({ url: 'https://list.example/', tagPrefix: 'far-' })
    const fetched = await me.post<{ tag: string }[]>(`${root}/${sub}/refresh`)
    expect(fetched.obj.map((o) => o.tag)).toEqual(['far-fine'])
    expect((await list())[0]?.lastError).toMatch(/^5 skipped: .*"far-literal": refused: .*inside/)
  })

  it('stored by an earlier version with fewer checks are checked when read', async () => {
    const { id } = await add({ url: 'https://list.example/', tagPrefix: 'far-' })
    const trojan = (tag: string, address: string, more: object = {}) => ({
      tag,
      protocol: 'trojan',
      settings: { servers: [{ address, port: 443, password: 'p' }] },
      ...more,
    })
    const tlsSettings = { serverName: 's', masterKeyLog: '/tmp/keys' }
    const stored = [
      trojan('far-a', 't.example', { streamSettings: { network: 'tcp', security: 'tls', tlsSettings } }),
      trojan('far-b', '127.0.0.1'),
      { tag: 'far-c', protocol: 'freedom', settings: {} },
    ]
    await panel.panel.db.write((tx) =>
      tx
        .updateTable('outbound_subscriptions')
        .set({ last_fetched_outbounds: JSON.stringify(stored) })
        .where('id', '=', id)
        .execute(),
    )
    const { obj } = await me.post<string>('/panel/xray/')
    const { subscriptionOutbounds } = JSON.parse(obj) as { subscriptionOutbounds: object[] } // our reply
    const streamSettings = { network: 'tcp', security: 'tls', tlsSettings: { serverName: 's' } }
    expect(subscriptionOutbounds).toEqual([trojan('far-a', 't.example', { streamSettings })])
  })

  it('are listed beside the template, and no client may take their tags', async () => {
    remote = () => links
    const { id } = await add({ url: 'https://list.example/', tagPrefix: 'far-', prepend: true })
    const template = async () => JSON.parse((await me.post<string>('/panel/xray/')).obj)
    expect(await template()).toMatchObject({
      subscriptionOutbounds: [],
      subscriptionOutboundTags: [],
      defaultOutboundTag: 'direct',
    })
    await me.post(`${root}/${id}/refresh`)
    expect(await template()).toMatchObject({
      subscriptionOutbounds: [{ protocol: 'trojan' }, { protocol: 'hysteria' }],
      subscriptionOutboundTags: ['far-one', 'far-two'],
      defaultOutboundTag: 'far-one', // a subscription before the template
    })
    const { id: inbound } = await addInbound(me)
    const reversed = (email: string, tag: string) =>
      me.post('/panel/api/clients/add', { client: { email, reverse: { tag } }, inboundIds: [inbound] })
    for (const tag of ['far-one', 'direct', 'blocked'])
      expect(await reversed('rev', tag), tag).toMatchObject({
        success: false,
        msg: expect.stringContaining(`${tag} is the tag of an outbound`),
      })
    expect(await reversed('rev', 'home')).toMatchObject({ success: true })
    const change = (tag: string) =>
      me.post('/panel/api/clients/update/rev', { email: 'rev', reverse: { tag } })
    expect((await change('direct')).success).toBe(false)
    expect((await change('home')).success).toBe(true)
    const { xraySetting } = await template()
    xraySetting.outbounds.push({ tag: 'home', protocol: 'freedom' })
    expect(await me.post('/panel/xray/update', { xraySetting })).toMatchObject({
      success: false,
      msg: expect.stringContaining('home is the tag of an outbound and the reverse tag of a client'),
    })
  })

  it('keep their outbounds when a refresh fails, and report why', async () => {
    remote = () => links
    const { id } = await add({ url: 'https://list.example/' })
    await me.post(`${root}/${id}/refresh`)
    remote = () => {
      throw new Refusal('other.said', { reason: 'list.example answered HTTP 500' })
    }
    expect(await me.post(`${root}/${id}/refresh`)).toMatchObject({
      success: false,
      msg: 'list.example answered HTTP 500',
    })
    remote = () => '<html>nothing</html>'
    expect(await me.post(`${root}/${id}/refresh`)).toMatchObject({
      success: false,
      msg: expect.stringContaining('no usable share link'),
    })
    expect(await list()).toMatchObject([
      { outboundCount: 2, lastError: expect.stringContaining('no usable share link') },
    ])
  })

  it('are edited, moved and deleted on both routes', async () => {
    const made = []
    for (const remark of ['a', 'b', 'c']) made.push(await add({ remark, url: `https://${remark}.example/` }))
    const [a, b, c] = made.map((s) => s.id)
    const order = async () => (await list()).map((s) => s.remark)
    expect(await me.post(`${root}/${c}/move`, { dir: 'up' })).toMatchObject({ success: true, obj: '' })
    expect(await order()).toEqual(['a', 'c', 'b'])
    await me.post(`${root}/${a}/move`, { dir: 'up' })
    await me.post(`${root}/${b}/move`, { dir: 'down' })
    expect(await order()).toEqual(['a', 'c', 'b'])
    await me.post(`/panel/xray/outbound-subs/${a}`, {
      remark: 'A',
      url: 'https://a.example/',
      enabled: 'false',
      prepend: true,
    })
    expect((await list())[0]).toMatchObject({
      remark: 'A',
      enabled: false,
      prepend: true,
      updateInterval: 600,
    })
    expect((await me.call('DELETE', `${root}/${a}`)).json()).toMatchObject({ success: true, obj: '' })
    await me.post(`${root}/${b}/del`)
    expect(await order()).toEqual(['c'])
  })

  it.each([
    [{}, 'url'],
    [{ url: 'ftp://a.example/' }, 'url'],
    [{ url: 'https://u:p@a.example/' }, 'url'],
    [{ url: 'https://a.example/', allowPrivate: true }, 'allowPrivate'],
    [{ url: 'https://a.example/', allowInsecure: 'true' }, 'allowInsecure'],
    [{ url: 'https://a.example/', updateInterval: 5 }, 'updateInterval'],
    [{ url: 'https://a.example/', tagPrefix: 'a\nb' }, 'tagPrefix'],
  ])('refuse %j by its %s', async (body, field) => {
    expect(await me.post(root, body)).toMatchObject({
      success: false,
      msg: expect.stringMatching(new RegExp(field, 'i')),
      field,
    })
    expect(await list()).toEqual([])
  })

  it('that do not exist are reported as such', async () => {
    for (const id of ['7', '0', '99999999999', 'x'])
      for (const path of [`${id}`, `${id}/refresh`, `${id}/del`])
        expect(await me.post(`${root}/${path}`, { url: 'https://a.example/' })).toMatchObject({
          success: false,
          msg: expect.stringContaining('record not found'),
        })
    expect(await me.post(`${root}/1/move`, { dir: 'left' })).toMatchObject({
      success: false,
      msg: expect.stringContaining('dir'),
    })
  })

  it('can be previewed from a URL or from links', async () => {
    remote = (url) => (url === 'https://list.example/' ? links : '')
    const seen = await me.post<{ tag: string }[]>(`${root}/parse`, { url: 'https://list.example/' })
    expect(seen.obj.map((o) => o.tag)).toEqual(['one', 'two'])
    const pasted = await me.post<{ tag: string }[]>(`${root}/parse`, { links: 'hy2://a@h.example#mine' })
    expect(pasted.obj).toMatchObject([{ tag: 'mine', protocol: 'hysteria' }])
    expect(await me.post(`${root}/parse`, { links: 'junk' })).toMatchObject({
      success: false,
      msg: 'It contains no usable share link. 1 skipped: line 1: This is not a share link.',
    })
    expect(await list()).toEqual([])
  })
})
