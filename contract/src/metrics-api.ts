import { z } from 'zod'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { api } from './wire.ts'

export const metricsApi = api(apiOnlyRoutes.metrics, {
  metrics: {
    summary: 'Prometheus metrics; per-client series only with `clients=1`',
    query: z.object({ clients: z.enum(['0', '1', 'true', 'false']).default('0') }),
    reply: z.string(),
    download: 'text/plain; version=0.0.4; charset=utf-8',
  },
})
