import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { defaultTemplate } from './default-template.ts'
import {
  type DnsServer,
  dnsHosts,
  dnsPresets,
  dnsServers,
  hasDns,
  isDnsUsed,
  moveServer,
  presetOf,
  queryStrategies,
  queryStrategy,
  readServer,
  removeServer,
  saveServer,
  withoutDns,
  withPreset,
  writeHosts,
  writeServer,
  writeStrategy,
} from './dns-section.ts'

const texts = fc.array(fc.constantFrom('domain:ir', 'geosite:cn', 'full:a.b', 'regexp:.*x'), { maxLength: 3 })
const server: fc.Arbitrary<DnsServer> = fc.record({
  address: fc.constantFrom('1.1.1.1', 'https://dns.google/dns-query', 'localhost', 'fakedns'),
  port: fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined }),
  domains: texts,
  expectIPs: texts,
  skipFallback: fc.boolean(),
})
const rest = {
  dns: { hosts: { a: '1.2.3.4' }, tag: 'dns-in', mine: [1] },
  outbounds: [{ tag: 'x' }],
  own: true,
}

describe('a server', () => {
  test('is read as it was written, and a plain one stays a text', () => {
    fc.assert(
      fc.property(server, (values) => {
        expect(readServer(writeServer(undefined, values))).toEqual(values)
      }),
    )
    const plain = { port: undefined, domains: [], expectIPs: [], skipFallback: false }
    expect(writeServer({ address: '9.9.9.9' }, { address: '1.1.1.1', ...plain })).toBe('1.1.1.1')
  })
  test('keeps keys that the form does not know, and the name that its addresses came under', () => {
    const entry = { address: '1.1.1.1', expectedIPs: ['geoip:ir'], timeoutMs: 900 }
    expect(writeServer(entry, { ...readServer(entry), address: '8.8.8.8' })).toEqual({
      ...entry,
      address: '8.8.8.8',
    })
  })
  test('is added, changed, moved and removed without touching anything else', () => {
    fc.assert(
      fc.property(
        fc.array(server, { minLength: 2, maxLength: 4 }),
        server,
        fc.nat(3),
        fc.nat(3),
        (list, values, a, b) => {
          const before = list.reduce((t: Block, s) => saveServer(t, undefined, s), rest)
          expect(dnsServers(before)).toEqual(list)
          const after = saveServer(before, a % list.length, values)
          expect(dnsServers(after)).toEqual(list.with(a % list.length, values))
          expect(moveServer(moveServer(before, a, b), b, a)).toEqual(before)
          expect(removeServer(saveServer(before, undefined, values), list.length)).toEqual(before)
          const { servers: _, ...others } = after.dns as Block // built above
          expect({ ...after, dns: others }).toEqual(rest)
        },
      ),
    )
  })
})

test('hosts and the strategy round trip', () => {
  const hosts = [
    { name: 'a.b', to: ['1.1.1.1', '::1'] },
    { name: 'domain:c', to: ['d.e'] },
  ]
  const written = writeHosts(rest, hosts)
  expect(dnsHosts(written)).toEqual(hosts)
  expect(written.dns).toEqual({ ...rest.dns, hosts: { 'a.b': ['1.1.1.1', '::1'], 'domain:c': 'd.e' } })
  expect(writeHosts(rest, []).dns).toEqual({ tag: 'dns-in', mine: [1] })
  for (const s of queryStrategies) expect(queryStrategy(writeStrategy(rest, s))).toBe(s)
})

test('presets are known again, and off leaves no section', () => {
  for (const preset of Object.keys(dnsPresets) as (keyof typeof dnsPresets)[]) // the table's own keys
    expect(presetOf(withPreset(rest, preset))).toBe(preset)
  expect([hasDns(rest), presetOf(rest)]).toEqual([true, undefined])
  const { dns: _, ...others } = rest
  expect(withoutDns(rest)).toEqual(others)
})

test('the section lies idle until something asks for addresses', () => {
  const fresh: Block = defaultTemplate()
  expect(isDnsUsed(fresh)).toBe(false)
  expect(isDnsUsed({ ...fresh, routing: { domainStrategy: 'IPIfNonMatch' } })).toBe(true)
  expect(isDnsUsed({ outbounds: [{ protocol: 'freedom', settings: { domainStrategy: 'UseIPv4' } }] })).toBe(
    true,
  )
  expect(isDnsUsed({ outbounds: [{ protocol: 'dns' }] })).toBe(true)
})
