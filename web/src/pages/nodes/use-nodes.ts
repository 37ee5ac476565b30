import { useQuery } from '@tanstack/react-query'
import type { Node } from '#contract/node.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'

const ownNodes = (nodes: readonly Node[]): Node[] => nodes.filter(({ transitive }) => !transitive)

/** All nodes; the hub keeps them current. Panels below them are managed there. */
export function useNodes() {
  const { api } = useServices()
  return useQuery({ ...replyOf(api, endpoints.nodes.list), select: ownNodes })
}
