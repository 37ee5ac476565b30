import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Status } from '#contract/status.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useUrlChoice } from '../../router/use-url-state.ts'
import { useServices } from '../../services.tsx'
import { DownIcon, UpIcon } from '../../ui/icons.tsx'
import { Chart } from './chart.tsx'
import styles from './throughput-card.module.css'

/** Sixty points each: the bucket is the length of one, in seconds. */
const ranges = {
  '2m': { bucket: 2, label: 'home.range2m' },
  '1h': { bucket: 60, label: 'home.range1h' },
  '5h': { bucket: 300, label: 'home.range5h' },
} as const

export function ThroughputCard({ status }: { status: Status }) {
  const { t, measures } = useTranslation()
  const { api } = useServices()
  const [range, setRange] = useUrlChoice('range', ['2m', '1h', '5h'])
  const { bucket } = ranges[range]
  const down = useQuery(replyOf(api, endpoints.history, { params: { metric: 'netDown', bucket } })).data ?? []
  const up = useQuery(replyOf(api, endpoints.history, { params: { metric: 'netUp', bucket } })).data ?? []
  const { netIO, netTraffic } = status
  const shown = (['2m', '1h', '5h'] as const).map((value) => ({ value, label: t(ranges[value].label) }))

  return (
    <section className={styles.card} aria-label={t('home.throughput')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('home.throughput')}</h2>
        <SegmentedControl
          size="xs"
          radius="md"
          aria-label={t('home.range')}
          data={shown}
          value={range}
          // The control hands back one of the values it was given.
          onChange={(value) => setRange(value as keyof typeof ranges)}
        />
      </div>
      <dl className={styles.now}>
        <div className={styles.down}>
          <dt>
            <DownIcon size={16} /> {t('home.download')}
          </dt>
          <dd data-figure="down">{measures.rate(netIO.down)}</dd>
          <dd className={styles.total}>{t('home.total', { amount: measures.bytes(netTraffic.recv) })}</dd>
        </div>
        <div className={styles.up}>
          <dt>
            <UpIcon size={16} /> {t('home.upload')}
          </dt>
          <dd data-figure="up">{measures.rate(netIO.up)}</dd>
          <dd className={styles.total}>{t('home.total', { amount: measures.bytes(netTraffic.sent) })}</dd>
        </div>
      </dl>
      <Chart
        bucket={bucket}
        format={measures.rate}
        series={[
          { name: t('home.download'), points: down, colour: 'var(--accent)' },
          { name: t('home.upload'), points: up, colour: 'var(--second)' },
        ]}
      />
    </section>
  )
}
