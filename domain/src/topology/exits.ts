import { edgeOf, type Meter, type NodeOf, type TopologyEdge, type TopologyNode } from './graph.ts'
import { groupBy } from './group-by.ts'
import type { BalancerFacts, OutboundFacts, TemplateParts } from './template-parts.ts'

const balancerId = (tag: string): string => `balancer:${tag}`
const missingId = (what: string, tag: string): string => `missing:${what}:${tag}`

const missing = (what: 'outbound' | 'balancer', tag: string): TopologyNode => ({
  id: missingId(what, tag),
  kind: 'missing',
  what,
  tag,
  column: what,
  depth: 0,
  trouble: { why: what === 'outbound' ? 'outboundMissing' : 'balancerMissing', name: tag },
})

const plain = ({ tag, protocol, via, isOwn }: OutboundFacts): NodeOf<'outbound'> => ({
  id: outboundId(tag),
  kind: 'outbound',
  tags: [tag],
  protocol,
  via,
  isOwn,
  column: 'outbound',
  depth: 0,
})

const bare = (tag: string) => plain({ tag, protocol: '', via: '', isOwn: false })

const picks = ({ selector }: BalancerFacts, outbounds: readonly OutboundFacts[]): OutboundFacts[] =>
  outbounds.filter(({ tag }) => selector.some((beginning) => tag.startsWith(beginning)))

/** Resolves a rule's tag to a box; a missing target gets a box that says so. */
export function createExits(parts: TemplateParts, reverseTags: readonly string[]) {
  const ends = new Set([...parts.ends, ...reverseTags])
  const nodes = new Map<string, TopologyNode>()
  const edges: TopologyEdge[] = []
  const add = (node: TopologyNode): string => {
    if (!nodes.has(node.id)) nodes.set(node.id, node)
    return node.id
  }

  function outbound(tag: string): string {
    const id = outboundId(tag)
    if (nodes.has(id)) return id
    return add(ends.has(tag) ? bare(tag) : missing('outbound', tag))
  }
  function send(from: string, to: string): void {
    const node = nodes.get(to)
    edges.push(edgeOf('send', from, to, node?.kind === 'missing' ? node.trouble : undefined))
  }

  for (const facts of parts.outbounds) add(plain(facts))
  for (const facts of parts.balancers) {
    const id = balancerId(facts.tag)
    if (nodes.has(id)) continue
    const picked = picks(facts, parts.outbounds)
    add({
      id,
      kind: 'balancer',
      tag: facts.tag,
      strategy: facts.strategy,
      column: 'balancer',
      depth: 0,
      ...(picked.length === 0 && { trouble: { why: 'balancerEmpty', name: facts.tag } }),
    })
    const targets = new Set(picked.map(({ tag }) => tag))
    if (facts.fallbackTag) targets.add(facts.fallbackTag)
    for (const tag of targets) send(id, outbound(tag))
  }
  // Dials through an outbound that does not exist.
  for (const { tag, via } of parts.outbounds) {
    const node = nodes.get(outboundId(tag))
    if (node && via && !nodes.has(outboundId(via)) && !ends.has(via))
      nodes.set(node.id, { ...node, trouble: { why: 'outboundMissing', name: via } })
  }

  return {
    send,
    outbound,
    balancer: (tag: string): string =>
      nodes.has(balancerId(tag)) ? balancerId(tag) : add(missing('balancer', tag)),
    finished: () => groupedOutbounds([...nodes.values()], metered(edges, nodes)),
  }
}

/** An outbound's counter belongs to its edge if there is only one; with several, the shares are unknown. */
function metered(edges: readonly TopologyEdge[], nodes: ReadonlyMap<string, TopologyNode>): TopologyEdge[] {
  const ways = new Map<string, number>()
  const count = (id: string) => ways.set(id, (ways.get(id) ?? 0) + 1)
  for (const { to } of edges) count(to)
  for (const node of nodes.values()) if (node.kind === 'outbound' && node.via) count(outboundId(node.via))
  return edges.map((edge) => {
    const node = nodes.get(edge.to)
    if (node?.kind !== 'outbound' || ways.get(edge.to) !== 1) return edge
    const meter: Meter = { side: 'outbound', tags: node.tags }
    return { ...edge, meter }
  })
}

/** Above this number, outbounds with the same incoming edges share a box. */
const HANDFUL = 4

const outboundId = (tag: string): string => `out:${tag}`

/** A subscription can add hundreds of outbounds: those with the same incoming edges are drawn as one box. */
function groupedOutbounds(nodes: readonly TopologyNode[], edges: readonly TopologyEdge[]) {
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
    const box = { ...bare(''), id: `outs:${members[0]?.id}`, tags }
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
