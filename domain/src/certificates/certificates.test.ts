import { describe, expect, it } from 'vitest'
import { decideWish, namesOf } from './names.ts'
import { problemIn, wordsOf } from './problem.ts'
import { type Attempt, heldBack, nextTry, renewalOf } from './renewal.ts'
import { warnDays } from './warn-days.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

describe('names', () => {
  it('are spelt as a certificate has them, each once', () => {
    expect(
      namesOf(['Bücher.Example.', ' xn--bcher-kva.example', '*.A.example', '[2001:DB8::1]', '8.8.8.8', '']),
    ).toEqual(['xn--bcher-kva.example', '*.a.example', '2001:db8::1', '8.8.8.8'])
  })
  it.each([
    'localhost',
    'a b.example',
    'a.example/x',
    'a..example',
    '*',
    '*.*.example',
    'a.example:80',
    '-a.example',
    '1.2.3',
    'a@b.example',
    `${'a'.repeat(64)}.example`,
    'a.example#',
    '0x7f.1',
  ])('refuses %s', (name) => {
    expect(() => namesOf([name])).toThrow('is not a domain or an IP address')
  })
  it('say how they can be proven', () => {
    const wish = (names: string[], method: 'http-01' | 'dns-01') =>
      decideWish({ names, method, shortLived: false })
    expect(wish(['a.example'], 'http-01').profile).toBe('')
    expect(wish(['a.example', '8.8.8.8'], 'http-01').profile).toBe('shortlived')
    expect(() => wish(['*.a.example'], 'http-01')).toThrow('only be validated by DNS')
    expect(() => wish(['8.8.8.8'], 'dns-01')).toThrow('is an IP address')
    expect(() => wish([' '], 'http-01')).toThrow('Enter a domain')
  })
})

describe('renewal', () => {
  it('is at two thirds, and people are told later than that', () => {
    expect(renewalOf(0, 90 * day)).toBe(60 * day)
    expect(renewalOf(0, 6 * day)).toBe(4 * day)
    expect([warnDays(0, 90 * day, 14), warnDays(0, 6 * day, 14)]).toEqual([14, 1.5])
  })
  it('waits longer after each failure, and as long as the authority asks', () => {
    const waits = [1, 2, 3, 4, 5, 6, 60].map((failures) => nextTry(0, failures, false) / minute)
    expect(waits).toEqual([5, 20, 60, 180, 360, 720, 720])
    expect(nextTry(0, 60, true)).toBe(3 * hour)
    expect(nextTry(0, 1, false, 2 * day)).toBe(2 * day)
  })
  it('is held back below the limits of authorities', () => {
    const now = 100 * day
    const tries = (count: number, issued: boolean, ago: number): Attempt[] =>
      Array.from({ length: count }, (_, i) => ({
        at: now - ago - i * minute,
        names: 'a.example,b.example',
        issued,
      }))
    expect(heldBack(tries(3, false, 0), ['a.example'], now)).toBeUndefined()
    expect(heldBack(tries(4, false, 0), ['b.example', 'c.example'], now)).toMatchObject({
      why: { code: 'certificate.too-many-failures', params: { count: 4, minutes: 57 } },
      until: now + 57 * minute,
    })
    expect(heldBack(tries(9, false, 0), ['c.example'], now)).toBeUndefined()
    expect(heldBack(tries(9, false, hour), ['a.example'], now)).toBeUndefined()
    expect(heldBack(tries(4, true, day), ['a.example'], now)).toBeUndefined()
    expect(heldBack(tries(4, true, day), ['b.example', 'a.example'], now)?.why.code).toBe(
      'certificate.too-often',
    )
  })
})

describe("an authority's problem", () => {
  const urn = (type: string, detail = 'why') => ({ type: `urn:ietf:params:acme:error:${type}`, detail })
  it('is read from its document, and from the first part of a compound one', () => {
    expect(problemIn(urn('dns', ' two\nlines '))).toEqual({ type: 'dns', detail: 'two lines' })
    expect(problemIn({ ...urn('compound'), subproblems: [urn('caa', 'no')] })).toEqual({
      type: 'caa',
      detail: 'no',
    })
    for (const other of [null, 'text', {}, { type: 'about:blank' }]) expect(problemIn(other)).toBeUndefined()
  })
  it.each([
    ['connection', 'http-01', 'acme.http-not-reached'],
    ['connection', 'tls-alpn-01', 'acme.tls-not-reached'],
    ['unauthorized', 'http-01', 'acme.http-other-answer'],
    ['incorrectResponse', 'tls-alpn-01', 'acme.tls-other-answer'],
    ['unauthorized', 'dns-01', 'acme.record-not-found'],
    ['dns', 'http-01', 'acme.name-not-resolved'],
    ['caa', 'dns-01', 'acme.caa'],
    ['rateLimited', 'http-01', 'acme.rate-limited'],
    ['serverInternal', 'http-01', 'acme.refused'],
  ] as const)('%s by %s is %s', (type, method, code) => {
    const where = { name: 'a.example', method, token: 'abcdefghijk' }
    expect(wordsOf({ type, detail: 'why' }, where)).toMatchObject({ code, params: { detail: 'why' } })
  })
})
