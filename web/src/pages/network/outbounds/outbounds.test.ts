import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { readHosts, showHosts } from '../dns/host-lines.ts'
import { dnsKinds, kindOf, startOf } from '../dns/kinds.ts'
import { latencyShare, latencyTone, matching, rowsOf } from './rows.ts'
import { isKnownWhy } from './why.ts'

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

it('every reason to skip a link has a message in every language', () => {
  const files = ['share-link', 'share-parts', 'share-stream', 'share-wireguard', 'pasted']
  const sources = files.map((name) =>
    readFileSync(
      fileURLToPath(new URL(`../../../../../domain/src/outbounds/${name}.ts`, import.meta.url)),
      'utf8',
    ),
  )
  const reasons = sources.flatMap((text) =>
    [...text.matchAll(/(?:new Refusal\(|why: )'([^']+)'/g)].map((m) => m[1]!),
  )
  // Values that they fill in themselves.
  const made = ['id', 'password', 'secret key'].map((what) => `it has no ${what}`)
  const keys = ['public', 'secret', 'shared'].map((what) => `its ${what} key is no WireGuard key`)
  expect(reasons.length).toBeGreaterThan(15)
  expect(
    [...reasons, ...made, ...keys, 'tuic links cannot be used'].filter((why) => !isKnownWhy(why)),
  ).toEqual([])
})
