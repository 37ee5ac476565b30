import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaults } from '#domain/settings/stored.ts'
import type { ToldTerms } from '../../store/terms.ts'
import type { Member } from '../feed.ts'
import { languageFor, speechOf } from './language.ts'
import { createPage, type PageInput } from './page.ts'

const now = 1_800_000_000_000
const day = 86_400_000
const page = createPage({ online: { has: (email) => email === 'online' }, now: () => now })

const ann: Member = {
  email: 'ann',
  enable: true,
  up: 2 ** 30,
  down: 3 * 2 ** 30,
  total: 8 * 2 ** 30,
  expiryTime: now + 10 * day + 1,
  lastOnline: 0,
  slowed: '',
  used: 0,
  sharedBy: '',
}
/** Without a group it has used what it counted itself. */
const counted = (member: Member): Member =>
  member.used > 0 ? member : { ...member, used: member.up + member.down }
const url = 'https://sub.example/sub/abc'
const calm: ToldTerms = {
  ...{ email: 'ann', renews: false, endSpeed: 0, fairUse: 0, fairUseSpeed: 0 },
  down: { speed: 0, reason: '' },
  up: { speed: 0, reason: '' },
}

function made(
  given: Partial<Omit<PageInput, 'holder'>> & { holder?: Partial<Member>; others?: Member[] } = {},
  headers: Record<string, string> = {},
) {
  const request = Object.assign(new IncomingMessage(new Socket()), { headers })
  const base = { settings: defaults, urls: { raw: url }, links: [], query: new URLSearchParams() }
  const members = [{ ...ann, ...given.holder }, ...(given.others ?? [])].map(counted)
  return page({ ...base, ...given, request, holder: { subId: 'abc', members, limited: [] } })
}
const text = (...args: Parameters<typeof made>) => String(made(...args).body)

describe('the info page', () => {
  it('shows usage, expiry and presence', () => {
    const body = text()
    for (const said of ['50%', '4 GB', 'of 8 GB', '4 GB left', 'in 10 days', 'Active'])
      expect(body).toContain(said)
    expect(text({ holder: { up: 0, down: 0 } })).toContain('Not connected yet')
    expect(text({ holder: { email: 'online' } })).toContain('Online now')
    expect(text({ holder: { lastOnline: now - 2 * 3_600_000 } })).toContain('Last online 2 hours ago')
  })

  it.each([
    [{ total: 0 }, 'Unlimited traffic'],
    [{ expiryTime: 0 }, 'Never'],
    [{ expiryTime: -30 * day }, '30 days from first use'],
    [{ enable: false }, 'Disabled'],
    [{ enable: false, expiryTime: now - 1 }, 'Expired'],
    [{ enable: false, up: 8 * 2 ** 30 }, 'Out of data'],
  ])('of %j says %s', (given, said) => expect(text({ holder: given })).toContain(said))

  it('says what was used on which server, and as what it counts', () => {
    const places = [
      { name: 'Premium <1>', used: 2 ** 31, charged: 2 ** 32 },
      { name: 'Free', used: 2 ** 30, charged: 0 },
      { name: 'Plain', used: 2 ** 20, charged: 2 ** 20 },
      { name: '', used: 5, charged: 5 },
    ]
    const body = text({ places })
    for (const said of [
      ...['Used per server', '<bdi>Premium &lt;1&gt;</bdi></td><td>2 GB, counts as 4 GB</td>'],
      ...['1 GB, does not count', '<td>1 MB</td>', 'Everything else'],
    ])
      expect(body).toContain(said)
    expect(text()).not.toContain('Used per server')
    const persian = text({ places, query: new URLSearchParams('lang=fa') })
    expect(persian).toContain('حساب نمی‌شود')
    expect(persian).toContain('بقیهٔ مصرف')
  })

  it('shows several clients with one id together', () => {
    const bob = { ...ann, email: 'bob', enable: false, expiryTime: now + 2 * day + 1, total: 2 ** 31 }
    const body = text({ others: [bob] })
    for (const said of ['ann, bob', '8 GB', 'of 10 GB', 'in 2 days', 'Active']) expect(body).toContain(said)
    expect(text({ holder: { enable: false }, others: [bob] })).toContain('Disabled')
    expect(text({ others: [{ ...bob, email: 'online' }] })).toContain('Online now')
    expect(text({ others: [{ ...bob, total: 0 }] })).toContain('Unlimited traffic')
  })

  it('tells somebody who has ended how to renew, and nothing about apps', () => {
    for (const ended of [
      { enable: false, expiryTime: now - 1 },
      { enable: false, up: 8 * 2 ** 30 },
      { enable: false },
    ]) {
      const body = text({ holder: ended })
      expect(body).toContain('Contact the person who gave you this link')
      expect(body).not.toMatch(/Open in|Install|No servers are available/)
      const settings = { ...defaults, subSupportUrl: 'https://t.me/shop' }
      expect(text({ holder: ended, settings })).toMatch(/href="https:\/\/t\.me\/shop"[^>]*>Ask for a renewal/)
    }
    expect(text()).toContain('Open in')
  })

  it('says so if there is nothing to connect to', () => {
    expect(text()).toContain('No servers are available right now')
  })

  it('lets nothing run but its own script', () => {
    const { headers, body } = made()
    const nonce = /'nonce-([\w-]{22})'/.exec(headers['content-security-policy'] ?? '')?.[1]
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
    expect(String(body).match(/<(script|style) /g)).toHaveLength(2)
    expect(String(body).split(`nonce="${nonce}"`)).toHaveLength(3)
    expect(made().headers['content-security-policy']).not.toBe(headers['content-security-policy'])
  })

  it('is at most 50 KB, whatever a client is attached to', () => {
    const remark = 'ش'.repeat(40)
    const conf = { remark, file: `${'x'.repeat(15)}.conf`, text: 'x'.repeat(400), complete: true }
    const link = { protocol: 'VLESS', url: `vless://${'x'.repeat(700)}`, remark, conf }
    const links = Array.from({ length: 400 }, () => link)
    const urls = { raw: url, json: url, clash: url, singbox: url }
    const subMoreDomains = Array.from({ length: 40 }, (_, i) => `${'x'.repeat(60)}.example${i}`).join()
    const settings = {
      ...defaults,
      subAnnounce: 'ش'.repeat(50_000),
      subTitle: 'ش'.repeat(60),
      subMoreDomains,
    }
    const device = {
      ...{
        id: 2 ** 31 - 1,
        firstSeen: now,
        lastSeen: now - day,
        blocked: false,
        hasKey: false,
        up: 0,
        down: 0,
        userAgent: 'x'.repeat(512),
      },
      ...{ deviceOs: 'ش'.repeat(512), osVersion: 'ش'.repeat(512), deviceModel: 'ش'.repeat(512) },
    }
    const devices = { devices: Array.from({ length: 500 }, () => device), limit: 10 ** 6, mayForget: true }
    const said = {
      ...calm,
      down: { speed: 1, reason: 'ip' },
      up: { speed: 2, reason: 'day' },
      endSpeed: 1,
    } as const
    const terms = Array.from({ length: 40 }, (_, i) => ({
      ...{ ...said, email: `${i}${'ش'.repeat(250)}`, fairUse: i + 1, fairUseSpeed: i, renews: true },
    }))
    const { body } = made({ links, urls, settings, devices, terms }, { 'accept-language': 'fa' })
    expect(Buffer.byteLength(body)).toBeLessThan(50_000)
    expect(String(body)).toContain('سرور دیگر در اشتراک هست')
  })

  it('shows what was used per day, with the figures for those who cannot see bars', () => {
    const days = [0, 1, 2].map((i) => ({ at: now / 1_000 - (2 - i) * 86_400, bytes: i * 2 ** 30 }))
    const body = text({ days })
    for (const said of ['Used per day, last 3 days', 'Most in one day: 2 GB', '<td>1 GB</td>'])
      expect(body).toContain(said)
    expect(body.match(/<rect /g)).toHaveLength(3)
    expect(text({ days: days.map(({ at }) => ({ at, bytes: 0 })) })).not.toContain('<rect ')
  })

  it('says first what to do once it has ended', () => {
    const settings = { ...defaults, subSupportUrl: 'https://t.me/help' }
    const ended = text({ settings, holder: { enable: false, expiryTime: now - 1 } })
    expect(ended).toContain(
      '<a class="open" href="https://t.me/help" rel="noopener noreferrer">Ask for a renewal</a>',
    )
    expect(ended.indexOf('Ask for a renewal')).toBeLessThan(ended.indexOf('class="card usage"'))
    expect(text({ holder: { enable: false } })).toContain('Ask for a renewal')
    expect(text({ settings })).not.toContain('Ask for a renewal')
  })

  it('speaks the language that is chosen, and shows the apps of the platform that is chosen', () => {
    const chosen = { query: new URLSearchParams({ lang: 'fa', os: 'ios' }) }
    const body = text(chosen, { 'accept-language': 'en', 'user-agent': 'Android' })
    expect(body).toContain('<html lang="fa" dir="rtl">')
    expect(body).toContain('href="https://apps.apple.com/app/id6450534064"')
    expect(body).toContain('<a href="?os=ios&amp;lang=fa" aria-current="true">')
    expect(body).toContain('<a href="?os=ios&amp;lang=ru" lang="ru">')
    const odd = { query: new URLSearchParams({ lang: '__proto__', os: 'constructor' }) }
    expect(text(odd, { 'accept-language': 'en', 'user-agent': 'Android' })).toContain('v2rayng://')
  })

  it('wears the colour and the logo of the operator, and can be installed', () => {
    const subLogo = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`
    const settings = { ...defaults, subLogo, subColor: '#aa0000', subTitle: 'Acme' }
    expect(text({ settings })).toContain('--water:#aa0000')
    expect(text({ settings })).toContain('<img class="logo" src="?logo" alt="">')
    const logo = made({ settings, query: new URLSearchParams('logo') })
    expect([logo.headers['content-type'], logo.body]).toEqual(['image/png', 'picture'])
    const { body } = made({ settings, query: new URLSearchParams('manifest') })
    expect(JSON.parse(body)).toMatchObject({ name: 'Acme', start_url: url, display: 'standalone' })
  })

  it('escapes everything that comes from elsewhere', () => {
    const hostile = fc.constantFrom(
      '"><script>alert(1)</script>',
      "' onmouseover='x",
      '</style><img src=x>',
      '&lt;b&gt;',
      'javascript:alert(1)',
      '`x`',
    )
    fc.assert(
      fc.property(hostile, (evil) => {
        const links = [{ remark: evil, protocol: 'VLESS', url: `vless://x#${evil}` }]
        const settings = { ...defaults, subTitle: evil, subAnnounce: evil, subSupportUrl: evil }
        const body = text({ holder: { email: evil }, links, settings, urls: { raw: `https://a/${evil}` } })
        expect(body.match(/<script/g)).toHaveLength(1)
        expect(body).not.toMatch(/<img src=x|<b>|onmouseover='|href="javascript:/)
      }),
    )
  })

  it('has a file and a code for each WireGuard server, first if there is nothing else', () => {
    const conf = { remark: 'Oslo', file: 'Oslo.conf', text: '[Interface]\n', complete: true }
    const tunnel = { remark: 'Oslo', protocol: 'WireGuard', url: 'wireguard://x', conf }
    const web = { remark: 'a', protocol: 'VLESS', url: 'vless://x' }
    const where = (body: string) => [body.indexOf('Open in'), body.indexOf('href="?conf=')]
    const [open, file] = where(text({ links: [web, tunnel] }))
    expect(open).toBeLessThan(file ?? 0)
    const [later = 0, first] = where(text({ links: [tunnel] }))
    expect(first).toBeLessThan(later)
    expect(text({ links: [web] })).not.toContain('WireGuard')
    const asked = (query: string, more = {}) =>
      made({ links: [web, tunnel], query: new URLSearchParams(query), ...more })
    expect(asked('conf=1')).toMatchObject({ status: 200, body: conf.text })
    expect(asked('conf=1').headers['content-disposition']).toContain('filename="Oslo.conf"')
    for (const query of ['conf=0', 'conf=2', 'conf=', 'conf=1e0', 'conf=__proto__', 'qr=conf0', 'qr=conf'])
      expect([query, asked(query).status]).toEqual([query, 404])
    const settings = { ...defaults, subHwidRequired: true }
    const devices = { devices: [], limit: 1, mayForget: true }
    expect(asked('conf=1', { settings, devices }).status).toBe(404)
    expect(text({ links: [tunnel], settings, devices })).not.toContain('?conf=')
  })

  it('sends a person to the WireGuard app of the own platform', () => {
    const conf = { remark: 'Oslo', file: 'Oslo.conf', text: '[Interface]\n', complete: true }
    const links = [{ remark: 'Oslo', protocol: 'WireGuard', url: 'wireguard://x', conf }]
    const on = (os: string) => text({ links, query: new URLSearchParams({ os }) })
    expect(on('android')).toContain('id=com.wireguard.android')
    expect(on('ios')).toContain('https://apps.apple.com/app/id1441195209')
    for (const os of ['windows', 'linux']) expect(on(os)).toContain('https://www.wireguard.com/install/')
    // A code beside the file is for another device.
    expect(on('windows')).toContain('<details open><summary>QR code</summary><img class="qr"')
    expect(on('android')).not.toContain('<details open><summary>QR code</summary><img class="qr"')
  })

  it('renders each QR code with a white quiet zone', () => {
    const links = [{ remark: 'a', protocol: 'VLESS', url: 'vless://x' }]
    const qr = (of: string) => made({ links, query: new URLSearchParams({ qr: of }) })
    expect(qr('raw').headers['content-type']).toBe('image/svg+xml; charset=utf-8')
    expect(String(qr('0').body)).toMatch(/viewBox="0 0 (\d+) \1".*fill="#fff" d="M0 0h\1v\1H0z"/)
    for (const of of ['1', '-1', 'json', '__proto__', 'constructor', '9e9'])
      expect([of, qr(of).status, qr(of).body]).toEqual([of, 404, ''])
  })
})

describe('languages', () => {
  it.each([
    ['fa-IR,fa;q=0.9,en;q=0.8', 'fa'],
    ['xx-XX,xx;q=0.9,ru;q=0.5,en;q=0.7', 'en'],
    ['xx, zh-Hans;q=0.1', 'zh'],
    ['en;q=0, ar', 'ar'],
    ['__proto__, constructor', 'en'],
    ['', 'en'],
  ])('%j reads %s', (accept, language) => expect(languageFor(accept)).toBe(language))

  it('Persian and Arabic are right-to-left', () => {
    const tag = (lang: string) => /<html [^>]*>/.exec(text({}, { 'accept-language': lang }))?.[0]
    expect(tag('fa')).toBe('<html lang="fa" dir="rtl">')
    expect(tag('tr')).toBe('<html lang="tr" dir="ltr">')
  })

  it('sizes are readable', () => {
    expect([0, 1536, 2 ** 30 * 1.25, 2 ** 40].map(speechOf('en').bytes)).toEqual([
      '0 kB',
      '1.5 kB',
      '1.3 GB',
      '1 TB',
    ])
  })
})
