import { expect, it } from 'vitest'
import { bucketsOf, sumOf, usedUpAt } from './history.ts'

const day = 86_400
const now = (20_000 * day + 43_200) * 1000 // noon

it('has a bucket for every day, also for days without traffic', () => {
  const buckets = bucketsOf([{ t: 19_998 * day, up: 1, down: 2 }], '7d', now)
  expect(buckets.map(({ t }) => t / day)).toEqual([19_994, 19_995, 19_996, 19_997, 19_998, 19_999, 20_000])
  expect(buckets[4]).toEqual({ t: 19_998 * day, up: 1, down: 2 })
  expect(sumOf(buckets)).toBe(3)
})

it('predicts the end of a quota from the pace of the days with traffic', () => {
  const days = [{ t: 19_998 * day, bytes: 250 }]
  // 250 in two and a half days: 100 a day.
  expect(usedUpAt(days, 600, now)).toBe(now + 6 * day * 1000)
  expect(usedUpAt(days, 0, now)).toBeUndefined()
  expect(usedUpAt([], 600, now)).toBeUndefined()
  expect(usedUpAt(days, 1e9, now)).toBeUndefined()
})
