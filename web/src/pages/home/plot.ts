import type { HistoryPoint } from '#contract/status.ts'

export const WIDTH = 600
export const HEIGHT = 100
export const POINTS = 60

/** A line in segments, broken where samples are missing. */
export type Pieces = { x: number; y: number }[][]

/** Places points on a WIDTH x HEIGHT area that is `count` buckets wide and ends at the newest one. */
export function place(
  points: readonly HistoryPoint[],
  bucket: number,
  end: number,
  top: number,
  count = POINTS,
): Pieces {
  const start = end - (count - 1) * bucket
  const pieces: Pieces = []
  let before: number | undefined
  for (const { t, v } of points) {
    if (t < start) continue
    const spot = {
      x: ((t - start) / (end - start)) * WIDTH,
      y: HEIGHT - (Math.min(v, top) / top) * HEIGHT,
    }
    // One late sample is not a gap.
    if (before === undefined || t - before > bucket * 2.5) pieces.push([spot])
    else pieces.at(-1)?.push(spot)
    before = t
  }
  return pieces
}

const round = (value: number) => Math.round(value * 10) / 10
const step = ({ x, y }: { x: number; y: number }) => `${round(x)} ${round(y)}`

export const lineOf = (pieces: Pieces): string =>
  pieces.map((piece) => `M${piece.map(step).join('L')}`).join('')

export const areaOf = (pieces: Pieces): string =>
  pieces
    .filter((piece) => piece.length > 1)
    .map((piece) => {
      const [first, last] = [piece[0]!, piece.at(-1)!]
      return `M${round(first.x)} ${HEIGHT}L${piece.map(step).join('L')}L${round(last.x)} ${HEIGHT}Z`
    })
    .join('')

/** The next round figure in binary units, so that the scale does not change with every sample. */
export function roundTop(highest: number): number {
  const least = 1024
  if (highest <= least) return least
  const unit = 1024 ** Math.floor(Math.log(highest) / Math.log(1024))
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1024]
  return unit * (steps.find((size) => size * unit >= highest) ?? 1024)
}
