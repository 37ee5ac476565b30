import { z } from 'zod'
import { endpoint } from './wire.ts'

export const metricsApi = {
  metrics: endpoint({
    method: 'GET',
    path: '/panel/api/metrics',
    summary: 'Prometheus metrics; per-client series only with `clients=1`',
    query: z.object({ clients: z.enum(['0', '1', 'true', 'false']).default('0') }),
    reply: z.string(),
    bare: true,
    download: 'text/plain; version=0.0.4; charset=utf-8',
  }),
}
