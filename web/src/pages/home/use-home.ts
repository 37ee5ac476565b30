import { useQuery } from '@tanstack/react-query'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { tokensOf, wantedOf } from '../clients/filter.ts'
import { TODAY } from './needs.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The clients at a glance: one page of ten, which brings the counts of all along. */
export function useHome() {
  const { api } = useServices()
  const hour = Math.floor(useMinute() / HOUR) * HOUR // as the clients page counts: both show the same number
  // The contract's query has every key; those that are left out are not sent.
  const most = { page: 1, pageSize: 10, sort: 'traffic', order: 'descend' } as never
  const soon = { ...wantedOf(tokensOf(TODAY, hour)), page: 1, pageSize: 1 } as never // as above
  const page = useQuery(replyOf(api, endpoints.clientsPaged, { query: most })).data
  const today = useQuery(replyOf(api, endpoints.clientsPaged, { query: soon })).data
  const online = useQuery(replyOf(api, endpoints.clientsOnline)).data
  const inbounds = useQuery(replyOf(api, endpoints.inboundOptions)).data
  // Whatever renews a certificate tells nobody: whoever comes back later asks again.
  const certificates = useQuery({ ...replyOf(api, endpoints.certificates), staleTime: HOUR }).data
  // Nor do strangers tell whom they tried to be.
  const refused = useQuery({
    ...replyOf(api, endpoints.refusedLogins),
    staleTime: 0,
    refetchInterval: MINUTE,
  }).data
  return {
    summary: page?.summary,
    heaviest: page?.items,
    today: today?.filtered ?? 0,
    online: online?.length,
    inbounds: inbounds?.length,
    certificates,
    refused,
  }
}
