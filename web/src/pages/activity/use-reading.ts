import { endpoints } from '../../api/endpoints.ts'
import { useReply } from '../../api/use-reply.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import type { Reading } from './values.ts'

/** What entries are read with. An inbound is stored as its number; people know it by its name. */
export function useReading(): Reading {
  const { t, measures } = useTranslation()
  const { data = [] } = useReply(endpoints.inbounds.options)
  const inboundName = (id: number) => {
    const inbound = data.find((one) => one.id === id)
    return inbound && (inbound.remark || inbound.tag)
  }
  return { t, measures, inboundName }
}
