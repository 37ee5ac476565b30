import { useMemo } from 'react'
import { endpoints, useReply } from '../../api/endpoints.ts'
import type { OnlineCounts } from './inbound-view.ts'

/** Loads all inbounds: a panel has dozens, not thousands. The hub updates the counters. */
export function useInboundList() {
  return useReply(endpoints.inbounds.listSlim)
}

/** Clients that are online on an inbound; the same person may be online on two. */
export function useOnline(): OnlineCounts {
  const { data } = useReply(endpoints.usage.online, { staleTime: 0, refetchInterval: 10_000 })
  return useMemo(() => new Map(data?.map(({ id, online }) => [id, online])), [data])
}
