import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { addClient, addInbound, clients, inbounds } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let panel: TestPanel
let me: Visitor
beforeAll(async () => {
  panel = await testPanel()
  me = await panel.login()
})
afterAll(() => panel.stop())

const linksOf = async (email: string): Promise<string[]> =>
  (await me.get<string[]>(`${clients}/links/${encodeURIComponent(email)}`)).obj
const namesOf = (links: readonly string[]): string[] =>
  links.map((link) => {
    const parsed = parseShareLink(link)
    return parsed.ok ? parsed.outbound.tag : parsed.why.code
  })
const update = (body: object) =>
  me.post('/panel/setting/update', body).then((reply) => expect(reply).toMatchObject({ success: true }))

const tlsStream = {
  network: 'tcp',
  security: 'tls',
  tlsSettings: {
    serverName: 'front.example',
    alpn: ['h2', 'http/1.1'],
    certificates: [{ certificate: testKeys.certificate.split('\n'), key: testKeys.key.split('\n') }],
    settings: { fingerprint: 'chrome' },
  },
}

describe('share links over the API', () => {
  it('a client has one for each inbound, with the host of the request', async () => {
    const ws = await addInbound(me, {
      remark: 'web',
      streamSettings: { network: 'ws', wsSettings: { path: '/w' } },
    })
    const ss = await addInbound(me, { remark: 'ss', protocol: 'shadowsocks' })
    await addClient(me, { email: 'ann', subId: 'ann-sub' }, [ws.id, ss.id])
    const links = await linksOf('ann')
    expect(namesOf(links)).toEqual(['web-ann', 'ss-ann'])
    // Clients cannot dial the loopback address it listens on.
    expect(links.every((link) => link.includes(`@localhost:`))).toBe(true)
    expect((await me.get<string[]>(`${clients}/subLinks/ann-sub`)).obj).toEqual(links)
    const all = await me.get<string[]>(`${inbounds}/allLinks`)
    expect(all.obj).toEqual(expect.arrayContaining(links))
  })

  it('a disabled inbound is shown to the operator but not in the subscription', async () => {
    const off = await addInbound(me, { remark: 'off', enable: false })
    await addClient(me, { email: 'bob', subId: 'bob-sub' }, [off.id])
    expect(namesOf(await linksOf('bob'))).toEqual(['off-bob'])
    expect((await me.get(`${clients}/subLinks/bob-sub`)).obj).toEqual([])
  })

  it('an unknown id has none, an unknown client is refused', async () => {
    expect((await me.get(`${clients}/subLinks/nobody`)).obj).toEqual([])
    expect(await me.get(`${clients}/links/nobody`)).toMatchObject({ success: false })
  })

  it("a fallback's child is advertised under its master", async () => {
    const master = await addInbound(me, { remark: 'master', streamSettings: tlsStream })
    const child = await addInbound(me, {
      remark: 'child',
      protocol: 'trojan',
      streamSettings: { network: 'ws', security: 'none', wsSettings: { path: '/child' } },
    })
    const rows = { fallbacks: [{ childId: child.id }] }
    expect(await me.post(`${inbounds}/${master.id}/fallbacks`, rows)).toMatchObject({ success: true })
    await addClient(me, { email: 'carl' }, [child.id])
    const [link = ''] = await linksOf('carl')
    expect(link).toContain(`@localhost:${master.port}?`)
    expect(link).toContain('security=tls&sni=front.example&type=ws')
    expect(link).toContain('alpn=http%2F1.1&')
    // A disabled master is not advertised.
    await me.post(`${inbounds}/setEnable/${master.id}`, { enable: false })
    expect((await linksOf('carl'))[0]).toContain(`@localhost:${child.port}?`)
  })

  it("an operator's addresses replace the server's own", async () => {
    const inbound = await addInbound(me, { remark: 'cdn', streamSettings: { network: 'ws' } })
    await addClient(me, { email: 'dora' }, [inbound.id])
    const group = { inboundIds: [inbound.id], hosts: ['a.example', '2001:db8::7'], port: 443, remark: 'CDN' }
    const added = await me.post<{ groupId: string }[]>('/panel/api/hosts/add', {
      ...group,
      security: 'tls',
      sni: 'cdn.example',
      path: '/over',
      hostHeader: 'h.example',
    })
    const links = await linksOf('dora')
    expect(namesOf(links)).toEqual(['cdn-dora-CDN', 'cdn-dora-CDN-2'])
    expect(links[0]).toContain('@a.example:443?')
    expect(links[1]).toContain('@[2001:db8::7]:443?')
    expect(links[0]).toContain('host=h.example&path=%2Fover&security=tls&sni=cdn.example')
    await me.post(`/panel/api/hosts/setEnable/${added.obj[0]?.groupId}`, { enable: false })
    expect((await linksOf('dora'))[0]).toContain(`@localhost:${inbound.port}?`)
  })

  it('a forwarded host counts only from a trusted proxy, and a public host takes precedence', async () => {
    const ask = async () =>
      (
        await me.call('GET', `${clients}/links/ann`, {
          headers: { 'x-forwarded-host': 'shown.example:8443', 'x-real-ip': '203.0.113.9' },
        })
      ).json<{ obj: string[] }>().obj[0]
    await update({ trustedProxyCIDRs: '192.0.2.0/24' })
    expect(await ask()).toContain('@localhost:')
    await update({ trustedProxyCIDRs: '127.0.0.0/8' })
    expect(await ask()).toContain('@shown.example:')
    await update({ subDomain: 'public.example' })
    expect(await ask()).toContain('@public.example:')
    await update({ subDomain: '' })
  })

  it('an inbound that cannot be rendered does not affect the others', async () => {
    const good = await addInbound(me, { remark: 'good' })
    const socket = await addInbound(me, { remark: 'socket', listen: '/run/sluice-test.sock', port: 0 })
    await addClient(me, { email: 'emil' }, [good.id, socket.id])
    expect(namesOf(await linksOf('emil'))).toEqual(['good-emil'])
  })

  it('the remaining quota is appended to names in a subscription only, and only if wanted', async () => {
    const inbound = await addInbound(me, { remark: 'quota' })
    await addClient(me, { email: 'fay', subId: 'fay-sub', totalGB: 3 * 1024 ** 3 }, [inbound.id])
    const subscribed = async () => namesOf((await me.get<string[]>(`${clients}/subLinks/fay-sub`)).obj)
    expect(await subscribed()).toEqual(['quota-fay'])
    await update({ subShowInfo: true })
    expect(namesOf(await linksOf('fay'))).toEqual(['quota-fay'])
    expect(await subscribed()).toEqual(['quota-fay-3.00GB📊'])
  })
})
