import { validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentDisposition, createHeaders, type HeaderSettings, type Usage, usageOf } from './headers.ts'

const plain: HeaderSettings = {
  subUpdates: 12,
  subTitle: '',
  subSupportUrl: '',
  subProfileUrl: '',
  subAnnounce: '',
  subEnableRouting: true,
  subAnnounceUrl: '',
  subHideSettings: false,
}
const none = { upload: 0, download: 0, total: 0, expire: 0 }
const page = 'https://sub.example/sub/abc'

/** Turns the flat name/value list into an object. */
function headersOf(usage: Usage, settings: HeaderSettings, url: string): Record<string, string> {
  const list = createHeaders(settings)(usage, url)
  return Object.fromEntries(list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1] ?? '']] : [])))
}

describe('usage of the clients behind one id', () => {
  const client = { up: 1, down: 2, total: 10, expiryTime: 1_800_000_000_999 }

  test('is summed', () => {
    expect(usageOf([client, client])).toEqual({ upload: 2, download: 4, total: 20, expire: 1_800_000_000 })
  })

  test.each([
    ['one without a limit', { ...client, total: 0 }, { total: 0, expire: 1_800_000_000 }],
    ['a later end', { ...client, expiryTime: 1_900_000_000_000 }, { total: 20, expire: 1_800_000_000 }],
    ['an earlier end', { ...client, expiryTime: 1_700_000_000_000 }, { total: 20, expire: 1_700_000_000 }],
    ['one without an end', { ...client, expiryTime: 0 }, { total: 20, expire: 1_800_000_000 }],
    ['one that has not begun', { ...client, expiryTime: -86_400_000 }, { total: 20, expire: 1_800_000_000 }],
  ])('%s', (_, other, wanted) => {
    expect(usageOf([client, other])).toMatchObject(wanted)
  })

  test.each([0, -86_400_000])('an expiry of %d has no date', (expiryTime) => {
    expect(usageOf([{ ...client, expiryTime }]).expire).toBe(0)
  })

  test('two members of a group have its quota once; beside one without a limit it is none', () => {
    const member = { ...client, used: 50, total: 60, sharedBy: 'family' }
    expect(usageOf([member, member])).toMatchObject({ upload: 2, download: 48, total: 60 })
    expect(usageOf([member, client])).toMatchObject({ upload: 2, download: 51, total: 70 })
    expect(usageOf([member, { ...client, total: 0 }])).toMatchObject({ upload: 2, download: 4, total: 0 })
  })

  test('nobody', () => {
    expect(usageOf([])).toEqual(none)
  })
})

describe('headers of a subscription', () => {
  test('all of them', () => {
    const usage = { upload: 1, download: 2, total: 3, expire: 4 }
    const settings = {
      ...plain,
      subTitle: 'Мой VPN',
      subSupportUrl: 'https://t.me/help',
      subProfileUrl: 'https://me.example/',
      subAnnounce: 'two\nlines',
      subAnnounceUrl: 'https://news.example/',
      subHideSettings: true,
    }
    expect(headersOf(usage, settings, page)).toEqual({
      'Subscription-Userinfo': 'upload=1; download=2; total=3; expire=4',
      'Profile-Update-Interval': '12',
      'Profile-Title': `base64:${Buffer.from('Мой VPN').toString('base64')}`,
      'Support-Url': 'https://t.me/help',
      'Profile-Web-Page-Url': 'https://me.example/',
      Announce: `base64:${Buffer.from('two\nlines').toString('base64')}`,
      'Announce-Url': 'https://news.example/',
      'Hide-Settings': '1',
      'Routing-Enable': 'true',
    })
  })

  test('what is not set is not sent; the page is the request itself', () => {
    expect(headersOf(none, plain, page)).toEqual({
      'Subscription-Userinfo': 'upload=0; download=0; total=0; expire=0',
      'Profile-Update-Interval': '12',
      'Profile-Web-Page-Url': page,
      'Routing-Enable': 'true',
    })
  })

  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a\r\nSet-Cookie: x=1', '\u2028', '\ud800', 'é', '🌊'),
  )

  test('no setting and no address of a request breaks out of its header', () => {
    const texts = fc.record({
      subTitle: hostile,
      subSupportUrl: hostile,
      subProfileUrl: hostile,
      subAnnounce: hostile,
      subAnnounceUrl: hostile,
    })
    fc.assert(
      fc.property(texts, hostile, (settings, url) => {
        const headers = headersOf(none, { ...plain, ...settings }, url)
        for (const [name, value] of Object.entries(headers)) {
          validateHeaderValue(name, value)
          expect(value).toMatch(/^[\x20-\x7e]+$/)
        }
      }),
    )
  })

  test('a file name keeps its letters and stays inside its quotes', () => {
    expect(contentDisposition('Мой "VPN"/..\r\n(1)')).toBe(
      'attachment; filename="___ _VPN__.._1_"; ' +
        "filename*=UTF-8''%D0%9C%D0%BE%D0%B9%20%22VPN%22_..%281%29",
    )
    expect(contentDisposition(' \n')).toContain('filename="subscription"')
    fc.assert(
      fc.property(hostile, (name) => {
        expect(contentDisposition(name)).toMatch(
          /^attachment; filename="[A-Za-z0-9._ -]+"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/,
        )
      }),
    )
  })
})
