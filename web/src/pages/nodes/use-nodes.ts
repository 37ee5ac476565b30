import { useQuery } from '@tanstack/react-query'
import type { Node } from '#contract/node.ts'
import { nodeEndpoints } from '../../api/node-endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'

const ownNodes = (nodes: readonly Node[]): Node[] => nodes.filter(({ transitive }) => !transitive)

/** All nodes; the hub keeps them current. Panels below them are managed there. */
export function useNodes() {
  const { api } = useServices()
  return useQuery({ ...replyOf(api, nodeEndpoints.list), select: ownNodes })
}
