import { statusApi } from '#contract/status.ts'
import type { BodyOf, EndpointSpec, QueryOf, ReplyOf } from '#contract/wire.ts'
import type { StatusRoom } from './status.ts'

type Mount = <E extends EndpointSpec>(
  e: E,
  handler: (call: {
    params: Record<string, string>
    query: QueryOf<E>
    body: BodyOf<E>
  }) => ReplyOf<E> | Promise<ReplyOf<E>>,
) => void

type Reads = Pick<StatusRoom, 'current' | 'history' | 'cpuHistory'>

export function statusRoutes(mount: Mount, status: Reads): void {
  mount(statusApi.status, () => status.current())
  mount(statusApi.cpuHistory, ({ params }) => status.cpuHistory(params.bucket ?? ''))
  mount(statusApi.history, ({ params }) => status.history(params.metric ?? '', params.bucket ?? ''))
}
