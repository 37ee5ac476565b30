import { expect, it } from 'vitest'
import { megabitsNow } from './speed-now.ts'

it('a speed against its limit, in megabits', () => {
  expect(megabitsNow(387_500, 16_000_000)).toEqual({ now: 3.1, limit: 16, share: 0.19375 })
  expect(megabitsNow(2_100_000, 16_000_000)).toEqual({ now: 16.8, limit: 16, share: 0.99 })
  expect(megabitsNow(15_432_100, 0)).toEqual({ now: 123, limit: 0, share: 0 })
  expect(megabitsNow(5_100, 512_000)).toMatchObject({ now: 0.04, limit: 0.512 })
})
