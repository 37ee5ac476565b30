import { endpoints } from '../../../api/endpoints.ts'
import { useServices } from '../../../services.tsx'

/** Refetches the outbound subscriptions and the template, which names their outbounds. */
export function useRefreshSubs() {
  const { queries } = useServices()
  return async () => {
    await queries.invalidateQueries({ queryKey: [endpoints.outboundSubs.path] })
    await queries.invalidateQueries({ queryKey: [endpoints.template.path] })
  }
}
