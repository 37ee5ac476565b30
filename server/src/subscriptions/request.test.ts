import { describe, expect, it } from 'vitest'
import { defaults } from '#domain/settings/stored.ts'
import { createAppFormats, createReader } from './request.ts'

const everything = { ...defaults, subJsonEnable: true, subSingboxEnable: true }
const reader = createReader(everything)
const short = (url: string, read = reader) => {
  const asked = read(url)
  return asked && `${asked.format} ${asked.id}`
}

describe("a request's URL", () => {
  it.each([
    ['/sub/abc', 'raw abc'],
    ['/sub/abc/', 'raw abc'],
    ['/sub/abc?html=1', 'raw abc'],
    ['/json/abc', 'json abc'],
    ['/clash/abc', 'clash abc'],
    ['/singbox/abc', 'singbox abc'],
    ['/sub/%C3%A4%3Fb', 'raw ä?b'],
  ])('%s is %s', (url, expected) => expect(short(url)).toBe(expected))

  it.each([
    '',
    '*',
    '/',
    '/sub',
    '/sub/',
    '/sub//',
    '/sub/a/b',
    '/sub/a%2Fb',
    '/sub/a%5Cb',
    '/sub/%00',
    '/sub/a%20b',
    '/sub/%0d%0aSet-Cookie:x',
    '/sub/%E0%A4',
    '/sub/%ed%a0%80',
    '/sub/..%2f..%2fetc',
    `/sub/${'a'.repeat(255)}`,
    `/sub/${'a'.repeat(9_000)}`,
    '/SUB/abc',
    'http://elsewhere/sub/abc',
    '/panel/',
  ])('%j is nowhere', (url) => expect(reader(url)).toBeNull())

  it('is matched by the longest path, and only by served formats', () => {
    const read = createReader({ ...everything, subPath: '/', subJsonPath: '/j/', subClashEnable: false })
    expect(short('/abc', read)).toBe('raw abc')
    expect(short('/j/abc', read)).toBe('json abc')
    expect(short('/clash/abc', read)).toBeNull()
  })

  it('keeps its query', () => {
    expect(reader('/sub/abc?view=html&x=%zz')?.query.get('view')).toBe('html')
  })
})

const all = {
  ...defaults,
  subJsonEnable: true,
  subClashEnable: true,
  subSingboxEnable: true,
  subJsonAutoDetect: true,
  subClashAutoDetect: true,
  subSingboxAutoDetect: true,
}

describe('the format that an app gets on the raw path', () => {
  it.each([
    ['clash-verge/v2.0.0', 'clash'],
    ['mihomo/1.19.24', 'clash'],
    ['Stash/2.7.0 Clash/1.9.0', 'clash'],
    ['FlClash/v0.8 clash-verge Platform/android', 'clash'],
    ['SFA/1.11.0 (Build 500; sing-box 1.11.0; language en_US)', 'singbox'],
    ['sing-box 1.14.1', 'singbox'],
    ['v2rayNG/1.9.16', 'json'],
    ['Happ/2.1.0', 'json'],
    ['HiddifyNext/2.5.7 (android) like ClashMeta v2ray sing-box', 'raw'],
    ['Shadowrocket/2600 CFNetwork', 'raw'],
    ['curl/8.5.0', 'raw'],
    ['', 'raw'],
  ])('%j gets %s', (agent, format) => expect(createAppFormats(all)(agent)).toBe(format))

  it('is raw for everybody until an operator turns detection on', () => {
    expect(createAppFormats({ ...defaults, subJsonEnable: true })('clash-verge/v2.0.0')).toBe('raw')
  })

  it('is never one that is not served', () => {
    expect(createAppFormats({ ...all, subClashEnable: false })('mihomo/1.19.24')).toBe('raw')
  })

  it("follows the operator's pattern, which outranks the Hiddify rule", () => {
    const own = createAppFormats({ ...all, subClashUserAgentRegex: '(?i)hiddify|koala' })
    expect(['HiddifyNext/2.5', 'KOALA', 'mihomo/1'].map(own)).toEqual(['clash', 'clash', 'raw'])
  })

  it('takes the first matching rule: sing-box, Clash, JSON', () => {
    const any = { subSingboxUserAgentRegex: '.', subClashUserAgentRegex: '.', subJsonUserAgentRegex: '.' }
    expect(createAppFormats({ ...all, ...any })('x')).toBe('singbox')
    expect(createAppFormats({ ...all, ...any, subSingboxAutoDetect: false })('x')).toBe('clash')
  })
})
