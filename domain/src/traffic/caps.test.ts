import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CapTerms } from '#contract/caps-api.ts'
import { bucketOf, zoneOffset } from './buckets.ts'
import { checkedTerms, countedBytes, holdsOf, newsOf, noTerms, periodOf, stageOf } from './caps.ts'
import { costOf, dearestFirst, monthsIn, perByte, perClient } from './costs.ts'

function refusalOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
const at = (text: string) => Date.parse(text)
const terms = (more: Partial<CapTerms> = {}): CapTerms => ({ ...noTerms, ...more })

describe('the month of a cap', () => {
  it.each([
    [1, 'UTC', '2026-11-19T20:00Z', '2026-11-01T00:00Z', '2026-12-01T00:00Z'],
    [19, 'UTC', '2026-11-19T00:00Z', '2026-11-19T00:00Z', '2026-12-19T00:00Z'],
    [20, 'UTC', '2026-11-19T20:00Z', '2026-10-20T00:00Z', '2026-11-20T00:00Z'],
    // Short months end on their last day.
    [31, 'UTC', '2026-02-27T12:00Z', '2026-01-31T00:00Z', '2026-02-28T00:00Z'],
    [31, 'UTC', '2026-02-28T12:00Z', '2026-02-28T00:00Z', '2026-03-31T00:00Z'],
    [30, 'UTC', '2028-02-29T00:00Z', '2028-02-29T00:00Z', '2028-03-30T00:00Z'],
    [31, 'UTC', '2026-12-31T01:00Z', '2026-12-31T00:00Z', '2027-01-31T00:00Z'],
    // Summer time begins and ends in between.
    [15, 'Europe/Berlin', '2026-03-30T00:00Z', '2026-03-14T23:00Z', '2026-04-14T22:00Z'],
    [15, 'Europe/Berlin', '2026-10-26T00:00Z', '2026-10-14T22:00Z', '2026-11-14T23:00Z'],
    [1, 'Asia/Tehran', '2026-05-01T00:00Z', '2026-04-30T20:30Z', '2026-05-31T20:30Z'],
  ])('day %i in %s at %s', (day, zone, now, from, until) => {
    expect(periodOf(day, zone, at(now))).toEqual({ from: at(from), until: at(until) })
  })

  it('contains its moment, begins where a day of the history begins, and ends where the next one begins', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Africa/Cairo',
      'Asia/Kathmandu',
    )
    const moments = fc.integer({ min: at('2010-01-01T00:00Z'), max: at('2040-01-01T00:00Z') })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), zones, moments, (day, zone, now) => {
        const { from, until } = periodOf(day, zone, now)
        expect(from).toBeLessThanOrEqual(now)
        expect(until).toBeGreaterThan(now)
        expect(until - from).toBeGreaterThanOrEqual(27 * 86_400_000)
        expect(until - from).toBeLessThan(32 * 86_400_000)
        expect(bucketOf(from / 1_000, '1d', zoneOffset(zone)) * 1_000).toBe(from)
        expect(periodOf(day, zone, until).from).toBe(until)
        expect(periodOf(day, zone, until - 1)).toEqual({ from, until })
      }),
    )
  })
})

it('counts as the hoster does', () => {
  const bytes = { up: 3, down: 5 }
  const each = (['both', 'download', 'upload', 'larger'] as const).map((counts) =>
    countedBytes(counts, bytes),
  )
  expect(each).toEqual([8, 5, 3, 5])
})

describe('the stage of a cap', () => {
  const cap = terms({ capBytes: 1_000 })
  it.each([
    [0, 'below'],
    [799, 'below'],
    [800, 'near'],
    [999, 'near'],
    [1_000, 'reached'],
    [5_000, 'reached'],
  ] as const)('%i of 1000 used: %s', (used, stage) => expect(stageOf(cap, used)).toBe(stage))

  it('warns of nothing without a share, and is nothing without a cap', () => {
    expect(stageOf({ ...cap, warnPercent: 0 }, 999)).toBe('below')
    expect(stageOf(terms(), 999)).toBe('none')
  })

  it('is told when it changes', () => {
    expect(newsOf('below', 'near')).toBe('near')
    expect(newsOf('none', 'reached')).toBe('reached')
    expect(newsOf('near', 'reached')).toBe('reached')
    expect(newsOf('reached', 'below')).toBe('over')
    expect(newsOf('reached', 'near')).toBe('over')
    expect(newsOf('reached', 'none')).toBe('over')
    expect(newsOf('near', 'below')).toBeUndefined()
    expect(newsOf('reached', 'reached')).toBeUndefined()
  })
})

describe('what caps do to inbounds', () => {
  const inbounds = [
    { id: 1, node: 0 },
    { id: 2, node: 0 },
    { id: 3, node: 7 },
  ]
  const cap = (more: object) => ({
    ...({ kind: 'server', id: 0, stage: 'reached', atEnd: 'stop', until: 100 } as const),
    ...more,
  })
  it('is for those that the cap covers, once it is reached, if it shall do something', () => {
    expect([...holdsOf([cap({})], inbounds).keys()]).toEqual([1, 2])
    expect([...holdsOf([cap({ kind: 'node', id: 7 })], inbounds).keys()]).toEqual([3])
    expect([...holdsOf([cap({ kind: 'inbound', id: 2 })], inbounds).keys()]).toEqual([2])
    expect(holdsOf([cap({ stage: 'near' }), cap({ atEnd: 'nothing' })], inbounds).size).toBe(0)
  })
  it('is the stronger of several, and of two alike the longer', () => {
    const hide = cap({ atEnd: 'hide', until: 900 })
    const own = cap({ kind: 'inbound', id: 1, until: 200 })
    for (const caps of [
      [hide, own, cap({})],
      [cap({}), own, hide],
    ])
      expect(holdsOf(caps, inbounds).get(1)).toEqual({ does: 'stop', by: 'inbound', until: 200 })
    expect(holdsOf([hide], inbounds).get(2)).toEqual({ does: 'hide', by: 'server', until: 900 })
  })
})

describe('bad input', () => {
  it.each([
    [{ capBytes: -1 }, 'cap.bad-bytes', 'capBytes'],
    [{ capBytes: 1.5 }, 'cap.bad-bytes', 'capBytes'],
    [{ capBytes: 2 ** 60 }, 'cap.bad-bytes', 'capBytes'],
    [{ resetDay: 0 }, 'cap.bad-day', 'resetDay'],
    [{ resetDay: 32 }, 'cap.bad-day', 'resetDay'],
    [{ resetDay: 1.5 }, 'cap.bad-day', 'resetDay'],
    [{ warnPercent: 101 }, 'cap.bad-percent', 'warnPercent'],
    [{ costMonth: -1 }, 'cap.bad-cost', 'costMonth'],
    [{ costTb: Number.NaN }, 'cap.bad-cost', 'costTb'],
  ])('%o is refused', (more, code, field) => {
    expect(refusalOf(() => checkedTerms(terms(more), 'node'))).toMatchObject({ code, field })
  })
  it('has no cost of an inbound', () => {
    expect(refusalOf(() => checkedTerms(terms({ costTb: 1 }), 'inbound'))).toMatchObject({
      code: 'cap.inbound-cost',
    })
    expect(checkedTerms(terms({ costTb: 1 }), 'server')).toMatchObject({ costTb: 1 })
  })
})

describe('costs', () => {
  it('spread a month over its days', () => {
    expect(monthsIn('2026-11-01', '2026-11-30')).toBe(1)
    expect(monthsIn('2026-02-01', '2026-02-14')).toBe(0.5)
    expect(monthsIn('2026-11-16', '2026-12-31')).toBeCloseTo(1.5)
    expect(monthsIn('2026-11-19', '2026-11-19')).toBeCloseTo(1 / 30)
  })
  it('count a terabyte as hosters do', () => {
    expect(costOf({ costMonth: 10, costTb: 2 }, 0.5, 3e12)).toBe(11)
  })
  it('are borne by the clients together, to the last part', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1e9), { minLength: 1 }), fc.nat(1_000), (bytes, cost) => {
        const all = bytes.reduce((sum, one) => sum + one, 0)
        const shares = bytes.map((one) => one * perByte(cost, all))
        expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(all > 0 ? cost : 0, 4)
      }),
    )
  })
  it('list the server first that costs most per client', () => {
    const [cheap, dear] = [perClient(10, 10), perClient(10, 2)]
    const servers = [
      { id: 1, perClient: null, cost: 50 },
      { id: 2, perClient: cheap, cost: 10 },
      { id: 3, perClient: dear, cost: 10 },
    ]
    expect(dearestFirst(servers).map(({ id }) => id)).toEqual([3, 2, 1])
    expect(perClient(10, 0)).toBeNull()
  })
})
