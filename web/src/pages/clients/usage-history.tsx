import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useUrlChoice } from '../../router/use-url-state.ts'
import { useServices } from '../../services.tsx'
import { usedOf } from './client-view.ts'
import { bucketsOf, type Moved, ranges, sumOf, usedUpAt } from './history.ts'
import styles from './usage-history.module.css'

const HEIGHT = 100

/** The client's traffic by hour or day, and when its quota runs out at this rate. */
export function UsageHistory({ client, now }: { client: ClientSlim; now: number }) {
  const { t, measures } = useTranslation()
  const { api } = useServices()
  const [range, setRange] = useUrlChoice('range', ['7d', '24h', '30d'])
  const { step, seconds, count } = ranges[range]
  const from = (Math.floor(now / 1000 / seconds) - count + 1) * seconds
  const params = { kind: 'client', name: client.email }
  const history = useQuery(
    replyOf(api, endpoints.history.traffic, { params, query: { step, from } as never }),
  ) // `to` is now
  // Without a traffic history the rest of the page still works.
  if (history.error) return null
  const buckets = bucketsOf(history.data?.points ?? [], range, now)
  const end = range === '24h' ? undefined : usedUpAt(buckets, client.totalGB - usedOf(client), now)
  return (
    <section className={styles.box} aria-label={t('usage.title')}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('usage.title')}</h3>
        <SegmentedControl
          size="sm"
          aria-label={t('kit.homeRange')}
          value={range}
          onChange={(value) => setRange(value === '24h' ? '24h' : value === '30d' ? '30d' : '7d')}
          data={[
            { value: '24h', label: t('usage.day') },
            { value: '7d', label: t('usage.week') },
            { value: '30d', label: t('usage.month') },
          ]}
        />
      </div>
      <Bars buckets={buckets} label={t('usage.sum', { amount: measures.bytes(sumOf(buckets)) })} />
      <p className={styles.foot}>
        {t('usage.sum', { amount: measures.bytes(sumOf(buckets)) })}
        {client.totalGB > 0 &&
          end !== undefined &&
          ` ${t('usage.forecast', { when: measures.fromNow(end, now) })}`}
      </p>
    </section>
  )
}

/** Download below, upload stacked on top; each bar is labelled with its figures. */
function Bars({ buckets, label }: { buckets: readonly Moved[]; label: string }) {
  const { measures } = useTranslation()
  const top = Math.max(1, ...buckets.map(({ up, down }) => up + down))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${buckets.length * 10} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={styles.bars}
    >
      {buckets.map(({ t, up, down }, i) => {
        const [high, mid] = [((up + down) / top) * HEIGHT, (down / top) * HEIGHT]
        return (
          <g key={t}>
            <title>{`${measures.moment(t * 1000)}: ↓ ${measures.bytes(down)} ↑ ${measures.bytes(up)}`}</title>
            <rect x={i * 10 + 1} y={HEIGHT - 2} width={8} height={2} className={styles.back} />
            <rect x={i * 10 + 1} y={HEIGHT - high} width={8} height={high - mid} className={styles.up} />
            <rect x={i * 10 + 1} y={HEIGHT - mid} width={8} height={mid} className={styles.down} />
          </g>
        )
      })}
    </svg>
  )
}
