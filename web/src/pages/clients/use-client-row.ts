import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useReply } from '../../api/use-reply.ts'

/** The client as in its row, with counters that the hub updates. */
export function useClientRow(email: string): ClientSlim | undefined {
  const params = { email }
  const record = useReply(endpoints.clients.get, { params })
  const traffic = useReply(endpoints.clients.traffic, { params })
  if (!record.data || !traffic.data) return undefined
  const { client, inboundIds } = record.data
  return { ...client, inboundIds, traffic: traffic.data }
}
