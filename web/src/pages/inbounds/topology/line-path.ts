import type { Point } from '#domain/topology/layout.ts'

const round = (value: number) => Math.round(value * 10) / 10

/** A line with horizontal ends: a curve from bend to bend, straight along a box that it passes. */
export function linePath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  let path = `M${round(first.x)} ${round(first.y)}`
  let before = first
  for (const point of rest) {
    const middle = round((before.x + point.x) / 2)
    path +=
      before.y === point.y
        ? `H${round(point.x)}`
        : `C${middle} ${round(before.y)} ${middle} ${round(point.y)} ${round(point.x)} ${round(point.y)}`
    before = point
  }
  return path
}

/** The position of a mark: in the middle of the first curve, before other lines join. */
export function markAt(points: readonly Point[]): Point {
  const [a = { x: 0, y: 0 }, b = a] = points
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
