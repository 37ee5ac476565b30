import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addSample } from './samples.ts'

it('opens a bucket with its first sample and averages the rest into it', () => {
  let points = addSample([], 60, 120, 10)
  expect(points).toEqual([{ t: 120, v: 10 }])
  points = addSample(points, 60, 122, 20)
  expect(points).toEqual([{ t: 120, v: 15 }])
  expect(addSample(points, 60, 180, 7)).toEqual([
    { t: 120, v: 15 },
    { t: 180, v: 7 },
  ])
})

it('keeps the newest sixty, in order, and drops a sample from the past', () => {
  const full = Array.from({ length: 60 }, (_, i) => ({ t: i * 2, v: i }))
  const next = addSample(full, 2, 120, 60)
  expect(next).toHaveLength(60)
  expect(next.at(0)).toEqual({ t: 2, v: 1 })
  expect(next.at(-1)).toEqual({ t: 120, v: 60 })
  expect(addSample(next, 2, 50, 1)).toEqual(next)
})

it('reports the mean of the samples in a bucket, as the server does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 30 }), (values) => {
      const points = values.reduce<ReturnType<typeof addSample>>(
        (held, value, i) => addSample(held, 60, i * 2, value),
        [],
      )
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      return points.length === 1 && Math.abs(points[0]!.v - mean) < 1e-6
    }),
  )
})
