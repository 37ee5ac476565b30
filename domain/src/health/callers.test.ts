import { describe, expect, it } from 'vitest'
import { inEnglish } from '#domain/refusal.ts'
import { type CallerFacts, type CallerHour, judgeCallers } from './callers.ts'

const hour = Date.UTC(2026, 10, 18, 9)
const row = (inboundId: number, network: string, sums: Partial<CallerHour>): CallerHour => ({
  ...{ inboundId, network, name: network && `${network} (IR)`, clients: 0, silent: 0, fetched: 0, unused: 0 },
  ...sums,
})
const watched = row(0, '', {})
const judge = (now: CallerHour[], before: CallerHour[] = [], more: Partial<CallerFacts> = {}) =>
  judgeCallers({ hour, now: [watched, ...now], before, names: new Map([[1, 'Paris']]), ...more })
const brief = (checks: ReturnType<typeof judge>) => checks.map(({ id, state }) => `${state} ${id}`)

it('nothing is said without an hour to judge, nor of networks that nobody knows', () => {
  expect(judgeCallers(undefined)).toEqual([])
  expect(judge([row(1, '', { clients: 100, silent: 90 })])).toEqual([])
})

it('networks that are alike are said to have been compared', () => {
  const checks = judge([row(1, '', { clients: 50, silent: 5 }), row(1, 'AS1', { clients: 20, silent: 2 })])
  expect(brief(checks)).toEqual(['ok callers'])
  expect(checks.map(({ sentence }) => inEnglish(sentence))).toEqual([
    expect.stringContaining('2026-11-18 09:00 UTC (1)'),
  ])
})

describe('connections without data', () => {
  const own = row(1, 'AS1', { clients: 12, silent: 10 })
  it('are suspected where the other callers of the inbound have data', () => {
    const [found, ...rest] = judge([row(1, '', { clients: 40, silent: 12 }), own])
    expect(rest).toEqual([])
    expect(found).toMatchObject({
      ...{ id: 'callers.silent-1-AS1', state: 'warn', subject: { kind: 'inbound', id: '1', name: 'Paris' } },
    })
    expect(found && inEnglish(found.sentence)).toMatch(
      /^Suspicion: .*10 of 12 clients from AS1 \(IR\) .*; of other callers 2 of 28\.$/,
    )
  })
  it('are not, where nobody has data, where few were seen, or on an inbound that is off', () => {
    const calm = ['ok callers']
    expect(brief(judge([row(1, '', { clients: 40, silent: 35 }), own]))).toEqual(calm)
    expect(
      brief(judge([row(1, '', { clients: 40, silent: 9 }), row(1, 'AS1', { clients: 9, silent: 9 })])),
    ).toEqual(calm)
    const others = row(1, '', { clients: 40, silent: 12 })
    expect(brief(judge([others, own], [], { names: new Map() }))).toEqual(calm)
  })
  it('are compared with the week before where there are no other callers', () => {
    const all = row(1, '', { clients: 14, silent: 10 })
    expect(brief(judge([all, own]))).toEqual(['ok callers'])
    expect(brief(judge([all, own], [row(1, 'AS1', { clients: 15, silent: 9 })]))).toEqual(['ok callers'])
    const [found] = judge([all, own], [row(1, 'AS1', { clients: 15, silent: 1 })])
    expect(found && inEnglish(found.sentence)).toContain('a week before 1 of 15')
  })
})

it('subscriptions that were fetched and not used are suspected of the network, not of an inbound', () => {
  const all = row(0, '', { fetched: 60, unused: 25 })
  const facts = { hour, now: [all, row(0, 'AS1', { fetched: 20, unused: 18 })], before: [], names: new Map() }
  const [found] = judgeCallers(facts)
  expect(found).toMatchObject({ id: 'callers.unused-AS1', state: 'warn', subject: { kind: 'server' } })
  expect(found && inEnglish(found.sentence)).toContain('18 of 20 clients from AS1 (IR)')
  // As idle as everybody.
  const idle = [row(0, '', { fetched: 60, unused: 50 }), row(0, 'AS1', { fetched: 20, unused: 18 })]
  expect(brief(judgeCallers({ ...facts, now: idle }))).toEqual(['ok callers'])
})

describe('a drop against the week before', () => {
  const before = [row(1, '', { clients: 60 }), row(1, 'AS1', { clients: 20 })]
  it('is suspected while the other callers stay', () => {
    const now = [row(1, '', { clients: 44 }), row(1, 'AS1', { clients: 6 })]
    const [found] = judge(now, before)
    expect(found).toMatchObject({ id: 'callers.dropped-1-AS1', state: 'note', subject: { id: '1' } })
    expect(found && inEnglish(found.sentence)).toContain(
      'at most 6 clients from AS1 (IR) used Paris; a week before it was 20. Other callers: 38, a week before 40.',
    )
  })
  it('is suspected of a network that has gone wholly', () => {
    expect(brief(judge([row(1, '', { clients: 40 })], before))).toEqual(['note callers.dropped-1-AS1'])
  })
  it('is not, where everybody stays away, after a small one, or from few', () => {
    expect(judge([row(1, '', { clients: 12 })], before)).toEqual([])
    expect(brief(judge([row(1, '', { clients: 55 }), row(1, 'AS1', { clients: 9 })], before))).toEqual([
      'ok callers',
    ])
    expect(
      judge([row(1, '', { clients: 40 })], [row(1, '', { clients: 49 }), row(1, 'AS1', { clients: 9 })]),
    ).toEqual([])
    expect(judge([row(1, '', { clients: 40 })], [])).toEqual([])
  })
  it('alone on an inbound has to be larger', () => {
    const alone = [row(1, '', { clients: 20 }), row(1, 'AS1', { clients: 20 })]
    expect(brief(judge([row(1, '', { clients: 6 }), row(1, 'AS1', { clients: 6 })], alone))).toEqual([
      'ok callers',
    ])
    expect(brief(judge([row(1, '', { clients: 3 })], alone))).toEqual(['note callers.dropped-1-AS1'])
  })
})
