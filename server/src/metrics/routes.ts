import { Readable } from 'node:stream'
import { metricsApi } from '#contract/core-metrics-api.ts'
import { sendStream } from '../platform/http/envelope.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Metrics } from './room.ts'

export function metricsRoutes(mount: Mount, metrics: Pick<Metrics, 'text'>): void {
  const { download } = metricsApi.metrics
  mount(metricsApi.metrics, ({ query, reply }) => {
    const withClients = query.clients === '1' || query.clients === 'true'
    return sendStream(reply, Readable.from(metrics.text(withClients)), download)
  })
}
