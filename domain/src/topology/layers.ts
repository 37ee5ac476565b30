import { columns, type Topology, type TopologyEdge, type TopologyNode } from './graph.ts'

/** An item in a layer: a box, or a bend of an edge that passes through. */
export interface Item {
  id: string
  /** Absent: a bend. */
  node?: TopologyNode
}

/** A segment of an edge between two adjacent layers. */
export type Segment = Pick<TopologyEdge, 'from' | 'to'>

export type Layered = ReturnType<typeof layered>

const rankOf = ({ column, depth }: TopologyNode): number =>
  columns.indexOf(column) * 1000 + Math.min(depth, 999)

/** Assigns boxes to layers; an edge across several layers gets a bend in each, so that it is routed around boxes. */
export function layered({ nodes, edges }: Topology) {
  const ranks = [...new Set(nodes.map(rankOf))].sort((a, b) => a - b)
  const layerOf = new Map(nodes.map((node) => [node.id, ranks.indexOf(rankOf(node))]))
  const layers: Item[][] = ranks.map(() => [])
  /** `segments[i]` lead from layer i to layer i + 1. */
  const segments: Segment[][] = ranks.map(() => [])
  for (const node of nodes) layers[layerOf.get(node.id) ?? 0]?.push({ id: node.id, node })
  /** The items each edge passes through, including both ends. */
  const stops = new Map<string, readonly string[]>()
  for (const { id, from, to } of edges) {
    const [first, last] = [layerOf.get(from) ?? 0, layerOf.get(to) ?? 0]
    const path = [from]
    for (let layer = first + 1; layer < last; layer++) {
      const bend = `${id}@${layer}`
      layers[layer]?.push({ id: bend })
      path.push(bend)
    }
    path.push(to)
    stops.set(id, path)
    // A backward edge, possible only in a loop of fallbacks, does not affect the order.
    if (first < last)
      for (const [i, stop] of path.slice(0, -1).entries())
        segments[first + i]?.push({ from: stop, to: path[i + 1] ?? to })
  }
  return { layers, segments, stops }
}
