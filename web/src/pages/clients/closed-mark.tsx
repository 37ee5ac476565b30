import type { ClientSlim } from '#contract/client-bodies.ts'
import { useTranslation } from '../../i18n/translation.tsx'

/** Beside the status of a client: some of its inbounds are closed for it. */
export function ClosedMark({ client: { closedInbounds } }: { client: Pick<ClientSlim, 'closedInbounds'> }) {
  const { t } = useTranslation()
  if (closedInbounds === 0) return null
  return (
    <small className="dim" title={t('clients.closedHint')}>
      {' '}
      {t('clients.closed', { count: closedInbounds })}
    </small>
  )
}
