import { useMemo } from 'react'
import type { InboundOption } from '#contract/inbound.ts'
import { endpoints } from '../../api/endpoints.ts'
import { useReply } from '../../api/use-reply.ts'
import { useTranslation } from '../../i18n/translation.tsx'

/** A server that runs inbounds: a node, or this panel with the id 0. */
export interface Server {
  id: number
  name: string
}

const none: readonly Server[] = []

/** Empty while no inbound runs on a node: the list then shows no servers, and none are fetched. */
export function useServers(inbounds: readonly InboundOption[]): readonly Server[] {
  const { t } = useTranslation()
  const isSpread = inbounds.some(({ nodeId }) => nodeId !== undefined)
  const { data } = useReply(endpoints.nodes.list, { enabled: isSpread })
  return useMemo(() => {
    if (!isSpread || !data) return none
    const nodes = data.filter(({ transitive }) => !transitive) // sub-nodes have none of this panel's inbounds
    return [{ id: 0, name: t('clients.thisPanel') }, ...nodes.map(({ id, name }) => ({ id, name }))]
  }, [isSpread, data, t])
}
