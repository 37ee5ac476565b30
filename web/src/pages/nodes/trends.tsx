import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Node, NodeTrend } from '#contract/node.ts'
import type { HistoryPoint } from '#contract/status.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { roundTop } from '../home/plot.ts'
import { Sparkline } from '../home/sparkline.tsx'
import { highest, lowest, sumOf, widthOf } from './trend-values.ts'
import styles from './trends.module.css'

const MINUTE_MS = 60_000
const BUCKET_S = 60

const Trends = createContext<ReadonlyMap<number, NodeTrend>>(new Map())

/** The last hour of all nodes, in one request a minute. */
export function TrendsOfNodes({ children }: { children: ReactNode }) {
  const { data } = useReply(endpoints.nodes.trends, { staleTime: MINUTE_MS, refetchInterval: MINUTE_MS })
  const byId = useMemo(() => new Map(data?.map((trend) => [trend.id, trend])), [data])
  return <Trends value={byId}>{children}</Trends>
}

const useTrend = (id: number): NodeTrend | undefined => useContext(Trends).get(id)

function Line({ points, top }: { points: readonly HistoryPoint[]; top: number }) {
  return (
    <span className={styles.spark}>
      <Sparkline points={points} bucket={BUCKET_S} top={top} count={widthOf(points, BUCKET_S)} />
    </span>
  )
}

/** How long the node took to answer in the last hour; `brief` in a table. */
export function LatencyTrend({ node, brief = false }: { node: Node; brief?: boolean }) {
  const { t } = useTranslation()
  const points = useTrend(node.id)?.latency ?? []
  if (points.length === 0) return <span className={styles.none}>{brief ? '–' : t('nodes.noTrend')}</span>
  const [low, high] = [lowest(points), highest(points)]
  return (
    <span className={styles.trend} title={t('nodes.lastHour')}>
      <Line points={points} top={Math.max(1, high * 1.2)} />
      <span className={styles.figure}>
        {low === high ? t('nodes.latency', { ms: high }) : t('nodes.range', { low, high })}
      </span>
    </span>
  )
}

/** What its machine sends and receives: now in figures (`brief`: one for both), in the last hour as a line. */
export function TrafficTrend({ node, brief = false }: { node: Node; brief?: boolean }) {
  const { t, measures } = useTranslation()
  const trend = useTrend(node.id)
  const points = trend ? sumOf(trend.up, trend.down) : []
  const isUp = node.enable && node.status === 'online'
  if (points.length === 0) return <span className={styles.none}>{brief ? '–' : t('nodes.noTrend')}</span>
  return (
    <span className={styles.trend} title={t('nodes.lastHour')}>
      <Line points={points} top={roundTop(highest(points))} />
      {isUp && (
        <bdi className={styles.figure}>
          {brief
            ? measures.rate(node.netUp + node.netDown)
            : t('nodes.trafficNow', { up: measures.rate(node.netUp), down: measures.rate(node.netDown) })}
        </bdi>
      )}
    </span>
  )
}
