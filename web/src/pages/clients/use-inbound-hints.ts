import { endpoints, useReply } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useOrigins } from './use-origins.ts'

/** Why a client has an inbound, and whether a quota has closed it. Most clients have nothing closed, and are not asked about. */
export function useInboundHints(email: string, closedInbounds: number): (id: number) => string | undefined {
  const { t } = useTranslation()
  const originOf = useOrigins(email)
  const enabled = closedInbounds > 0
  const { data } = useReply(endpoints.quotas.ofClient, { params: { email }, staleTime: 0, enabled })
  const closed = new Set(enabled ? data?.flatMap((quota) => quota.closed) : [])
  return (id) => [originOf(id), closed.has(id) && t('origin.closed')].filter(Boolean).join(' · ') || undefined
}
