import type { Meter, TopologyEdge, TopologyNode } from './graph.ts'
import { groupBy } from './group-by.ts'

/** Above this number, outbounds with the same incoming edges share a box. */
const HANDFUL = 4

export const outboundId = (tag: string): string => `out:${tag}`

/** A subscription can add hundreds of outbounds: those with the same incoming edges are drawn as one box. */
export function groupedOutbounds(nodes: readonly TopologyNode[], edges: readonly TopologyEdge[]) {
  const feeders = new Map<string, string[]>()
  for (const { from, to } of edges) feeders.set(to, [...(feeders.get(to) ?? []), from])
  const vias = new Set(nodes.flatMap((node) => (node.kind === 'outbound' ? outboundId(node.via) : [])))
  const alike = groupBy(
    nodes.filter((node) => node.kind === 'outbound' && !node.trouble && !node.via && !vias.has(node.id)),
    ({ id }) => (feeders.get(id) ?? []).toSorted().join('\n'),
  )
  const boxOf = new Map<string, TopologyNode>()
  for (const members of alike.values()) {
    if (members.length <= HANDFUL) continue
    const tags = members.flatMap((node) => (node.kind === 'outbound' ? node.tags : []))
    const box: TopologyNode = {
      id: `outs:${members[0]?.id}`,
      kind: 'outbound',
      tags,
      protocol: '',
      via: '',
      isOwn: false,
      column: 'outbound',
      depth: 0,
    }
    for (const { id } of members) boxOf.set(id, box)
  }
  const merged = new Map<string, TopologyEdge>()
  for (const edge of edges) {
    const box = boxOf.get(edge.to)
    const to = box?.id ?? edge.to
    const id = `${edge.from}>${to}`
    const tags = [...(merged.get(id)?.meter?.tags ?? []), ...(edge.meter?.tags ?? [])]
    const meter: Meter = { side: 'outbound', tags }
    merged.set(id, box && edge.meter ? { ...edge, id, to, meter } : { ...edge, id, to })
  }
  return {
    nodes: [
      ...new Map(nodes.map((node) => boxOf.get(node.id) ?? node).map((node) => [node.id, node])).values(),
    ],
    edges: [...merged.values()],
  }
}
