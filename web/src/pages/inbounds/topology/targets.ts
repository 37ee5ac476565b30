import type { TopologyNode } from '#domain/topology/graph.ts'
import { paths } from '../../../paths.ts'

/** Where a box is edited: in a drawer over this page, or on another page. */
export type Target = { inboundId: number } | { to: string }

const network = (params: Record<string, string>): Target => ({
  to: `${paths.network}?${new URLSearchParams(params)}`,
})

export function targetOf(node: TopologyNode): Target | undefined {
  switch (node.kind) {
    case 'inbound':
      return { inboundId: node.inboundId }
    case 'dest':
      return { inboundId: node.masterId }
    case 'port': {
      const [only, second] = node.inboundIds
      return only !== undefined && second === undefined ? { inboundId: only } : undefined
    }
    case 'rule': {
      const [first, second] = node.rules
      return network(first && !second ? { rule: String(first.index) } : { tab: 'routing' })
    }
    case 'outbound': {
      const [only = ''] = node.tags
      return network({ tab: 'outbounds', ...(node.isOwn && { o: only }) })
    }
    case 'balancer':
      return network({ tab: 'balancers', b: `=${node.tag}` }) // its drawer tells "new" from a tag that way
    case 'missing':
      return network({ tab: node.what === 'inbound' ? 'routing' : `${node.what}s` })
    case 'default':
      return network({ tab: 'outbounds' })
    case 'source':
      return network({ tab: 'raw' })
    case 'server':
      return { to: `${paths.nodes}?n=${node.serverId}` }
    case 'junction':
      return undefined
  }
}
