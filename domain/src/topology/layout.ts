import type { Topology, TopologyNode } from './graph.ts'
import { type Item, type Layered, layered, type Segment } from './layers.ts'

export type Point = Record<'x' | 'y', number>
type Size = Record<'width' | 'height', number>
export type Box = Point & Size

export interface Measures {
  sizeOf(node: TopologyNode): Size
  /** Between boxes of a layer. */
  gap: number
  /** Available width; the layout gets wider if the spans would be too narrow. */
  width: number
  leastSpan: number
  mostSpan: number
}

/** `x` counts from the start of the reading direction, so the same layout serves LTR and RTL. */
export interface Layout {
  width: number
  height: number
  boxes: ReadonlyMap<string, Box>
  /** The points where each edge starts, bends and ends. */
  lines: ReadonlyMap<string, readonly Point[]>
}

const BEND = 16
const PASSES = 12

type Heights = (item: Item) => number

/** The centre of every item, as near to its neighbours as order and gaps allow. */
function middles(layers: readonly (readonly Item[])[], graph: Layered, heightOf: Heights, gap: number) {
  const at = new Map<string, number>()
  for (const layer of layers) {
    let top = 0
    for (const item of layer) {
      at.set(item.id, top + heightOf(item) / 2)
      top += heightOf(item) + gap
    }
  }
  const beside = new Map<string, string[]>()
  const add = (id: string, other: string) => beside.set(id, [...(beside.get(id) ?? []), other])
  for (const { from, to } of graph.segments.flat()) {
    add(from, to)
    add(to, from)
  }
  for (let pass = 0; pass < PASSES; pass++)
    for (const layer of pass % 2 ? layers.toReversed() : layers) {
      const wished = layer.map(({ id }) => {
        const others = beside.get(id) ?? []
        if (others.length === 0) return at.get(id) ?? 0
        return others.reduce((sum, other) => sum + (at.get(other) ?? 0), 0) / others.length
      })
      for (const [i, y] of apart(wished, layer.map(heightOf), gap).entries()) {
        const item = layer[i]
        if (item) at.set(item.id, y)
      }
    }
  return at
}

/**
 * Keeps the desired positions at least a gap apart: the mean of a pass down and a pass up, which also keeps the gap.
 */
function apart(wished: readonly number[], heights: readonly number[], gap: number): number[] {
  const room = (i: number) => ((heights[i] ?? 0) + (heights[i + 1] ?? 0)) / 2 + gap
  const down = [...wished]
  for (let i = 1; i < down.length; i++) down[i] = Math.max(down[i] ?? 0, (down[i - 1] ?? 0) + room(i - 1))
  const up = [...wished]
  for (let i = up.length - 2; i >= 0; i--) up[i] = Math.min(up[i] ?? 0, (up[i + 1] ?? 0) - room(i))
  return down.map((y, i) => (y + (up[i] ?? y)) / 2)
}

/** Where edges attach to a side of a box, ordered by their other ends. */
function touches(
  { edges }: Topology,
  stops: Layered['stops'],
  at: ReadonlyMap<string, number>,
  boxes: Layout['boxes'],
) {
  const points = new Map<string, { start: number; end: number }>()
  const spread = (side: 'from' | 'to') => {
    const byBox = new Map<string, { id: string; far: number }[]>()
    for (const edge of edges) {
      const path = stops.get(edge.id) ?? []
      const far = at.get((side === 'from' ? path[1] : path.at(-2)) ?? '') ?? 0
      byBox.set(edge[side], [...(byBox.get(edge[side]) ?? []), { id: edge.id, far }])
    }
    for (const [boxId, lines] of byBox) {
      const box = boxes.get(boxId)
      if (!box) continue
      const step = Math.min(12, (box.height - 16) / Math.max(1, lines.length - 1))
      const ordered = lines.toSorted((a, b) => a.far - b.far)
      for (const [i, { id }] of ordered.entries()) {
        const y = box.y + box.height / 2 + (i - (ordered.length - 1) / 2) * Math.max(0, step)
        const known = points.get(id) ?? { start: 0, end: 0 }
        points.set(id, side === 'from' ? { ...known, start: y } : { ...known, end: y })
      }
    }
  }
  spread('from')
  spread('to')
  return points
}

/** Each layer's position in the reading direction. */
function columnsOf(layers: readonly (readonly Item[])[], measures: Measures): { x: number; width: number }[] {
  const widths = layers.map((layer) =>
    Math.max(0, ...layer.map(({ node }) => (node ? measures.sizeOf(node).width : 0))),
  )
  const taken = widths.reduce((sum, width) => sum + width, 0)
  const free = (measures.width - taken) / Math.max(1, widths.length - 1)
  const span = Math.min(measures.mostSpan, Math.max(measures.leastSpan, free))
  let next = 0
  return widths.map((width) => {
    const x = next
    next += width + span
    return { x, width }
  })
}

/** Lays out columns from start to end with few crossings and space between boxes. */
export function layoutOf(topology: Topology, measures: Measures): Layout {
  const graph = layered(topology)
  const layers = ordered(graph)
  const heightOf: Heights = ({ node }) => (node ? measures.sizeOf(node).height : BEND)
  const at = middles(layers, graph, heightOf, measures.gap)
  const items = layers.flat()
  const top = Math.min(...items.map((item) => (at.get(item.id) ?? 0) - heightOf(item) / 2))
  for (const [id, y] of at) at.set(id, y - top)

  const places = columnsOf(layers, measures)
  const boxes = new Map<string, Box>()
  const bends = new Map<string, readonly Point[]>()
  for (const [i, { x, width }] of places.entries())
    for (const item of layers[i] ?? []) {
      const y = at.get(item.id) ?? 0
      const across = [x, x + width].map((end) => ({ x: end, y }))
      if (!item.node) bends.set(item.id, across)
      else boxes.set(item.id, boxAround(x + width / 2, y, measures.sizeOf(item.node)))
    }
  const touch = touches(topology, graph.stops, at, boxes)
  const lines = topology.edges.map(({ id, from, to }) => {
    const [start, end] = [boxes.get(from), boxes.get(to)]
    const { start: leaves = 0, end: arrives = 0 } = touch.get(id) ?? {}
    const between = (graph.stops.get(id) ?? []).slice(1, -1).flatMap((stop) => bends.get(stop) ?? [])
    const points = [
      { x: (start?.x ?? 0) + (start?.width ?? 0), y: leaves },
      ...between,
      { x: end?.x ?? 0, y: arrives },
    ]
    return [id, points] as const
  })
  const last = places.at(-1)
  const bottom = Math.max(0, ...items.map((item) => (at.get(item.id) ?? 0) + heightOf(item) / 2))
  return { width: last ? last.x + last.width : 0, height: bottom, boxes, lines: new Map(lines) }
}

const boxAround = (x: number, y: number, size: Size): Box => ({
  x: x - size.width / 2,
  y: y - size.height / 2,
  ...size,
})

const ROUNDS = 8

const placesOf = (items: readonly Item[]) => new Map(items.map(({ id }, i) => [id, i]))

function crossingsBetween(
  above: readonly Item[],
  below: readonly Item[],
  segments: readonly Segment[],
): number {
  const [from, to] = [placesOf(above), placesOf(below)]
  const lines = segments.map((s) => [from.get(s.from) ?? 0, to.get(s.to) ?? 0] as const)
  let count = 0
  for (const [i, [a, b]] of lines.entries())
    for (const [c, d] of lines.slice(i + 1)) if ((a - c) * (b - d) < 0) count += 1
  return count
}

/** Number of edge crossings in this order. */
export const crossings = (layers: readonly (readonly Item[])[], { segments }: Pick<Layered, 'segments'>) =>
  layers.reduce((sum, layer, i) => sum + crossingsBetween(layer, layers[i + 1] ?? [], segments[i] ?? []), 0)

/** Moves each item to the mean position of its neighbours; one without neighbours stays. */
function sorted(
  items: readonly Item[],
  beside: readonly Item[],
  pairs: readonly (readonly [string, string])[],
) {
  const places = placesOf(beside)
  const sums = new Map<string, { sum: number; count: number }>()
  for (const [own, other] of pairs) {
    const { sum, count } = sums.get(own) ?? { sum: 0, count: 0 }
    sums.set(own, { sum: sum + (places.get(other) ?? 0), count: count + 1 })
  }
  const scale = Math.max(1, beside.length - 1) / Math.max(1, items.length - 1)
  return items
    .map((item, i) => {
      const found = sums.get(item.id)
      return { item, at: found ? found.sum / found.count : i * scale }
    })
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Barycentre passes in both directions; keeps the best order found. */
export function ordered(graph: Layered): readonly (readonly Item[])[] {
  let layers = graph.layers.map((layer) => [...layer])
  let best = layers
  let fewest = crossings(layers, graph)
  for (let round = 0; round < ROUNDS && fewest > 0; round++) {
    const next = [...layers]
    const forward = round % 2 === 0
    for (let step = 1; step < next.length; step++) {
      const at = forward ? step : next.length - 1 - step
      const beside = forward ? at - 1 : at + 1
      const pairs = (graph.segments[forward ? beside : at] ?? []).map(({ from, to }) =>
        forward ? ([to, from] as const) : ([from, to] as const),
      )
      next[at] = sorted(next[at] ?? [], next[beside] ?? [], pairs)
    }
    layers = next
    const count = crossings(layers, graph)
    if (count >= fewest) continue
    fewest = count
    best = layers
  }
  return best
}
