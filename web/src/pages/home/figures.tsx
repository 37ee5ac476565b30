import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ClientSummary } from '#contract/client-bodies.ts'
import type { HistoryPoint } from '#contract/status.ts'
import type { UsageSummary } from '#contract/usage-api.ts'
import { endpoints, replyOf, useReply } from '../../api/endpoints.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useApp } from '../../services.tsx'
import { usageUrl } from '../usage/usage-url.ts'
import styles from './figures.module.css'
import { Sparkline } from './sparkline.tsx'

const MINUTE = 60_000
const BUCKET = 60
const none: readonly HistoryPoint[] = []
/** Smaller differences are not shown. */
const SAME_PERCENT = 2

const clientsWith = (q: string) => `${paths.clients}?${new URLSearchParams({ q })}`

interface Props {
  summary: ClientSummary | undefined
  online: number | undefined
}

/** What was used, who is there, and who is running out. Every figure opens the list behind it. */
export function Figures({ summary, online }: Props) {
  const { t, measures } = useApp()
  const usage = useReply(endpoints.usage.summary, { staleTime: 0, refetchInterval: MINUTE }).data
  const count = (value: number | undefined) => (value === undefined ? undefined : measures.count(value))
  return (
    <div className={styles.figures}>
      <Used period="today" usage={usage} />
      <Used period="yesterday" usage={usage} />
      <Used period="month" usage={usage} />
      <Online online={online} />
      <Figure
        name="out"
        label={t('home.runningOut')}
        value={count(summary?.expiringCount)}
        to={clientsWith('status:expiring')}
        detail={summary && t('home.runningOutText', { count: summary.depletedCount })}
      />
    </div>
  )
}

type Period = 'today' | 'yesterday' | 'month'
const words = {
  today: { label: 'home.today', more: 'home.todayMore', less: 'home.todayLess' },
  yesterday: { label: 'home.yesterday', more: 'home.yesterdayMore', less: 'home.yesterdayLess' },
  month: { label: 'home.month', more: 'home.monthMore', less: 'home.monthLess' },
} as const

function Used({ period, usage }: { period: Period; usage: UsageSummary | undefined }) {
  const { t, measures } = useApp()
  const { label, more, less } = words[period]
  const known = usage?.[period]
  const sum = known && known.up + known.down
  const before = known && known.before.up + known.before.down
  const compared = () => {
    if (sum === undefined || before === undefined) return undefined
    if (before === 0) return t('home.nothingBefore')
    const by = ((sum - before) * 100) / before
    if (Math.abs(by) < SAME_PERCENT) return t('home.sameAsBefore')
    return t(by > 0 ? more : less, { percent: measures.percent(Math.abs(by)) })
  }
  return (
    <Figure
      name={period}
      label={t(label)}
      value={sum === undefined ? undefined : measures.bytes(sum)}
      to={usageUrl({ range: period })}
      detail={compared()}
    />
  )
}

function Online({ online }: { online: number | undefined }) {
  const { t, measures, api } = useApp()
  const asked = replyOf(api, endpoints.status.history, { params: { metric: 'online', bucket: BUCKET } })
  const points = useQuery(asked).data ?? none
  const top = Math.max(4, ...points.map(({ v }) => v * 1.4))
  return (
    <Figure
      name="online"
      label={t('home.online')}
      value={online === undefined ? undefined : measures.count(online)}
      to={clientsWith('status:online')}
      detail={<Trend online={online ?? 0} points={points} />}
      behind={<Sparkline points={points} bucket={BUCKET} top={top} />}
    />
  )
}

function Trend({ online, points }: { online: number; points: readonly HistoryPoint[] }) {
  const { t, measures } = useApp()
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || last.t === first.t) return null
  const by = online - Math.round(first.v)
  const time = measures.duration(last.t - first.t)
  if (by === 0) return t('home.asBefore', { time })
  return by > 0 ? t('home.moreThan', { count: by, time }) : t('home.fewerThan', { count: -by, time })
}

interface FigureProps {
  name: string
  label: string
  /** Absent until it is known; its place is kept. */
  value: string | undefined
  to: string
  detail: ReactNode
  behind?: ReactNode
}

function Figure({ name, label, value, to, detail, behind }: FigureProps) {
  return (
    <section className={styles.figure} aria-label={label} data-home={name}>
      {behind && (
        <div className={styles.behind} dir="ltr">
          {behind}
        </div>
      )}
      <h2 className="dimLabel">{label}</h2>
      <Link to={to} className={styles.value} aria-label={`${label}: ${value ?? '–'}`}>
        {value ?? '–'}
      </Link>
      <p className={styles.detail}>{detail}</p>
    </section>
  )
}
