import { expect, it } from 'vitest'
import { sumHistory } from './sum-history.ts'

it('sums histories in bytes per second, with zeros where there was no traffic', () => {
  const one = [{ t: 600, up: 300, down: 3_000 }]
  const two = [
    { t: 0, up: 9, down: 9 },
    { t: 600, up: 0, down: 600 },
    { t: 1_200, up: 300, down: 0 },
    { t: 1_500, up: 5, down: 5 }, // open until 1800
  ]
  const summed = sumHistory([one, two], { bucket: 300, count: 3, now: 1_620 })
  expect(summed.down).toEqual([
    { t: 600, v: 12 },
    { t: 900, v: 0 },
    { t: 1_200, v: 0 },
  ])
  expect(summed.up.map(({ v }) => v)).toEqual([1, 0, 1])
  expect(summed.total).toEqual({ down: 3_605, up: 605 })
})

it('supports hours that begin at half past', () => {
  const { down } = sumHistory([[{ t: 5_400, up: 0, down: 3_600 }]], { bucket: 3_600, count: 2, now: 12_700 })
  expect(down).toEqual([
    { t: 5_400, v: 1 },
    { t: 9_000, v: 0 },
  ])
})
