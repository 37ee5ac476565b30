import type { Node } from '#contract/node.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useReply } from '../../api/use-reply.ts'

const ownNodes = (nodes: readonly Node[]): Node[] => nodes.filter(({ transitive }) => !transitive)

/** All nodes; the hub keeps them current. Panels below them are managed there. */
export function useNodes() {
  return useReply(endpoints.nodes.list, { select: ownNodes })
}
