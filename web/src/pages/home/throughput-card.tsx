import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import type { HistoryPoint, Status } from '#contract/status.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useUrlChoice } from '../../router/use-url-state.ts'
import { Card } from '../../ui/card.tsx'
import { DownIcon, UpIcon } from '../../ui/icons.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { Chart } from './chart.tsx'
import { POINTS } from './plot.ts'
import { sumHistory } from './sum-history.ts'
import styles from './throughput-card.module.css'

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
      <p className="dim82">{t('home.measureAbout')}</p>
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

/** `step` is the server's bucket size of stored traffic; without one its latest samples are used. */
const ranges = {
  live: { bucket: 2, count: POINTS, label: 'home.rangeLive' },
  '1h': { bucket: 60, count: POINTS, label: 'home.range1h' },
  '24h': { bucket: 300, count: 288, label: 'home.range24h', step: '5m' },
  '7d': { bucket: 3_600, count: 168, label: 'home.range7d', step: '1h' },
} as const
type Range = keyof typeof ranges
const rangeNames = ['live', '1h', '24h', '7d'] as const satisfies readonly Range[]

interface Throughput {
  down: readonly HistoryPoint[]
  up: readonly HistoryPoint[]
  /** Bytes of the whole range, if known. */
  total?: { down: number; up: number }
}

/** Stale after this long, so it is refetched when the user returns; there is no polling. */
const FRESH_MS = 300_000
const none: readonly HistoryPoint[] = []

/** One measure in every range: what the core counted for clients. Short ranges are samples, continued by the hub. */
function useThroughput(range: Range): Throughput | undefined {
  const latest = useLatest(range)
  const stored = useStored(range)
  return 'step' in ranges[range] ? stored : latest
}

function useLatest(range: Range): Throughput {
  const bucket = range === 'live' ? 2 : 60
  const enabled = !('step' in ranges[range])
  const down = useReply(endpoints.status.history, { params: { metric: 'clientDown', bucket }, enabled })
  const up = useReply(endpoints.status.history, { params: { metric: 'clientUp', bucket }, enabled })
  return { down: down.data ?? none, up: up.data ?? none }
}

function useStored(range: Range): Throughput | undefined {
  const now = Math.floor(useMinute() / 1_000)
  const chosen = ranges[range]
  const step = 'step' in chosen ? chosen.step : undefined
  const { data } = useReply(endpoints.history.traffic, {
    params: { kind: 'all', name: 'clients' },
    query: step ? { step } : {},
    staleTime: FRESH_MS,
    enabled: step !== undefined,
  })
  return step && data && sumHistory([data.points], { bucket: chosen.bucket, count: chosen.count, now })
}
