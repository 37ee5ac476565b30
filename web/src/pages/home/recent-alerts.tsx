import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { noticeEndpoints } from '../../api/notice-endpoints.ts'
import { keyOf, replyOf } from '../../api/queries.ts'
import { useAlertTexts } from '../../i18n/alert-texts.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useServices } from '../../services.tsx'
import { Card } from '../../ui/card.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import styles from './recent-alerts.module.css'

const MOST = 6
const query = { limit: MOST }

/** The last events that the grid of Settings, Notices sends to Home. Nothing is drawn while there are none. */
export function RecentAlerts() {
  const { t, measures } = useTranslation()
  const { api, queries } = useServices()
  const texts = useAlertTexts()
  const now = useMinute()
  const { data } = useQuery({ ...replyOf(api, noticeEndpoints.list, { query }), staleTime: 0 })
  const reading = useMutation({
    mutationFn: () => api.call(noticeEndpoints.read, { body: { upTo: data?.alerts[0]?.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(noticeEndpoints.list).slice(0, 1) }),
  })
  if (!data || !texts || data.alerts.length === 0) return null
  return (
    <Card title={t('alerts.recent')}>
      <ul className={styles.list}>
        {data.alerts.map((alert) => (
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
        {data.unread > 0 && (
          <>
            <span role="status">{t('alerts.new', { count: data.unread })}</span>
            <Button
              variant="subtle"
              size="compact-sm"
              loading={reading.isPending}
              onClick={() => reading.mutate()}
            >
              {t('alerts.markRead')}
            </Button>
          </>
        )}
        <Link to={`${paths.settings}?section=notices`} className={styles.link}>
          {t('alerts.more')}
        </Link>
      </div>
    </Card>
  )
}
