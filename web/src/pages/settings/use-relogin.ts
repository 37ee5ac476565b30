import { endpoints } from '../../api/endpoints.ts'
import { keyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'

interface Credentials {
  username: string
  password: string
  twoFactorCode: string
}

/**
 * A change of credentials ends every session, including this one. The typed credentials are used to log in
 * again; if that fails, or they are incomplete, the next call opens the usual dialog.
 */
export function useRelogin() {
  const { api, live, queries } = useServices()
  return async (change: () => Promise<unknown>, credentials: Credentials | null): Promise<void> => {
    live.stop() // The server closes the socket with the session; that is not a lost connection.
    try {
      await change()
      api.forgetToken()
      if (credentials) await api.call(endpoints.session.login, { body: credentials }).catch(() => undefined)
      api.forgetToken()
    } finally {
      live.start()
    }
    void queries.invalidateQueries({ queryKey: keyOf(endpoints.setting.all) })
    void queries.invalidateQueries({ queryKey: keyOf(endpoints.setup.state) })
    void queries.invalidateQueries({ queryKey: keyOf(endpoints.session.recoveryCodes) })
  }
}
