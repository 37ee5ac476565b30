import { describe, expect, it } from 'vitest'
import { type AskedRoute, geoTokensOf, isEntryOf, matchedRules } from './matched-rules.ts'

const blank: AskedRoute = {
  domain: '',
  ip: '',
  port: 443,
  network: 'tcp',
  inboundTag: '',
  protocol: '',
  user: '',
}
const to = (outboundTag: string, rule: object) => ({ type: 'field', ...rule, outboundTag })
const rules = [
  to('blocked', { protocol: ['bittorrent'] }),
  to('blocked', { ip: ['10.0.0.0/8', 'geoip:private'] }),
  to('warp', { domain: ['geosite:netflix', 'domain:example.com'] }),
  to('warp', { domain: ['geosite:openai'], port: '80,443-500' }),
  to('warp', { user: 'ann,bob', inboundTag: ['in-1'] }),
  { type: 'field', domain: ['full:lb.example'], balancerTag: 'lb' },
  to('warp', { attrs: { ':method': 'GET' } }),
]
const asked = (outboundTag: string, question: Partial<AskedRoute>, lists?: Map<string, boolean>) =>
  matchedRules({ rules, strategy: 'AsIs', outboundTag }, { ...blank, ...question }, lists).map((rule) =>
    rules.indexOf(rule as (typeof rules)[number]),
  )

describe('the rule that sent a connection', () => {
  it('is the first that certainly matches and leads to the outbound of the answer', () => {
    expect(asked('warp', { domain: 'www.Example.com' })).toEqual([2])
    expect(asked('blocked', { ip: '10.1.2.3' })).toEqual([1])
    expect(asked('blocked', { domain: 'a.b', protocol: 'bittorrent' })).toEqual([0])
  })
  it('can be one of several, until the geo lists are looked up', () => {
    const openai = { domain: 'openai.com' }
    expect(asked('warp', openai)).toEqual([2, 3, 6])
    const lists = new Map([
      ['geosite:netflix', false],
      ['geosite:openai', true],
    ])
    expect(asked('warp', openai, lists)).toEqual([3])
    expect(asked('warp', { ...openai, port: 22 }, lists)).toEqual([6])
  })
  it('knows clients and inbounds, and a rule to a balancer by its conditions', () => {
    const lists = new Map([
      ['geosite:netflix', false],
      ['geosite:openai', false],
    ])
    const ann = { domain: 'a.b', user: 'Ann', inboundTag: 'in-1' }
    expect(asked('warp', ann, lists)).toEqual([4])
    expect(asked('de-2', { domain: 'lb.example' })).toEqual([5])
  })
  it('does not rule out addresses when routing resolves names', () => {
    const [, inside] = rules
    const routed = { rules: [inside!], outboundTag: 'blocked' }
    expect(matchedRules({ ...routed, strategy: 'IPIfNonMatch' }, { ...blank, domain: 'a.b' })).toHaveLength(1)
    expect(matchedRules({ ...routed, strategy: 'AsIs' }, { ...blank, domain: 'a.b' })).toHaveLength(0)
  })
  it('reads what the core reads: other letter cases, texts with commas, negations', () => {
    const one = (rule: object, question: Partial<AskedRoute>) =>
      matchedRules({ rules: [to('x', rule)], strategy: '', outboundTag: 'x' }, { ...blank, ...question })
        .length
    expect(one({ Domain: 'full:a.b,domain:c.d' }, { domain: 'e.c.d' })).toBe(1)
    expect(one({ NETWORK: 'udp' }, {})).toBe(0)
    expect(one({ network: 'tcp,udp', port: 443 }, {})).toBe(1)
    expect(one({ ip: ['!192.0.2.0/24'] }, { ip: '192.0.2.1' })).toBe(0)
    expect(one({ ip: ['!192.0.2.0/24'] }, { ip: '198.51.100.1' })).toBe(1)
    expect(one({ source: ['10.0.0.1'] }, {})).toBe(0)
    expect(one({ domain: ['regexp:^a'] }, { domain: 'b.c' })).toBe(1) // it may
    expect(one({ domain: ['keyword:ogle', 'dotless:x'] }, { domain: 'google.com' })).toBe(1)
  })
})

it('names the geo lists of rules once', () => {
  expect(geoTokensOf(rules)).toEqual(['geoip:private', 'geosite:netflix', 'geosite:openai'])
})

it('compares the entries of a geo list', () => {
  const site = { domain: 'chat.openai.com', ip: '' }
  expect(isEntryOf({ kind: 'domain', value: 'openai.com' }, site)).toBe(true)
  expect(isEntryOf({ kind: 'full', value: 'openai.com' }, site)).toBe(false)
  expect(isEntryOf({ kind: 'regexp', value: '^chat' }, site)).toBeUndefined()
  expect(isEntryOf({ kind: 'cidr', value: '1.0.0.0/8' }, site)).toBe(false)
  expect(isEntryOf({ kind: 'cidr', value: '1.0.0.0/8' }, { domain: '', ip: '1.2.3.4' })).toBe(true)
})
