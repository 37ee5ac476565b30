import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkExpiry, dayMs, renewedExpiry, settledExpiry, startedExpiry } from './expiry.ts'

describe('expiry', () => {
  test.each([0, 1, 1_700_000_000_000, -dayMs, -30 * dayMs])('%d is taken', (value) => {
    expect(checkExpiry(value)).toBe(value)
  })
  test.each([0.5, -1, -dayMs - 1, Number.NaN, Infinity, 2 ** 53])('%d is refused', (value) => {
    expect(() => checkExpiry(value)).toThrow(expect.objectContaining({ field: 'expiryTime' }))
  })
  test('first use starts the clock', () => {
    expect(startedExpiry(-3 * dayMs, 1000)).toBe(1000 + 3 * dayMs)
    expect(startedExpiry(5000, 1000)).toBe(5000)
    expect(startedExpiry(0, 1000)).toBe(0)
  })

  test('P39: a start once seen never becomes a delay again, whichever node reports last', () => {
    const report = fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 1e13 }),
      fc.integer({ min: 1, max: 99 }).map((d) => -d * dayMs),
    )
    fc.assert(
      fc.property(report, fc.array(report), (first, reports) => {
        let known = first
        for (const r of reports) {
          const next = settledExpiry(known, r)
          if (known >= 0) expect(next).toBe(known)
          known = next
        }
      }),
    )
  })

  test('a renewal lands in the future by less than one period', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e12 }),
        fc.integer({ min: 1, max: 400 }),
        fc.nat(1e12),
        (expiry, days, after) => {
          const now = expiry + after
          const next = renewedExpiry(expiry, days, now)
          expect(next).toBeGreaterThan(now)
          expect(next - now).toBeLessThanOrEqual(days * dayMs)
          expect((next - expiry) % (days * dayMs)).toBe(0)
        },
      ),
    )
  })
})
