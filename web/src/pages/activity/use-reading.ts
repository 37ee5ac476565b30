import { useQuery } from '@tanstack/react-query'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import type { Reading } from './values.ts'

/** What entries are read with. An inbound is stored as its number; people know it by its name. */
export function useReading(): Reading {
  const { t, measures } = useTranslation()
  const { api } = useServices()
  const { data = [] } = useQuery(replyOf(api, endpoints.inbounds.options))
  const inboundName = (id: number) => {
    const inbound = data.find((one) => one.id === id)
    return inbound && (inbound.remark || inbound.tag)
  }
  return { t, measures, inboundName }
}
