import { expect, it } from 'vitest'
import { areaOf, HEIGHT, lineOf, place, roundTop, WIDTH } from './plot.ts'

it('places the newest point at the end and the highest value at the top', () => {
  const [piece] = place(
    [
      { t: 116, v: 50 },
      { t: 118, v: 100 },
    ],
    2,
    118,
    100,
  )
  expect(piece?.at(-1)).toEqual({ x: WIDTH, y: 0 })
  expect(piece?.[0]?.y).toBe(HEIGHT / 2)
})

it('drops points older than the range, and breaks the line at missing samples', () => {
  const points = [-20, 100, 102, 110, 112].map((t) => ({ t: t + 1000, v: 1 }))
  const pieces = place(points, 2, 1112, 1)
  expect(pieces.map((piece) => piece.length)).toEqual([2, 2])
  expect(lineOf(pieces).match(/M/g)).toHaveLength(2)
  expect(areaOf(pieces).match(/Z/g)).toHaveLength(2)
})

it.each([
  [0, 1024],
  [1025, 2048],
  [3000, 5 * 1024],
  [1023 * 1024, 1024 ** 2],
  [1024 ** 2 + 1, 2 * 1024 ** 2],
])('rounds the top of the scale: %d to %d', (highest, top) => {
  expect(roundTop(highest)).toBe(top)
})
