import { statusApi } from '#contract/status.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { StatusRoom } from './room.ts'

type Reads = Pick<StatusRoom, 'current' | 'history' | 'cpuHistory'>

export function statusRoutes(mount: Mount, status: Reads): void {
  mount(statusApi.status, () => status.current())
  mount(statusApi.cpuHistory, ({ params }) => status.cpuHistory(params.bucket ?? ''))
  mount(statusApi.history, ({ params }) => status.history(params.metric ?? '', params.bucket ?? ''))
}
