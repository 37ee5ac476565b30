import type { TopologyNode } from '#domain/topology/graph.ts'
import { routeAt } from '../../../routes.tsx'

/** Where a box is edited: in the drawer over this page, or on another page. */
export type Target = { inboundId: number } | { to: string }

const network = (tab: string): Target | undefined =>
  routeAt('panel/network') && { to: `panel/network${tab && `?tab=${tab}`}` }

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
    case 'rule':
      return network('')
    case 'default':
    case 'outbound':
      return network('outbounds')
    case 'balancer':
      return network('balancers')
    case 'missing':
      return network(node.what === 'inbound' ? '' : `${node.what}s`)
    case 'source':
      return network('raw')
    case 'server':
    case 'junction':
      return undefined
  }
}
