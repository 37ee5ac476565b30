import { useQuery } from '@tanstack/react-query'
import type { HistoryPoint } from '#contract/status.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Link } from '../../router/link.tsx'
import { useServices } from '../../services.tsx'
import { Card } from '../../ui/card.tsx'
import { ChartTable } from './chart-table.tsx'
import { clientsWith } from './needs.ts'
import styles from './online-card.module.css'
import { Sparkline } from './sparkline.tsx'

const BUCKET = 60
const none: readonly HistoryPoint[] = []

/** Online clients now, and the change since before. */
export function OnlineCard({ online }: { online: number | undefined }) {
  const { t, measures } = useTranslation()
  const { api } = useServices()
  const asked = replyOf(api, endpoints.status.history, { params: { metric: 'online', bucket: BUCKET } })
  const points = useQuery(asked).data ?? none
  const top = Math.max(4, ...points.map(({ v }) => v * 1.2))
  return (
    <Card title={t('home.online')}>
      <p className={styles.now}>
        <Link to={clientsWith('status:online')} className={styles.count}>
          {online === undefined ? '–' : measures.count(online)}
        </Link>
        <span className={styles.trend}>
          <Trend online={online ?? 0} points={points} />
        </span>
      </p>
      <div className={styles.line} dir="ltr">
        <Sparkline points={points} bucket={BUCKET} top={top} />
      </div>
      <ChartTable
        series={[{ name: t('home.online'), points, colour: '' }]}
        format={(value) => measures.count(Math.round(value))}
        stamp={measures.hour}
      />
    </Card>
  )
}

function Trend({ online, points }: { online: number; points: readonly HistoryPoint[] }) {
  const { t, measures } = useTranslation()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || last.t === first.t) return null
  const by = online - Math.round(first.v)
  const time = measures.duration(last.t - first.t)
  if (by === 0) return t('home.asBefore', { time })
  return by > 0 ? t('home.moreThan', { count: by, time }) : t('home.fewerThan', { count: -by, time })
}
