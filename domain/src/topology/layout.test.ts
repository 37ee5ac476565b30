import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Topology, TopologyNode } from './graph.ts'
import { columns } from './graph.ts'
import { layered } from './layers.ts'
import { type Box, crossings, layoutOf, type Measures, ordered } from './layout.ts'

const box = (id: string, column: (typeof columns)[number], depth = 0): TopologyNode => ({
  id,
  kind: 'source',
  source: 'template',
  tag: id,
  column,
  depth,
})
const line = (from: string, to: string) => ({
  id: `${from}>${to}`,
  from,
  to,
  kind: 'routing' as const,
  labels: [],
})
const measures: Measures = {
  sizeOf: () => ({ width: 100, height: 40 }),
  gap: 10,
  width: 900,
  leastSpan: 40,
  mostSpan: 120,
}

it('untangles what can be untangled', () => {
  const graph: Topology = {
    nodes: [
      ...['a', 'b', 'c'].map((id) => box(id, 'port')),
      ...['x', 'y', 'z'].map((id) => box(id, 'inbound')),
    ],
    edges: [line('a', 'z'), line('b', 'y'), line('c', 'x')],
  }
  const layers = layered(graph)
  expect(crossings(layers.layers, layers)).toBe(3)
  expect(crossings(ordered(layers), layers)).toBe(0)
})

it('leads a long line around the boxes between its ends', () => {
  const { boxes, lines } = layoutOf(
    {
      nodes: [box('a', 'port'), box('b', 'inbound'), box('c', 'rule')],
      edges: [line('a', 'b'), line('b', 'c'), line('a', 'c')],
    },
    measures,
  )
  const between = boxes.get('b')!
  for (const { y } of lines.get('a>c')!.slice(1, -1)) expect(y < between.y || y > between.y + 40).toBe(true)
})

it('draws nothing of nothing', () => {
  expect(layoutOf({ nodes: [], edges: [] }, measures)).toMatchObject({ width: 0, height: 0 })
})

const anyGraph = fc
  .record({
    places: fc.array(fc.tuple(fc.constantFrom(...columns), fc.integer({ min: 0, max: 2 })), {
      minLength: 1,
      maxLength: 14,
    }),
    links: fc.array(fc.tuple(fc.nat(13), fc.nat(13)), { maxLength: 30 }),
  })
  .map(({ places, links }): Topology => {
    const nodes = places.map(([column, depth], i) => box(String(i), column, depth))
    const pairs = new Map(
      links.map(([a, b]) => [
        `${a % nodes.length}>${b % nodes.length}`,
        [a % nodes.length, b % nodes.length],
      ]),
    )
    return { nodes, edges: [...pairs.values()].map(([a, b]) => line(String(a), String(b))) }
  })

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height - 0.01 && b.y < a.y + a.height - 0.01

it('whatever the graph, no box covers another, all are on the sheet, and every line is drawn', () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const { boxes, lines, width, height } = layoutOf(graph, measures)
      const list = [...boxes.values()]
      expect(list).toHaveLength(graph.nodes.length)
      expect([...lines.keys()].sort()).toEqual(graph.edges.map(({ id }) => id).sort())
      for (const [i, a] of list.entries())
        for (const b of list.slice(i + 1)) expect(overlap(a, b)).toBe(false)
      for (const { x, y, ...size } of list) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(-0.01)
        expect(x + size.width).toBeLessThanOrEqual(width + 0.01)
        expect(y + size.height).toBeLessThanOrEqual(height + 0.01)
      }
      const graphLayers = layered(graph)
      expect(crossings(ordered(graphLayers), graphLayers)).toBeLessThanOrEqual(
        crossings(graphLayers.layers, graphLayers),
      )
    }),
  )
})
