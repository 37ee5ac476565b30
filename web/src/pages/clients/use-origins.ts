import { endpoints, useReply } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'

/** Why a client has an inbound, or does not have it; nothing is said of clients whose group and plan name none. */
export function useOrigins(email: string): (id: number) => string | undefined {
  const { t } = useTranslation()
  const { data } = useReply(endpoints.follow.ofClient, { params: { email }, staleTime: 0 })
  const isPlain =
    data?.inbounds.every(({ origin, group, plan }) => origin === 'added' && !group && !plan) ?? true
  return (id) => {
    const found = isPlain ? undefined : data?.inbounds.find((one) => one.id === id)
    if (!data || !found) return undefined
    if (found.origin !== 'given') return t(`origin.${found.origin}`)
    const { plan, group } = data
    if (found.plan && found.group) return t('origin.both', { plan, group })
    return found.plan ? t('origin.plan', { plan }) : t('origin.group', { group })
  }
}
