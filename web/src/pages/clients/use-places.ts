import { useMemo } from 'react'
import type { InboundOption } from '#contract/inbound.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useReply } from '../../api/use-reply.ts'
import { useTranslation } from '../../i18n/translation.tsx'

/** Where inbounds run: a node, or this panel with the id 0. */
export interface Place {
  id: number
  name: string
}

const nowhere: readonly Place[] = []

/** Empty while no inbound runs on a node: then nobody has to tell them apart, and nothing is fetched. */
export function usePlaces(inbounds: readonly InboundOption[]): readonly Place[] {
  const { t } = useTranslation()
  const isSpread = inbounds.some(({ nodeId }) => nodeId !== undefined)
  const { data } = useReply(endpoints.nodes.list, { enabled: isSpread })
  return useMemo(() => {
    if (!isSpread || !data) return nowhere
    const nodes = data.filter(({ transitive }) => !transitive) // panels below a node have nothing of ours
    return [{ id: 0, name: t('clients.thisPanel') }, ...nodes.map(({ id, name }) => ({ id, name }))]
  }, [isSpread, data, t])
}
