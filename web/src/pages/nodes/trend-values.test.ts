import { expect, it } from 'vitest'
import { highest, lowest, sumOf, widthOf } from './trend-values.ts'

const at = (t: number, v: number) => ({ t, v })

it('finds the range of a trend, adds two, and is never narrower than five buckets or wider than an hour', () => {
  const up = [at(60, 12.4), at(120, 30.6)]
  expect([lowest(up), highest(up)]).toEqual([12, 31])
  expect(sumOf(up, [at(120, 1)])).toEqual([at(60, 12.4), at(120, 31.6)])
  expect(widthOf(up, 60)).toBe(5)
  expect(widthOf([at(0, 1), at(1200, 1)], 60)).toBe(21)
  expect(widthOf([at(0, 1), at(90_000, 1)], 60)).toBe(60)
})
