import { endpoints } from '../../../api/endpoints.ts'
import { useServices } from '../../../services.tsx'

/** Refetches the outbound subscriptions and the template, which names their outbounds. */
export function useRefreshSubs() {
  const { queries } = useServices()
  return async () => {
    await queries.invalidateQueries({ queryKey: [endpoints.outbounds.listSubs.path] })
    await queries.invalidateQueries({ queryKey: [endpoints.xray.read.path] })
  }
}
