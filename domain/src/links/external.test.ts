import { describe, expect, it } from 'vitest'
import { externalRows, linkName, linksIn, linksListed, namedLink } from './external.ts'

const now = 1_000
const base64 = (text: string) => Buffer.from(text).toString('base64')
const linksOf = (rows: unknown, listed: Record<string, string[]> = {}) =>
  linksIn(externalRows(JSON.stringify(rows), now), (address) => listed[address] ?? [])

describe('what an operator stored', () => {
  it('gives links under any key, and nothing that is no link', () => {
    const rows = [
      { link: ' vless://a@b:1#x ' },
      'trojan://p@q:2',
      { value: 'ss://a@b:1#my server' },
      { url: 'no link' },
      { link: 'ss://a\nvless://b' },
      { kind: 'folder', value: 'ss://a@b:1' },
      null,
      7,
    ]
    expect(linksOf(rows)).toEqual(['vless://a@b:1#x', 'trojan://p@q:2', 'ss://a@b:1#my%20server'])
    for (const text of ['', '{', '{}', 'null']) expect(externalRows(text, now)).toEqual([])
  })

  it('gives the links of a list in its place, and an address of a list is no link', () => {
    const rows = [
      { kind: 'link', value: 'ss://a@b:1', remark: '' },
      { kind: 'subscription', value: 'https://list.example/x', remark: 'a label' },
      { kind: 'subscription', value: 'ss://no@list:1', remark: '' },
      { kind: 'link', value: 'ss://c@d:1', remark: '' },
    ]
    const listed = { 'https://list.example/x': ['vless://1@l:1#own', 'vless://2@l:1'] }
    expect(linksOf(rows, listed)).toEqual(['ss://a@b:1', 'vless://1@l:1#own', 'vless://2@l:1', 'ss://c@d:1'])
    expect(linksOf(rows)).toEqual(['ss://a@b:1', 'ss://c@d:1'])
  })

  it.each(['link', 'subscription'])('leaves out a %s that is switched off or has ended', (kind) => {
    const row = (more: object) => ({ kind, value: 'https://x.example/1', remark: '', ...more })
    const rows = [{ enable: false }, { expiryTime: 1 }, { expiryTime: now }, { enable: true, expiryTime: 0 }]
    expect(externalRows(JSON.stringify(rows.map(row)), now)).toHaveLength(1)
    expect(externalRows(JSON.stringify([row({ expiryTime: now + 1 })]), now)).toHaveLength(1)
  })
})

describe('the name of a link', () => {
  const inside = { v: '2', ps: 'old', add: 'h', port: 1 }
  it('is replaced where the link has it', () => {
    expect(namedLink('ss://a@b:1#old', 'new & better')).toBe('ss://a@b:1#new%20%26%20better')
    const renamed = namedLink(`vmess://${base64(JSON.stringify(inside))}`, 'новое')
    const json: unknown = JSON.parse(Buffer.from(renamed.slice(8), 'base64').toString())
    expect(json).toEqual({ ...inside, ps: 'новое' })
    expect(linkName(renamed)).toBe('новое')
  })

  it('is read from it', () => {
    expect(linkName('ss://a@b:1#a%20b')).toBe('a b')
    expect(linkName('ss://a@b:1#%E0%A4')).toBe('%E0%A4')
    expect(linkName('ss://a@b:1')).toBe('')
  })
})

describe('a fetched list', () => {
  const lines = [
    '# news',
    'vless://a@b:1#one server',
    'https://shop.example',
    'javascript://x',
    '',
    'hy2://a@b:1',
  ]
  const want = ['vless://a@b:1#one%20server', 'hy2://a@b:1']
  it('is read plain and in Base64, and gives links to servers only', () => {
    expect(linksListed(lines.join('\r\n'))).toEqual(want)
    expect(linksListed(base64(lines.join('\n')))).toEqual(want)
    expect(linksListed('<html>')).toEqual([])
  })

  it('is read up to a number of links, each of a sound length', () => {
    expect(linksListed('ss://a@b:1\n'.repeat(2_000))).toHaveLength(500)
    expect(linksListed(`ss://${'a'.repeat(5_000)}@b:1`)).toEqual([])
  })
})
