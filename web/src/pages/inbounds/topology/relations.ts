import {
  isChosen,
  type Topology,
  type TopologyEdge,
  type TopologyNode,
  type Trouble,
} from '#domain/topology/graph.ts'

/** All boxes and lines that a connection through this box may pass. */
export function relatedTo(id: string, { edges }: Topology): { nodes: Set<string>; edges: Set<string> } {
  const found = { nodes: new Set([id]), edges: new Set<string>() }
  const walk = (end: 'from' | 'to', other: 'from' | 'to') => {
    const seen = new Set([id])
    const queue = [id]
    for (let at = queue.pop(); at !== undefined; at = queue.pop())
      for (const edge of edges) {
        if (edge[end] !== at) continue
        found.edges.add(edge.id)
        found.nodes.add(edge[other])
        if (!seen.has(edge[other])) queue.push(edge[other])
        seen.add(edge[other])
      }
  }
  walk('from', 'to')
  walk('to', 'from')
  return found
}

export interface Finding {
  /** The box with the problem. */
  at: string
  trouble: Trouble
}

const keyOf = ({ why, name }: Trouble) => `${why} ${name}`

/** The end of a line where its fault is fixed: the box that refers to the other. */
function blamed({ kind, from, to, trouble }: TopologyEdge): string {
  if (kind === 'routing') return trouble?.why === 'inboundMissing' ? to : from
  return kind === 'fallback' || kind === 'send' || kind === 'host' ? from : to
}

/** Every fault, once. What is switched off is not a fault. */
export function findingsOf({ nodes, edges }: Topology): Finding[] {
  const found = new Map<string, Finding>()
  const add = (at: string, trouble: Trouble | undefined) => {
    if (!trouble || isChosen(trouble)) return
    // Two rules without a condition are two faults; a stopped core is one.
    const key = trouble.why.startsWith('rule') ? `${at} ${trouble.why}` : keyOf(trouble)
    if (!found.has(key)) found.set(key, { at, trouble })
  }
  for (const edge of edges) add(blamed(edge), edge.trouble)
  for (const { id, trouble } of nodes) add(id, trouble)
  return [...found.values()]
}

/** The faults of a box: its own, and those of lines that are fixed there. */
export function troublesAt({ id, trouble }: TopologyNode, { edges }: Topology): Trouble[] {
  const own = edges.filter((edge) => blamed(edge) === id).flatMap((edge) => edge.trouble ?? [])
  const all = [...(trouble ? [trouble] : []), ...own]
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}

/** The neighbours of a box, looking through junctions. */
export function neighbours(
  id: string,
  end: 'from' | 'to',
  topology: Topology,
  nodeOf: (id: string) => TopologyNode | undefined,
): TopologyNode[] {
  const other = end === 'from' ? 'to' : 'from'
  return topology.edges
    .filter((edge) => edge[other] === id)
    .flatMap((edge) => {
      const node = nodeOf(edge[end])
      if (node?.kind !== 'junction') return node ?? []
      return neighbours(node.id, end, topology, nodeOf)
    })
}
