import fc from 'fast-check'
import { expect, it } from 'vitest'
import { afterCrash, recentCrashes } from './back-off.ts'

const now = 1_700_000_000_000

it('waits twice as long after every crash of the last minute', () => {
  const waits = [1, 2, 3, 4].map((n) => afterCrash(Array<number>(n).fill(now - 1000), now))
  expect(waits).toEqual([{ retryInMs: 1000 }, { retryInMs: 2000 }, { retryInMs: 4000 }, { retryInMs: 8000 }])
})

it('gives up at the fifth crash, with a reason', () => {
  expect(afterCrash(Array<number>(5).fill(now), now)).toEqual({
    giveUpAfter: 5,
  })
})

it('forgets what is older than a minute', () => {
  expect(afterCrash([...Array<number>(9).fill(now - 60_000), now], now)).toEqual({ retryInMs: 1000 })
  expect(recentCrashes([now - 60_000, now - 59_999], now)).toEqual([now - 59_999])
})

it('never loops faster than its first wait', () => {
  const times = fc.array(fc.integer({ min: 0, max: 120_000 }))
  fc.assert(
    fc.property(times, (ages) => {
      const verdict = afterCrash([now, ...ages.map((age) => now - age)], now)
      return 'giveUpAfter' in verdict || (verdict.retryInMs >= 1000 && verdict.retryInMs <= 8000)
    }),
  )
})
