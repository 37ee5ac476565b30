import { expect, it } from 'vitest'
import type { Topology, TopologyEdge, TopologyNode, Trouble } from '#domain/topology/graph.ts'
import type { Box } from '#domain/topology/layout.ts'
import { linePath } from './line-path.ts'
import { findingsOf, neighbours, relatedTo, troublesAt } from './relations.ts'
import { nextBox } from './steps.ts'

const source = (id: string): TopologyNode => ({
  id,
  kind: 'source',
  source: 'template',
  tag: id,
  column: 'inbound',
  depth: 0,
})
const line = (
  from: string,
  to: string,
  kind: TopologyEdge['kind'] = 'routing',
  trouble?: Trouble,
): TopologyEdge => ({ id: `${from}>${to}`, from, to, kind, labels: [], ...(trouble && { trouble }) })

/** Two inbounds through a junction to two rules and one outbound. */
const graph: Topology = {
  nodes: [
    ...['a', 'b', 'r', 's', 'out'].map(source),
    { id: 'j', kind: 'junction', column: 'junction', depth: 0 },
  ],
  edges: [line('a', 'j'), line('b', 'j'), line('j', 'r'), line('j', 's'), line('r', 'out', 'send')],
}
const nodeOf = (id: string) => graph.nodes.find((node) => node.id === id)
const spot = (x: number, y: number): Box => ({ x, y, width: 10, height: 10 })
const boxes = new Map([
  ['a', spot(0, 0)],
  ['b', spot(0, 40)],
  ['j', spot(50, 20)],
  ['r', spot(90, 0)],
  ['s', spot(90, 40)],
  ['out', spot(140, 0)],
])

it('follows a connection both ways from a box', () => {
  const { nodes, edges } = relatedTo('r', graph)
  expect([...nodes].sort()).toEqual(['a', 'b', 'j', 'out', 'r'])
  expect(edges.has('j>s')).toBe(false)
})

it('looks through a junction', () => {
  expect(neighbours('a', 'to', graph, nodeOf).map(({ id }) => id)).toEqual(['r', 's'])
  expect(neighbours('s', 'from', graph, nodeOf).map(({ id }) => id)).toEqual(['a', 'b'])
})

it('moves by arrow keys along columns and lines, mirrored in right-to-left languages', () => {
  const go = (from: string, key: string, dir: 'ltr' | 'rtl' = 'ltr') => nextBox(from, key, dir, graph, boxes)
  expect(go('a', 'ArrowDown')).toBe('b')
  expect(go('a', 'ArrowUp')).toBeUndefined()
  expect(go('b', 'ArrowRight')).toBe('s')
  expect(go('b', 'ArrowLeft', 'rtl')).toBe('s')
  expect(go('out', 'ArrowLeft')).toBe('r')
  expect(go('a', 'Enter')).toBeUndefined()
})

it('reports each fault once, where it can be fixed, and ignores what is switched off', () => {
  const broken: Topology = {
    nodes: graph.nodes,
    edges: [
      line('a', 'j', 'routing', { why: 'inboundOff', name: 'A' }),
      line('r', 'out', 'send', { why: 'outboundMissing', name: 'x' }),
      line('s', 'out', 'send', { why: 'outboundMissing', name: 'x' }),
      line('b', 's', 'routing', { why: 'inboundMissing', name: 'b' }),
    ],
  }
  expect(findingsOf(broken)).toEqual([
    { at: 'r', trouble: { why: 'outboundMissing', name: 'x' } },
    { at: 's', trouble: { why: 'inboundMissing', name: 'b' } },
  ])
  expect(troublesAt(source('s'), broken).map(({ why }) => why)).toEqual(['outboundMissing', 'inboundMissing'])
  expect(troublesAt(source('out'), broken)).toEqual([])
})

it('draws a line with horizontal ends', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 20 },
    { x: 30, y: 20 },
  ]
  expect(linePath(points)).toBe('M0 0C5 0 5 20 10 20H30')
  expect(linePath([])).toBe('')
})
