import { coreMetricsApi } from '#contract/core-metrics-api.ts'
import type { Mount } from '../../platform/http/mount.ts'
import type { CoreMetrics } from './room.ts'

export function coreMetricsRoutes(mount: Mount, metrics: Omit<CoreMetrics, 'job'>): void {
  mount(coreMetricsApi.state, () => metrics.state())
  mount(coreMetricsApi.history, ({ params }) => metrics.history(params.metric ?? '', params.bucket ?? ''))
  mount(coreMetricsApi.observatory, () => metrics.observatory())
  mount(coreMetricsApi.observatoryHistory, ({ params }) =>
    metrics.observatoryHistory(params.tag ?? '', params.bucket ?? ''),
  )
}
