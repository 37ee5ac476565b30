import { describe, expect, it } from 'vitest'
import { defaults } from '#domain/settings/stored.ts'
import { createReader } from './request.ts'

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
