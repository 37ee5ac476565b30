import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { sayError } from '../../ui/say-error.ts'
import { deskEndpoints } from './desk-endpoints.ts'

/** Ends a client's open connections on this server. It may connect again, so nothing is asked before. */
export function useKick(): (email: string) => Promise<void> {
  const { t } = useTranslation()
  const { api, toasts } = useServices()
  return async (email) => {
    try {
      const { ended, remaining } = await api.call(deskEndpoints.kick, { params: { email } })
      const left = remaining > 0 ? ` ${t('verb.kickLeft', { count: remaining })}` : ''
      toasts.show({
        tone: remaining > 0 ? 'warn' : 'good',
        text: t('verb.kicked', { email, count: ended }) + left,
      })
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('action.failed', { reason: sayError(t, error) }) })
    }
  }
}
