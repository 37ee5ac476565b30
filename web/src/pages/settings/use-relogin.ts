import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'

interface Credentials {
  username: string
  password: string
  twoFactorCode: string
}

/**
 * A change of credentials ends every session, this one too. What was typed for the change logs in again; where that
 * does not work, or nothing was typed that could, the next call brings the usual dialog.
 */
export function useRelogin() {
  const { api, live, queries } = useServices()
  return async (change: () => Promise<unknown>, credentials: Credentials | null): Promise<void> => {
    live.stop() // the server closes it with the session: that is no lost connection
    try {
      await change()
      api.forgetToken()
      if (credentials) await api.call(endpoints.login, { body: credentials }).catch(() => undefined)
      api.forgetToken()
    } finally {
      live.start()
    }
    void queries.invalidateQueries({ queryKey: keyOf(endpoints.settings) })
    void queries.invalidateQueries({ queryKey: keyOf(endpoints.setupState) })
  }
}
