import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'

/** Loads all inbounds: a panel has dozens, not thousands. The hub updates the counters. */
export function useInboundList() {
  const { api } = useServices()
  return useQuery(replyOf(api, endpoints.inbounds.listSlim))
}

export function useOnline(): ReadonlySet<string> {
  const { api } = useServices()
  const { data } = useQuery(replyOf(api, endpoints.clients.onlines))
  return useMemo(() => new Set(data), [data])
}
