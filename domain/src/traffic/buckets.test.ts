import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, inBuckets, nextBucket, stepFor, zoneOffset } from './buckets.ts'

const seconds = (text: string) => Date.parse(text) / 1_000
const zones = ['UTC', 'Asia/Tehran', 'Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']

describe('days begin at midnight of the zone', () => {
  it.each([
    ['Asia/Tehran', '2026-11-15T21:00:00Z', '2026-11-15T20:30:00Z'],
    ['Asia/Tehran', '2026-11-15T20:29:59Z', '2026-11-14T20:30:00Z'],
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z'], // DST began that night
    ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z'], // DST ended that night
    ['UTC', '2026-11-15T23:59:59Z', '2026-11-15T00:00:00Z'],
  ])('%s %s', (zone, at, begins) => {
    expect(bucketOf(seconds(at), '1d', zoneOffset(zone))).toBe(seconds(begins))
  })
})

it('hours begin on the zone’s own hour', () => {
  expect(bucketOf(seconds('2026-11-15T12:10:00Z'), '1h', zoneOffset('Asia/Kolkata'))).toBe(
    seconds('2026-11-15T11:30:00Z'),
  )
})

it('every five minutes lie in one hour and one day, and a bucket holds its own beginning', () => {
  const at = fc.integer({ min: seconds('2024-01-01'), max: seconds('2030-01-01') })
  fc.assert(
    fc.property(at, fc.constantFrom(...zones), (moment, zone) => {
      const offset = zoneOffset(zone)
      const five = bucketOf(moment, '5m', offset)
      for (const step of ['1h', '1d'] as const) {
        const begins = bucketOf(five, step, offset)
        expect(begins).toBeLessThanOrEqual(five)
        expect(bucketOf(five + 299, step, offset)).toBe(begins)
        expect(bucketOf(begins, step, offset)).toBe(begins)
        const next = nextBucket(five, step, offset)
        expect(next).toBeGreaterThan(five)
        expect([bucketOf(next - 1, step, offset), bucketOf(next, step, offset)]).toEqual([begins, next])
      }
    }),
    { numRuns: 200 },
  )
})

it('sums nothing twice and loses nothing', () => {
  const point = fc.record({
    t: fc.integer({ min: seconds('2026-01-01'), max: seconds('2026-12-31') }),
    up: fc.integer({ min: 0, max: 1e9 }),
    down: fc.integer({ min: 0, max: 1e9 }),
  })
  fc.assert(
    fc.property(fc.array(point), fc.constantFrom(...zones), (points, zone) => {
      const sum = (list: { up: number; down: number }[]) => list.reduce((s, p) => s + p.up + p.down, 0)
      const days = inBuckets(points, '1d', zoneOffset(zone))
      expect(sum(days)).toBe(sum(points))
      expect(days.map(({ t }) => t)).toEqual([...new Set(days.map(({ t }) => t))].sort((a, b) => a - b))
    }),
    { numRuns: 50 },
  )
})

it('takes the finest step that reaches far enough', () => {
  const now = 2_000_000_000
  expect([now - 3_600, now - 3 * 86_400, now - 100 * 86_400].map((from) => stepFor(from, now))).toEqual([
    '5m',
    '1h',
    '1d',
  ])
})
