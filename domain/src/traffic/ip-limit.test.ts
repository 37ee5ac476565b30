import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Holder, judge, networkOf } from './ip-limit.ts'

const times = { windowMs: 30_000, forgetMs: 300_000 }

/** One client; each step is five seconds with these addresses active. */
function client(limit: number, graceMs = 0) {
  let holders: readonly Holder[] = []
  let now = 0
  return (...active: string[]) => {
    now += 5_000
    const judgement = judge(holders, new Map(active.map((ip) => [ip, now])), limit, now, {
      ...times,
      graceMs,
    })
    holders = judgement.holders
    const refused = holders.filter((h) => h.refused).map((h) => h.network)
    return { ...judgement, now: refused }
  }
}

describe('networks', () => {
  it('one NAT is one, an IPv6 household is one', () => {
    expect(networkOf('192.0.2.1')).toBe('192.0.2.1')
    expect(networkOf('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:db8:1:2:bbbb::9')).toBe('2001:db8:1:2::/64')
    expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
    expect(networkOf('nonsense')).toBe('nonsense')
  })
  it('a provider’s network is one where networks are counted, from an address or from its /64', () => {
    expect(networkOf('192.0.2.77', 'network')).toBe('192.0.2.0/24')
    expect(networkOf('2001:db8:1:2ff:aaaa::1', 'network')).toBe('2001:db8:1:200::/56')
    expect(networkOf('2001:db8:1:2ff::/64', 'network')).toBe('2001:db8:1:200::/56')
    expect(networkOf('nonsense', 'network')).toBe('nonsense')
  })
})

describe('the oldest addresses win', () => {
  it('one too many is said once, refused after a window, and the others stay', () => {
    const step = client(2)
    step('a', 'b')
    expect(step('a', 'b', 'c').warned).toEqual(['c'])
    for (let i = 0; i < 5; i++)
      expect(step('a', 'b', 'c')).toMatchObject({ warned: [], refused: [], now: [] })
    expect(step('a', 'b', 'c')).toMatchObject({ refused: ['c'], now: ['c'] })
    expect(step('a', 'b', 'c')).toMatchObject({ refused: [], now: ['c'] })
  })

  it('a phone that changes its network is not refused', () => {
    const step = client(1)
    step('wifi')
    for (let i = 0; i < 20; i++) expect(step('mobile').now).toEqual([])
  })

  it('is let in when an older one has been silent for a window', () => {
    const step = client(1)
    step('a')
    for (let i = 0; i < 8; i++) step('a', 'b')
    for (let i = 0; i < 5; i++) expect(step('b').now).toEqual(['b'])
    expect(step('b')).toMatchObject({ lifted: ['b'], now: [] })
    expect(step('a', 'b').warned).toEqual(['a']) // a returning address counts as the newest
  })

  it('one that was refused and stays away is forgotten, not sooner', () => {
    const step = client(1)
    step('a')
    for (let i = 0; i < 8; i++) step('a', 'b')
    for (let i = 0; i < 59; i++) expect(step('a').now).toEqual(['b'])
    expect(step('a')).toMatchObject({ lifted: ['b'], now: [] })
  })

  it('a higher limit lets in at once', () => {
    let judged = judge(
      [],
      new Map([
        ['a', 0],
        ['b', 1],
      ]),
      1,
      1,
      times,
    )
    judged = judge(
      judged.holders,
      new Map([
        ['a', 40_000],
        ['b', 40_000],
      ]),
      1,
      40_000,
      times,
    )
    expect(judged.refused).toEqual(['b'])
    expect(judge(judged.holders, new Map(), 2, 40_001, times).lifted).toEqual(['b'])
  })
})

describe('a grace for roaming', () => {
  it('the new address takes the place of one that goes quiet in time, and nobody is refused', () => {
    const [strict, graceful] = [client(1), client(1, 20_000)]
    const refused = { strict: 0, graceful: 0 }
    // A phone between two cells: each address is used for 15 seconds, and both count for 30.
    for (let i = 0; i < 40; i++) {
      const address = Math.floor(i / 3) % 2 === 0 ? 'wifi' : 'mobile'
      refused.strict += strict(address).now.length
      refused.graceful += graceful(address).now.length
    }
    expect(refused.strict).toBeGreaterThan(0)
    expect(refused.graceful).toBe(0)
  })

  it('two that are used at once are refused all the same', () => {
    const step = client(1, 20_000)
    step('a')
    for (let i = 0; i < 7; i++) step('a', 'b')
    expect(step('a', 'b').now).toEqual(['b'])
  })
})

it('never refuses anybody within the limit, and never fewer than the limit stay', () => {
  const step = fc.subarray(['a', 'b', 'c', 'd', 'e'])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 80 }), (limit, steps) => {
      const next = client(limit)
      for (const active of steps) {
        const { holders, now } = next(...active)
        const admitted = holders.filter((h) => !h.refused)
        expect(holders.length <= limit ? now : []).toEqual([])
        expect(admitted.length).toBeGreaterThanOrEqual(Math.min(limit, holders.length))
        const oldest = Math.max(...admitted.slice(0, limit).map((h) => h.first), 0)
        for (const h of holders) if (h.refused) expect(h.first).toBeGreaterThanOrEqual(oldest)
      }
    }),
  )
})
