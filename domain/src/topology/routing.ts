import {
  edgeOf,
  type NodeOf,
  type RuleFacts,
  type TopologyEdge,
  type TopologyNode,
  type Trouble,
} from './graph.ts'
import { groupBy } from './group-by.ts'
import { takesAll } from './template-parts.ts'

/** Above this number, rules for the same inbounds with the same target share a box. */
const HANDFUL = 7

/** Anything that `inboundTag` can match. */
export interface Source {
  tag: string
  nodeId: string
  /** Set if it is in no running configuration. */
  trouble?: Trouble
  /** Part of its traffic goes to fallbacks. */
  isMaster: boolean
}

interface Reach {
  /** Rules that name it. */
  own: number[]
  /** Rules without an inbound condition. */
  shared: number[]
  /** Some traffic may match no rule. */
  falls: boolean
}

const isEmpty = ({ conditions, inboundTags }: RuleFacts): boolean =>
  conditions.length === 0 && inboundTags.length === 0

/** The rules that apply to this inbound, in order, up to one that matches everything. */
export function reachOf(tag: string, rules: readonly RuleFacts[]): Reach {
  const reach: Reach = { own: [], shared: [], falls: true }
  for (const rule of rules) {
    const isOwn = rule.inboundTags.includes(tag)
    if (isEmpty(rule) || (rule.inboundTags.length > 0 && !isOwn)) continue
    ;(isOwn ? reach.own : reach.shared).push(rule.index)
    if (!takesAll(rule)) continue
    reach.falls = false
    break
  }
  return reach
}

function ruleTrouble(rule: RuleFacts, isReached: boolean): Trouble | undefined {
  if (isEmpty(rule)) return { why: 'ruleEmpty', name: '' }
  if (rule.target.kind === 'none') return { why: 'ruleNowhere', name: '' }
  return isReached ? undefined : { why: 'ruleUnreachable', name: '' }
}

type RuleNode = NodeOf<'rule'>
const ruleNode = (rules: readonly RuleFacts[], trouble?: Trouble): RuleNode => ({
  id: rules.length > 1 ? `rules:${rules[0]?.index}` : `rule:${rules[0]?.index}`,
  kind: 'rule',
  column: 'rule',
  depth: 0,
  rules,
  ...(trouble && { trouble }),
})

/** One box per rule, or, above the limit, one per group with the same ends. */
export function ruleNodes(
  rules: readonly RuleFacts[],
  isReached: (index: number) => boolean,
  isBroken: (rule: RuleFacts) => boolean,
): RuleNode[] {
  const boxes = groupBy(rules, (rule) => {
    const isAlone = rules.length <= HANDFUL || isBroken(rule) || ruleTrouble(rule, isReached(rule.index))
    return isAlone ? rule.index : JSON.stringify([rule.inboundTags.toSorted(), rule.target])
  })
  return [...boxes.values()].map((members) => {
    const [first] = members
    return ruleNode(
      members,
      members.length === 1 && first ? ruleTrouble(first, isReached(first.index)) : undefined,
    )
  })
}

/**
 * From inbounds to rules. What several inbounds share is drawn once, through a junction: otherwise ten inbounds and
 * six rules would be sixty lines.
 */
export function routingEdges(
  sources: readonly Source[],
  reaches: ReadonlyMap<string, Reach>,
  boxOf: (index: number) => string,
) {
  const nodes: TopologyNode[] = []
  const edges = new Map<string, TopologyEdge>()
  const add = (from: string, to: string, trouble?: Trouble) => {
    const edge = edgeOf('routing', from, to, trouble)
    edges.set(edge.id, edge)
  }
  const commonOf = ({ tag }: Source): string[] => {
    const { shared = [], falls = false } = reaches.get(tag) ?? {}
    return [...new Set([...shared.map(boxOf), ...(falls ? ['default'] : [])])]
  }
  for (const source of sources)
    for (const index of reaches.get(source.tag)?.own ?? []) add(source.nodeId, boxOf(index), source.trouble)
  for (const members of groupBy(sources, (source) => commonOf(source).join('\n')).values()) {
    const targets = members[0] ? commonOf(members[0]) : []
    if (members.length === 1 || targets.length === 1) {
      for (const { nodeId, trouble } of members) for (const to of targets) add(nodeId, to, trouble)
      continue
    }
    if (targets.length === 0) continue
    const id = `junction:${nodes.length + 1}`
    nodes.push({ id, kind: 'junction', column: 'junction', depth: 0 })
    for (const { nodeId, trouble } of members) add(nodeId, id, trouble)
    for (const to of targets) add(id, to)
  }
  return { nodes, edges: metered([...edges.values()], sources) }
}

/** An inbound's counter belongs to its outgoing edge if there is only one; with several, the shares are unknown. */
function metered(edges: readonly TopologyEdge[], sources: readonly Source[]): TopologyEdge[] {
  const bySource = new Map(sources.map((source) => [source.nodeId, source]))
  const ways = new Map<string, number>()
  for (const { from } of edges) ways.set(from, (ways.get(from) ?? 0) + 1)
  return edges.map((edge) => {
    const source = bySource.get(edge.from)
    if (!source || source.isMaster || ways.get(edge.from) !== 1) return edge
    return { ...edge, meter: { side: 'inbound', tags: [source.tag] } }
  })
}
