import { useQuery } from '@tanstack/react-query'
import { nodeEndpoints } from '../../api/node-endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'

/** All nodes; the hub keeps them current. */
export function useNodes() {
  const { api } = useServices()
  return useQuery(replyOf(api, nodeEndpoints.list))
}
