import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Status } from '#contract/status.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useUrlChoice } from '../../router/use-url-state.ts'
import { Card } from '../../ui/card.tsx'
import { DownIcon, UpIcon } from '../../ui/icons.tsx'
import { Chart } from './chart.tsx'
import styles from './throughput-card.module.css'
import { type Range, rangeNames, ranges, useThroughput } from './use-throughput.ts'

export function ThroughputCard({ status }: { status: Status }) {
  const { t, measures } = useTranslation()
  const [range, setRange] = useUrlChoice('range', rangeNames)
  const past = useThroughput(range)
  const { bucket, count } = ranges[range]
  const { clientIO } = status
  const shown = rangeNames.map((value) => ({ value, label: t(ranges[value].label) }))
  const stamps = { live: measures.clock, '1h': measures.hour, '24h': measures.hour, '7d': measures.weekday }
  const sum = (bytes: number | undefined) =>
    bytes === undefined ? '' : t('home.carried', { amount: measures.bytes(bytes) })
  const isEmpty = past?.total && past.total.down + past.total.up === 0

  return (
    <Card
      title={t('home.throughput')}
      className={styles.card}
      aside={
        <SegmentedControl
          size="sm"
          radius="md"
          classNames={{ label: styles.range }}
          aria-label={t('kit.homeRange')}
          data={shown}
          value={range}
          // The control returns one of its values.
          onChange={(value) => setRange(value as Range)}
        />
      }
    >
      <p className={styles.measure}>{t('home.measureAbout')}</p>
      <dl className={styles.now}>
        <Now
          name="down"
          label={t('home.download')}
          icon={<DownIcon size={16} />}
          rate={measures.rate(clientIO.down)}
          total={sum(past?.total?.down)}
        />
        <Now
          name="up"
          label={t('home.upload')}
          icon={<UpIcon size={16} />}
          rate={measures.rate(clientIO.up)}
          total={sum(past?.total?.up)}
        />
      </dl>
      <Chart
        key={range}
        bucket={bucket}
        count={count}
        format={measures.rate}
        stamp={stamps[range]}
        empty={t(isEmpty ? 'home.noPast' : 'home.noHistory')}
        series={[
          { name: t('home.download'), points: isEmpty ? [] : (past?.down ?? []), colour: 'var(--accent)' },
          { name: t('home.upload'), points: isEmpty ? [] : (past?.up ?? []), colour: 'var(--second)' },
        ]}
      />
    </Card>
  )
}

interface NowProps {
  name: 'down' | 'up'
  label: string
  icon: ReactNode
  rate: string
  total: string
}

const Now = ({ name, label, icon, rate, total }: NowProps) => (
  <div className={styles[name]}>
    <dt>
      {icon} {label}
    </dt>
    <dd>{rate}</dd>
    <dd className={styles.total}>{total}</dd>
  </div>
)
