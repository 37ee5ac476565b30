import { z } from 'zod'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { HistoryPoint } from './status.ts'
import { api } from './wire.ts'

export const CORE_METRICS = ['xrAlloc', 'xrSys', 'xrHeapObjects', 'xrNumGC', 'xrPauseNs'] as const
export type CoreMetric = (typeof CORE_METRICS)[number]

export const ObservedOutbound = z.object({
  tag: z.string(),
  alive: z.boolean(),
  delay: z.int().describe('milliseconds'),
  lastSeenTime: z.int().describe('unix seconds'),
  lastTryTime: z.int().describe('unix seconds'),
  updatedAt: z.int().describe('unix seconds'),
})
export type ObservedOutbound = z.output<typeof ObservedOutbound>

/** The core's own metrics and its observatory's results; kept in memory only. */
export const coreMetricsApi = api(apiOnlyRoutes.coreMetrics, {
  state: {
    summary: 'Whether core metrics are available, and if not, why',
    reply: z.object({ enabled: z.boolean(), listen: z.string(), reason: z.string().optional() }),
  },
  history: {
    summary: 'One core metric, at most 60 points of `bucket` seconds each',
    reply: z.array(HistoryPoint),
  },
  observatory: {
    summary: "Outbound status from the core's observatory, by tag",
    reply: z.array(ObservedOutbound),
  },
  observatoryHistory: {
    summary: 'Latency of one outbound, at most 60 points of `bucket` seconds each',
    reply: z.array(HistoryPoint),
  },
})

export const metricsApi = api(apiOnlyRoutes.metrics, {
  metrics: {
    summary: 'Prometheus metrics; per-client series only with `clients=1`',
    query: z.object({ clients: z.enum(['0', '1', 'true', 'false']).default('0') }),
    reply: z.string(),
    download: 'text/plain; version=0.0.4; charset=utf-8',
  },
})
