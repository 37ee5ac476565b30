import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClockBase, isResetDue, judgeClock, lastReset, nextMonthly, rebased } from './periodic.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'Asia/Tehran',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
]
const plan = (trafficReset: string, trafficResetDay = 1) => ({ trafficReset, trafficResetDay })
const on = (text: string) => Date.parse(text)

describe('periodic resets', () => {
  test.each([
    ['hourly', 1, 'Asia/Kathmandu', '2026-11-15T10:50:00Z', '2026-11-15T10:15:00Z'],
    ['daily', 1, 'UTC', '2026-11-15T10:50:00Z', '2026-11-15T00:00:00Z'],
    ['daily', 1, 'Asia/Tehran', '2026-11-15T20:29:59Z', '2026-11-14T20:30:00Z'],
    ['daily', 1, 'Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z'],
    ['daily', 1, 'Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z'],
    ['weekly', 1, 'UTC', '2026-11-18T10:00:00Z', '2026-11-15T00:00:00Z'],
    ['weekly', 1, 'UTC', '2026-11-15T00:00:00Z', '2026-11-15T00:00:00Z'],
    ['monthly', 1, 'America/New_York', '2026-11-15T10:00:00Z', '2026-11-01T04:00:00Z'],
    ['monthly', 31, 'UTC', '2026-03-30T10:00:00Z', '2026-02-28T00:00:00Z'],
    ['monthly', 31, 'UTC', '2026-04-30T00:00:00Z', '2026-04-30T00:00:00Z'],
    ['monthly', 20, 'UTC', '2026-01-19T23:59:59Z', '2025-12-20T00:00:00Z'],
  ])('%s on day %i in %s at %s: last at %s', (kind, day, zone, now, last) => {
    expect(new Date(lastReset(plan(kind, day), zone, on(now)) ?? 0).toISOString()).toBe(
      new Date(on(last)).toISOString(),
    )
  })

  test('a last moment is never in the future, nor further away than its period', () => {
    const longest = { hourly: 1, daily: 25, weekly: 7 * 24 + 1, monthly: 31 * 24 + 1 }
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom('hourly', 'daily', 'weekly', 'monthly'),
        fc.integer({ min: 1, max: 31 }),
        fc.integer({ min: on('2020-01-01T00:00:00Z'), max: on('2035-01-01T00:00:00Z') }),
        (zone, kind, day, now) => {
          const at = lastReset(plan(kind, day), zone, now) ?? Number.NaN
          expect(at).toBeLessThanOrEqual(now)
          // At most one period in between, plus three days if a short month moved its day.
          const spare = kind === 'monthly' ? 72 : 0
          expect(now - at).toBeLessThanOrEqual((longest[kind] + spare) * 3_600_000)
          expect(lastReset(plan(kind, day), zone, at)).toBe(at)
          const next = nextMonthly(day, zone, now)
          expect(next).toBeGreaterThan(now)
          expect(lastReset(plan('monthly', day), zone, next)).toBe(next)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('however many moments were missed, one reset is due, and none that somebody did already', () => {
    const now = on('2026-11-15T10:50:00Z')
    const daily = { ...plan('daily'), lastTrafficResetTime: 0 }
    expect(isResetDue(daily, 'UTC', now - 30 * 86_400_000, now)).toBe(true)
    expect(isResetDue(daily, 'UTC', now, now + 5_000)).toBe(false)
    expect(isResetDue(daily, 'UTC', on('2026-11-14T23:59:58Z'), on('2026-11-15T00:00:03Z'))).toBe(true)
    const done = { ...daily, lastTrafficResetTime: on('2026-11-15T00:00:01Z') }
    expect(isResetDue(done, 'UTC', on('2026-11-14T23:59:58Z'), on('2026-11-15T00:00:03Z'))).toBe(false)
    expect(isResetDue({ ...plan('never'), lastTrafficResetTime: 0 }, 'UTC', 0, now)).toBe(false)
  })
})

describe('the wall clock', () => {
  const base: ClockBase = { wall: 1_000_000, monotonic: 50 }
  const hour = 3_600_000
  test('is believed within an hour, however long the process runs', () => {
    fc.assert(
      fc.property(fc.nat(1e12), fc.integer({ min: -hour, max: hour }), (passed, off) => {
        const now = { wall: base.wall + passed + off, monotonic: base.monotonic + passed }
        expect(judgeClock(base, now)).toEqual({ held: false })
      }),
    )
  })
  test('is not believed beyond, and again when it comes back', () => {
    const jumped = { wall: base.wall + hour + 2, monotonic: base.monotonic + 1 }
    expect(judgeClock(base, jumped)).toEqual({ held: true, jumpMs: hour + 1 })
    expect(judgeClock(base, { wall: base.wall + 5, monotonic: base.monotonic + 5 })).toEqual({ held: false })
    expect(judgeClock(jumped, { wall: jumped.wall + 7, monotonic: jumped.monotonic + 7 })).toEqual({
      held: false,
    })
  })
  test('set back, it is measured from there', () => {
    const back = { wall: base.wall - 10 * hour, monotonic: base.monotonic + 5 }
    expect(rebased(base, back)).toBe(back)
    expect(rebased(base, { wall: base.wall + 9, monotonic: base.monotonic + 5 })).toBe(base)
    const again = { wall: base.wall, monotonic: base.monotonic + 10 }
    expect(judgeClock(rebased(base, back), again).held).toBe(true)
  })
})
