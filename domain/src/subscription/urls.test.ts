import { describe, expect, it } from 'vitest'
import { defaults } from '../settings/stored.ts'
import { readHost, subscriptionBase, subscriptionUrls } from './urls.ts'

describe('the URLs that a client is given', () => {
  const origin = 'https://sub.example:2096'

  it('name the raw form always and the others where they are served', () => {
    expect(subscriptionUrls(defaults, origin, 'abc')).toEqual({
      raw: 'https://sub.example:2096/sub/abc',
      clash: 'https://sub.example:2096/clash/abc',
    })
    const all = { ...defaults, subJsonEnable: true, subSingboxEnable: true, subClashEnable: false }
    expect(subscriptionUrls(all, origin, 'abc')).toEqual({
      raw: 'https://sub.example:2096/sub/abc',
      json: 'https://sub.example:2096/json/abc',
      singbox: 'https://sub.example:2096/singbox/abc',
    })
  })

  it.each([
    ['https://cdn.example/s/', 'https://cdn.example/s/'],
    ['https://cdn.example/s', 'https://cdn.example/s/'],
    ['https://cdn.example/get?id=', 'https://cdn.example/get?id='],
  ])('begin with the configured %s', (subURI, expected) => {
    expect(subscriptionBase({ ...defaults, subURI }, 'raw', origin)).toBe(expected)
  })

  it('hold the id as one part of the path, whatever is in it', () => {
    const { raw } = subscriptionUrls(defaults, origin, 'ä?b#c%2F&x')
    expect(new URL(raw).pathname).toBe('/sub/%C3%A4%3Fb%23c%252F%26x')
  })
})

describe('a Host header', () => {
  it.each([
    ['Sub.Example:2096', { name: 'sub.example', authority: 'sub.example:2096' }],
    ['sub.example.', { name: 'sub.example', authority: 'sub.example' }],
    ['192.0.2.1', { name: '192.0.2.1', authority: '192.0.2.1' }],
    ['[2001:DB8::1]:443', { name: '2001:db8::1', authority: '[2001:db8::1]:443' }],
  ])('%s is read', (header, host) => expect(readHost(header)).toEqual(host))

  it.each([
    '',
    ':80',
    'a b',
    'a/b',
    'user@host',
    'host?x',
    'host#x',
    'host"onload=x',
    "host'",
    '<script>',
    'host:80:80',
    'host:99999',
    '2001:db8::1',
    '[zz]',
    '[1.2.3.4',
    '999.1.1.1',
    'höst',
    'a'.repeat(300),
    '-host',
    'a..b',
    'host%20',
    'host\\x',
    'host\nx',
  ])('%j is none', (header) => expect(readHost(header)).toBeNull())
})
