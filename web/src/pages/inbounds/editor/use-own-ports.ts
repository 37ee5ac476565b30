import { useQuery } from '@tanstack/react-query'
import { endpoints } from '../../../api/endpoints.ts'
import { replyOf } from '../../../api/queries.ts'
import { useServices } from '../../../services.tsx'
import { panelPort } from '../inbound-view.ts'

/**
 * Ports that no new inbound should have: those of the panel and of the subscription server, and the one that this page
 * came from. Undefined until they are known; if they cannot be read, only the last one.
 */
export function useOwnPorts(): readonly number[] | undefined {
  const { api } = useServices()
  const { data, isError } = useQuery(replyOf(api, endpoints.setting.defaultSettings))
  if (!data && !isError) return undefined
  return [panelPort(location), ...(data?.ownPorts ?? [])]
}
