import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'

/** The panel's own server among those of `onlinesByNode`. */
const HERE = '0'

/** Asks how many clients are online at this panel's core: those on nodes keep their connections when it restarts. */
export function useOnlineHere(): () => Promise<number> {
  const { api, queries } = useServices()
  return async () => {
    try {
      return (await api.call(endpoints.clients.onlinesByNode))[HERE]?.length ?? 0
    } catch {
      return queries.getQueryData<readonly string[]>(keyOf(endpoints.clients.onlines))?.length ?? 0 // at most so many
    }
  }
}
