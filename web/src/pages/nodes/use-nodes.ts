import type { Node } from '#contract/node.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'

const ownNodes = (nodes: readonly Node[]): Node[] => nodes.filter(({ transitive }) => !transitive)

/** The nodes of this panel, kept current by events. Sub-nodes are managed by their own panel. */
export function useNodes() {
  return useReply(endpoints.nodes.list, { select: ownNodes })
}
