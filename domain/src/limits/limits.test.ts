import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Limits } from '#contract/limits.ts'
import { effectiveLimits, isPastFairUse, speedsOf, unlimitedSpeed, usualSlowSpeed } from './effective.ts'
import { noLimits, withLimits } from './fields.ts'
import { noGroupPolicy, withGroupPolicy } from './group.ts'

const speed = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000_000_000 }))
const limits = fc.record<Limits>({
  speedDown: speed,
  speedUp: speed,
  whenEnded: fc.constantFrom('cut', 'slow'),
  slowSpeed: speed,
  fairUse: speed,
  fairUseSpeed: speed,
  ipCount: fc.constantFrom('address', 'network'),
  ipGrace: fc.integer({ min: 0, max: 3_600 }),
  whenOverIp: fc.constantFrom('cut', 'slow'),
})
const numbers = ['speedDown', 'speedUp', 'slowSpeed', 'fairUse', 'fairUseSpeed', 'ipGrace'] as const

describe('what counts for a client', () => {
  test('its own value, else its group’s, else its plan’s', () => {
    fc.assert(
      fc.property(limits, limits, limits, (client, group, plan) => {
        const found = effectiveLimits({ client, group, plan })
        for (const key of numbers) expect(found[key]).toBe(client[key] || group[key] || plan[key])
        expect(found.whenEnded === 'slow').toBe([client, group, plan].some((l) => l.whenEnded === 'slow'))
        expect(found.ipCount === 'network').toBe([client, group, plan].some((l) => l.ipCount === 'network'))
        expect(found.whenOverIp === 'slow').toBe([client, group, plan].some((l) => l.whenOverIp === 'slow'))
        expect(effectiveLimits({ client })).toEqual(client)
      }),
    )
  })
  test('a slow client is never faster than its slow speed, and its inbounds have no say', () => {
    fc.assert(
      fc.property(limits, fc.constantFrom('ended', 'day'), (of, slowed) => {
        const slow = (slowed === 'ended' ? of.slowSpeed : of.fairUseSpeed) || usualSlowSpeed
        const { own, inherits } = speedsOf(of, slowed)
        for (const rate of [own.down, own.up]) expect(rate > 0 && rate <= slow).toBe(true)
        expect(inherits).toEqual({ down: false, up: false })
      }),
    )
  })
  test('an inbound’s speed holds where nobody nearer says anything; a very high one is no limit', () => {
    expect(speedsOf(noLimits, '')).toEqual({ own: { down: 0, up: 0 }, inherits: { down: true, up: true } })
    expect(speedsOf({ ...noLimits, speedDown: unlimitedSpeed, speedUp: 8 }, '')).toEqual({
      own: { down: 0, up: 8 },
      inherits: { down: false, up: false },
    })
  })
  test('an allowance of 0 is none', () => {
    expect([
      isPastFairUse(noLimits, 5),
      isPastFairUse({ fairUse: 5 }, 5),
      isPastFairUse({ fairUse: 5 }, 4),
    ]).toEqual([false, true, false])
  })
})

describe('fields', () => {
  test('what is not sent stays', () => {
    fc.assert(
      fc.property(limits, limits, (base, sent) => {
        expect(withLimits(base, {})).toEqual(base)
        expect(withLimits(base, sent)).toEqual(sent)
      }),
    )
  })
  test.each([...numbers, 'limitHwid', 'limitIp', 'totalGB', 'expiryTime'])(
    'a group refuses a bad %s and names it',
    (name) => {
      for (const bad of [-1, 0.5, Number.NaN])
        expect(() => withGroupPolicy(noGroupPolicy, { [name]: bad })).toThrow(
          expect.objectContaining({ field: name }),
        )
    },
  )
})
