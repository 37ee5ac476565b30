import { useQueries, useQuery } from '@tanstack/react-query'
import type { HistoryPoint } from '#contract/status.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { POINTS } from './plot.ts'
import { sumHistory } from './sum-history.ts'

/** `step` is the server's bucket size of stored traffic; without one the machine's samples are used. */
export const ranges = {
  live: { bucket: 2, count: POINTS, label: 'home.rangeLive' },
  '1h': { bucket: 60, count: POINTS, label: 'home.range1h' },
  '24h': { bucket: 300, count: 288, label: 'home.range24h', step: '5m' },
  '7d': { bucket: 3_600, count: 168, label: 'home.range7d', step: '1h' },
} as const
export type Range = keyof typeof ranges
export const rangeNames = ['live', '1h', '24h', '7d'] as const satisfies readonly Range[]

export interface Throughput {
  down: readonly HistoryPoint[]
  up: readonly HistoryPoint[]
  /** Bytes of the whole range, if known. */
  total?: { down: number; up: number }
}

/** Stale after this long, so it is refetched when the user returns; there is no polling. */
const FRESH_MS = 300_000
const none: readonly HistoryPoint[] = []

/** Short ranges are the machine's samples, continued by the hub; days are the traffic of the inbounds. */
export function useThroughput(range: Range): Throughput | undefined {
  const machine = useMachine(range)
  const carried = useCarried(range)
  return 'step' in ranges[range] ? carried : machine
}

function useMachine(range: Range): Throughput {
  const { api } = useServices()
  const bucket = range === 'live' ? 2 : 60
  const enabled = !('step' in ranges[range])
  const down = useQuery({
    ...replyOf(api, endpoints.status.history, { params: { metric: 'netDown', bucket } }),
    enabled,
  })
  const up = useQuery({
    ...replyOf(api, endpoints.status.history, { params: { metric: 'netUp', bucket } }),
    enabled,
  })
  return { down: down.data ?? none, up: up.data ?? none }
}

function useCarried(range: Range): Throughput | undefined {
  const { api } = useServices()
  const now = Math.floor(useMinute() / 1_000)
  const chosen = ranges[range]
  const inbounds = useQuery(replyOf(api, endpoints.inbounds.options)).data
  const step = 'step' in chosen ? chosen.step : undefined
  const asked = step && inbounds ? inbounds : []
  const histories = useQueries({
    queries: asked.map(({ tag }) => ({
      ...replyOf(api, endpoints.history.traffic, { params: { kind: 'inbound', name: tag }, query: { step } }),
      staleTime: FRESH_MS,
    })),
  })
  if (!step || !inbounds || histories.some(({ isPending }) => isPending)) return undefined
  const points = histories.map(({ data }) => data?.points ?? [])
  return sumHistory(points, { bucket: chosen.bucket, count: chosen.count, now })
}
