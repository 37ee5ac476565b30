import { useQuery } from '@tanstack/react-query'
import type { HistoryPoint } from '#contract/status.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { POINTS } from './plot.ts'
import { sumHistory } from './sum-history.ts'

/** `step` is the server's bucket size of stored traffic; without one its latest samples are used. */
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

/** One measure in every range: what the core counted for clients. Short ranges are samples, continued by the hub. */
export function useThroughput(range: Range): Throughput | undefined {
  const latest = useLatest(range)
  const stored = useStored(range)
  return 'step' in ranges[range] ? stored : latest
}

function useLatest(range: Range): Throughput {
  const { api } = useServices()
  const bucket = range === 'live' ? 2 : 60
  const enabled = !('step' in ranges[range])
  const down = useQuery({
    ...replyOf(api, endpoints.status.history, { params: { metric: 'clientDown', bucket } }),
    enabled,
  })
  const up = useQuery({
    ...replyOf(api, endpoints.status.history, { params: { metric: 'clientUp', bucket } }),
    enabled,
  })
  return { down: down.data ?? none, up: up.data ?? none }
}

function useStored(range: Range): Throughput | undefined {
  const { api } = useServices()
  const now = Math.floor(useMinute() / 1_000)
  const chosen = ranges[range]
  const step = 'step' in chosen ? chosen.step : undefined
  const { data } = useQuery({
    ...replyOf(api, endpoints.history.traffic, {
      params: { kind: 'all', name: 'clients' },
      query: step ? { step } : {},
    }),
    staleTime: FRESH_MS,
    enabled: step !== undefined,
  })
  return step && data && sumHistory([data.points], { bucket: chosen.bucket, count: chosen.count, now })
}
