import type { Block } from '#contract/inbound.ts'
import { runsHere } from '#domain/inbounds/runs-on.ts'
import { type EntranceWorld, entrancesOf, inboundId, type TopologyInbound } from './entrances.ts'
import { createExits } from './exits.ts'
import type { RuleFacts, SourceKind, Topology, TopologyNode, Trouble } from './graph.ts'
import { reachOf, routingEdges, ruleNodes, type Source } from './routing.ts'
import { type TemplateParts, templateParts } from './template-parts.ts'

export interface World extends Omit<EntranceWorld, 'servers'> {
  servers?: EntranceWorld['servers']
  template: Block
  /** Outbounds from subscriptions. */
  subscribed?: readonly Block[]
  /** Reverse tags of clients. */
  reverseTags?: readonly string[]
  /** The default route: the template's first outbound unless a subscription comes before it. */
  defaultTag?: string
}

const sourceNode = (tag: string, source: SourceKind): TopologyNode => ({
  id: `source:${tag}`,
  kind: 'source',
  tag,
  source,
  column: 'inbound',
  depth: 0,
})

const missingInbound = (tag: string): TopologyNode => ({
  id: `missing:inbound:${tag}`,
  kind: 'missing',
  what: 'inbound',
  tag,
  column: 'inbound',
  depth: 0,
  trouble: { why: 'inboundMissing', name: tag },
})

/** The panel's inbounds on this machine; an inbound on a node is routed there. */
function panelSources(inbounds: readonly TopologyInbound[], masters: ReadonlySet<number>): Source[] {
  return inbounds.filter(runsHere).map(({ id, tag, enable, remark, protocol, port }) => {
    const trouble: Trouble = { why: 'inboundOff', name: remark || `${protocol}:${port}` }
    return { tag, nodeId: inboundId(id), isMaster: masters.has(id), ...(!enable && { trouble }) }
  })
}

/** A box for every other source a rule can name; an unknown one is marked. */
function otherSources(parts: TemplateParts, taken: ReadonlySet<string>, reverseTags: readonly string[]) {
  const nodes: TopologyNode[] = []
  const sources: Source[] = []
  const add = (node: TopologyNode, tag: string) => {
    nodes.push(node)
    sources.push({ tag, nodeId: node.id, isMaster: false, ...(node.trouble && { trouble: node.trouble }) })
  }
  const own = new Set(parts.ownInbounds.filter((tag) => !taken.has(tag)))
  for (const tag of own) add(sourceNode(tag, 'template'), tag)
  const known = new Map<string, SourceKind>([
    ...reverseTags.map((tag) => [tag, 'reverse'] as const),
    ...parts.sources,
  ])
  for (const tag of new Set(parts.rules.flatMap(({ inboundTags }) => inboundTags))) {
    if (taken.has(tag) || own.has(tag)) continue
    const kind = known.get(tag)
    add(kind ? sourceNode(tag, kind) : missingInbound(tag), tag)
  }
  return { nodes, sources }
}

/** The graph of a connection's path, from the port to the outbound. */
export function topologyOf(world: World): Topology {
  const { reverseTags = [], fallbacks, inbounds } = world
  const parts = templateParts(world.template, world.subscribed)
  const entrances = entrancesOf({ ...world, servers: world.servers ?? [] })
  const masters = new Set(fallbacks.map(({ masterId }) => masterId))
  const own = panelSources(inbounds, masters)
  const others = otherSources(parts, new Set(inbounds.map(({ tag }) => tag)), reverseTags)
  const sources = [...own, ...others.sources]

  const reaches = new Map(sources.map(({ tag }) => [tag, reachOf(tag, parts.rules)]))
  // A missing source reaches only the rule that names it.
  for (const { tag, trouble } of sources)
    if (trouble?.why === 'inboundMissing') {
      const naming = parts.rules.filter(({ inboundTags }) => inboundTags.includes(tag))
      reaches.set(tag, { own: naming.map(({ index }) => index), shared: [], falls: false })
    }
  const reached = new Set([...reaches.values()].flatMap((reach) => [...reach.own, ...reach.shared]))

  const exits = createExits(parts, reverseTags)
  const targetOf = ({ target: { kind, tag } }: RuleFacts) =>
    kind === 'balancer' ? exits.balancer(tag) : exits.outbound(tag)
  const isMissing = (rule: RuleFacts) => rule.target.kind !== 'none' && targetOf(rule).startsWith('missing:')
  const rules = ruleNodes(parts.rules, (index) => reached.has(index) || sources.length === 0, isMissing)
  const boxes = new Map(rules.flatMap((box) => box.rules.map(({ index }) => [index, box.id] as const)))
  for (const box of rules) {
    const [first] = box.rules
    if (first && first.target.kind !== 'none') exits.send(box.id, targetOf(first))
  }
  const first = world.defaultTag ?? parts.outbounds[0]?.tag
  if (first !== undefined) exits.send('default', exits.outbound(first))

  const routing = routingEdges(sources, reaches, (index) => boxes.get(index) ?? 'default')
  const ways = exits.finished()
  const rest: TopologyNode = { id: 'default', kind: 'default', column: 'rule', depth: 0 }
  return {
    nodes: [...entrances.nodes, ...others.nodes, ...routing.nodes, ...rules, rest, ...ways.nodes],
    edges: [...entrances.edges, ...routing.edges, ...ways.edges],
  }
}
