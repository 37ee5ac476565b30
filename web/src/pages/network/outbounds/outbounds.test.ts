import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { readHosts, showHosts } from '../dns/host-lines.ts'
import { dnsKinds, kindOf, startOf } from '../dns/kinds.ts'
import { latencyShare, latencyTone, matching, rowsOf } from './rows.ts'

describe('the rows of outbounds', () => {
  const vless = {
    tag: 'de',
    protocol: 'vless',
    settings: { vnext: [{ address: '2001:db8::1', port: 443 }] },
    streamSettings: { network: 'websocket', security: 'tls' },
  }
  const template = { ...defaultTemplate(), outbounds: [vless, { protocol: 'freedom' }] }
  const rows = rowsOf(template, [{ tag: 'sub1-x', protocol: 'trojan' }], [{ tag: 'de', up: 1, down: 2 }])
  it('show the kind, the destination and the traffic', () => {
    expect(rows).toMatchObject([
      {
        key: 'de',
        index: 0,
        protocol: 'vless',
        words: ['ws', 'tls'],
        address: '[2001:db8::1]:443',
        up: 1,
        down: 2,
      },
      { key: '#2', index: 1, protocol: 'freedom', words: [], address: '' },
      { key: 'sub1-x', index: undefined, up: 0 },
    ])
  })
  it('are found by name, kind and address', () => {
    expect(['DE', 'ws', 'db8'].map((q) => matching(rows, q).map((r) => r.key))).toEqual([
      ['de'],
      ['de'],
      ['de'],
    ])
    expect(matching(rows, '')).toHaveLength(3)
  })
  it('draw slower ones longer, within the bar', () => {
    const [fast, slow, ages] = [90, 700, 60_000]
    expect([fast, slow, ages].map(latencyTone)).toEqual(['good', 'warn', 'bad'])
    expect(latencyShare(fast)).toBeLessThan(latencyShare(slow))
    expect(latencyShare(ages)).toBeLessThan(1)
  })
})

describe('DNS as people write it', () => {
  const word = fc.stringMatching(/^[a-z0-9.:-]{1,12}$/)
  it('parses host lines as they are shown', () => {
    const host = fc.record({ name: word, to: fc.array(word, { minLength: 1, maxLength: 3 }) })
    fc.assert(
      fc.property(fc.uniqueArray(host, { selector: (h) => h.name }), (hosts) => {
        expect(readHosts(showHosts(hosts))).toEqual({ hosts })
      }),
    )
  })
  it('names a line without an answer and a repeated name', () => {
    expect(readHosts('a 1.1.1.1\n\nb')).toEqual({ line: 3 })
    expect(readHosts('a 1.1.1.1\na 2.2.2.2')).toEqual({ line: 2 })
  })
  it('recognises a kind by its address, and prefills one', () => {
    const found = ['1.1.1.1', 'https+local://x/dns-query', 'localhost', 'fakedns', 'quic+local://x'].map(
      kindOf,
    )
    expect(found).toEqual([...dnsKinds])
    expect(startOf('https', 'https://mine/')).toBe('https://mine/')
    expect(startOf('https', '1.1.1.1')).toBe('https://')
  })
})
