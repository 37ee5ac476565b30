import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientStatus, isDeletable, isDepleted, thresholds } from './status.ts'

const now = 1_000_000
const t = { expireDiffMs: 100, trafficDiffBytes: 10 }
const c = { enable: true, expiryTime: 0, quota: 0, used: 0 }

describe('client status', () => {
  test.each([
    ['unlimited', c, 'active'],
    ['disabled by an operator', { ...c, enable: false }, 'deactive'],
    ['quota exhausted', { ...c, quota: 5, used: 5 }, 'depleted'],
    ['depleted outranks disabled', { ...c, enable: false, quota: 5, used: 9 }, 'depleted'],
    ['expiry passed', { ...c, expiryTime: now }, 'depleted'],
    ['delayed start is not running', { ...c, expiryTime: -86_400_000 }, 'active'],
    ['near its expiry', { ...c, expiryTime: now + 100 }, 'expiring'],
    ['near its quota', { ...c, quota: 20, used: 10 }, 'expiring'],
    ['far from both', { ...c, quota: 21, used: 10, expiryTime: now + 101 }, 'active'],
  ])('%s', (_name, client, status) => {
    expect(clientStatus(client, t, now)).toBe(status)
  })

  test('depleted by status and by the check is the same thing', () => {
    const client = fc.record({
      enable: fc.boolean(),
      expiryTime: fc.integer({ min: -10, max: 2 * now }),
      quota: fc.nat(30),
      used: fc.nat(30),
    })
    fc.assert(
      fc.property(client, (x) => {
        expect(clientStatus(x, t, now) === 'depleted').toBe(isDepleted(x, now))
      }),
    )
  })
})

test('a client that renews itself is not deleted with the depleted', () => {
  const never = { reset: 0, resetDay: 0, resetMax: 0, resetCount: 0 }
  for (const ended of [
    { ...c, ...never, expiryTime: now - 1 },
    { ...c, ...never, expiryTime: now + 1, quota: 5, used: 5 },
  ]) {
    expect(isDeletable(ended, now)).toBe(true)
    expect(isDeletable({ ...ended, reset: 30 }, now)).toBe(false)
    expect(isDeletable({ ...ended, resetDay: 1 }, now)).toBe(false)
    expect(isDeletable({ ...ended, resetDay: 1, resetMax: 2, resetCount: 1 }, now)).toBe(false)
    expect(isDeletable({ ...ended, resetDay: 1, resetMax: 2, resetCount: 2 }, now)).toBe(true)
  }
  expect(isDeletable({ ...c, ...never }, now)).toBe(false)
})

test('thresholds come in days and gibibytes', () => {
  expect(thresholds(2, 3)).toEqual({ expireDiffMs: 172_800_000, trafficDiffBytes: 3_221_225_472 })
})

test('where no days are set, a client expires within a week', () => {
  const unset = thresholds(0, 0)
  const day = 86_400_000
  const ending = (inMs: number) => clientStatus({ ...c, expiryTime: now + inMs }, unset, now)
  expect([ending(1), ending(7 * day), ending(7 * day + 1)]).toEqual(['expiring', 'expiring', 'active'])
})

test('where no amount is set, a client runs out at nine tenths of its quota', () => {
  const [unset, set] = [thresholds(0, 0), thresholds(0, 1)]
  const gb = 1_073_741_824
  const status = (used: number, limits = unset) =>
    clientStatus({ ...c, expiryTime: 0, quota: 100 * gb, used: used * gb }, limits, now)
  expect([status(89), status(90), status(99), status(100)]).toEqual([
    'active',
    'expiring',
    'expiring',
    'depleted',
  ])
  expect([status(95, set), status(99, set)]).toEqual(['active', 'expiring'])
  expect(clientStatus({ ...c, expiryTime: 0, quota: 0, used: 100 * gb }, unset, now)).toBe('active')
})
