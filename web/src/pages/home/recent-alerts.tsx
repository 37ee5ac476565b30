import { useMutation } from '@tanstack/react-query'
import type { AlertView } from '#contract/notices-api.ts'
import { endpoints, keyOf } from '../../api/endpoints.ts'
import { useAlertTexts } from '../../i18n/alert-texts.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useApp } from '../../services.tsx'
import { Card } from '../../ui/card.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './recent-alerts.module.css'

interface Props {
  recent: { alerts: readonly AlertView[]; unread: number }
}

/** The last events that the grid of Settings, Notices sends to Home. */
export function RecentAlerts({ recent: { alerts, unread } }: Props) {
  const { t, measures, api, queries } = useApp()
  const texts = useAlertTexts()
  const now = useMinute()
  const reading = useMutation({
    mutationFn: () => api.call(endpoints.notices.read, { body: { upTo: alerts[0]?.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(endpoints.notices.list).slice(0, 1) }),
  })
  if (!texts) return null
  return (
    <Card title={t('alerts.recent')}>
      <ul>
        {alerts.map((alert) => (
          <li
            key={alert.id}
            className={styles.row}
            data-level={alert.level}
            data-new={!alert.read || undefined}
          >
            <span className={styles.title}>{texts.titleOf(alert.kind)}</span>
            <span className={styles.when}>{measures.fromNow(alert.at, now)}</span>
            <span className={styles.message}>{texts.messageOf(alert)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {unread > 0 && (
          <>
            <span role="status">{t('alerts.new', { count: unread })}</span>
            <button
              type="button"
              className={styles.link}
              disabled={reading.isPending}
              onClick={() => reading.mutate()}
            >
              {t('alerts.markRead')}
            </button>
          </>
        )}
        <Link to={`${paths.settings}?section=notices`} className={styles.link}>
          {t('alerts.more')}
        </Link>
      </div>
    </Card>
  )
}
