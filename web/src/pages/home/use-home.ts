import { useQuery } from '@tanstack/react-query'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { todayOf } from './needs.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** One page of ten clients; the reply includes the counts of all. */
export function useHome() {
  const { api } = useServices()
  const hour = Math.floor(useMinute() / HOUR) * HOUR // as on the clients page, so that both show the same number
  // The contract's query has every key; absent ones are not sent.
  const most = { page: 1, pageSize: 10, sort: 'traffic', order: 'descend' } as never
  const soon = { ...todayOf(hour), page: 1, pageSize: 1 } as never // as above
  const page = useQuery(replyOf(api, endpoints.clients.listPaged, { query: most })).data
  const today = useQuery(replyOf(api, endpoints.clients.listPaged, { query: soon })).data
  const online = useQuery(replyOf(api, endpoints.clients.onlines)).data
  // A renewed certificate is not announced, so it is refetched when the user returns.
  const certificates = useQuery({ ...replyOf(api, endpoints.tlsTools.certificates), staleTime: HOUR }).data
  // Nor are failed logins.
  const refused = useQuery({
    ...replyOf(api, endpoints.session.refused),
    staleTime: 0,
    refetchInterval: MINUTE,
  }).data
  const metering = useQuery({
    ...replyOf(api, endpoints.traffic.state),
    staleTime: 0,
    refetchInterval: MINUTE,
  }).data
  const nodes = useQuery({ ...replyOf(api, endpoints.nodes.needs), staleTime: 0 }).data
  return {
    summary: page?.summary,
    heaviest: page?.items,
    today: today?.filtered ?? 0,
    online: online?.length,
    certificates,
    refused,
    clockJump: metering?.clock.jumpMs,
    nodes,
  }
}
