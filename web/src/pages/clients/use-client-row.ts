import { useQuery } from '@tanstack/react-query'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'

/** The client as in its row, with counters that the hub updates. */
export function useClientRow(email: string): ClientSlim | undefined {
  const { api } = useServices()
  const params = { email }
  const record = useQuery(replyOf(api, endpoints.clients.get, { params }))
  const traffic = useQuery(replyOf(api, endpoints.clients.traffic, { params }))
  if (!record.data || !traffic.data) return undefined
  const { client, inboundIds } = record.data
  return { ...client, inboundIds, traffic: traffic.data }
}
