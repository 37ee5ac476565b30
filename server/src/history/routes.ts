import { HISTORY_KINDS, historyApi } from '#contract/history-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { TrafficHistory } from './room.ts'

export function historyRoutes(mount: Mount, history: Pick<TrafficHistory, 'read'>): void {
  mount(historyApi.traffic, ({ params, query }) => {
    const kind = HISTORY_KINDS.find((known) => known === params.kind)
    if (!kind) throw new Refusal('input.one-of', { values: HISTORY_KINDS.join(', ') }, 'kind')
    return history.read(kind, params.name ?? '', query)
  })
}
