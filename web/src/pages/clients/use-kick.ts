import { endpoints } from '../../api/endpoints.ts'
import { loadCoded } from '../../i18n/coded.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { sayCoded, sayError } from '../../ui/say-error.ts'

/** Ends a client's open connections, here and on nodes. It may connect again, so nothing is asked before. */
export function useKick(): (email: string) => Promise<void> {
  const { t } = useTranslation()
  const { api, toasts } = useServices()
  return async (email) => {
    try {
      const {
        ended,
        remaining,
        nodes = [],
      } = await api.call(endpoints.clientDetails.kick, { params: { email } })
      const failed = nodes.filter(({ error }) => error !== undefined)
      if (failed.length > 0) await loadCoded()
      const lines = [
        t('verb.kicked', { email, count: ended }),
        ...(remaining > 0 ? [t('verb.kickLeft', { count: remaining })] : []),
        ...failed.map(({ error = '', errorCoded }) => sayCoded(errorCoded, error)),
      ]
      toasts.show({ tone: lines.length > 1 ? 'warn' : 'good', text: lines.join(' ') })
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('clients.actionFailed', { reason: sayError(t, error) }) })
    }
  }
}
