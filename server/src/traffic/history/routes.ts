import { Readable } from 'node:stream'
import { HISTORY_KINDS, historyApi } from '#contract/history-api.ts'
import { usageApi } from '#contract/usage-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { sendStream } from '../../platform/http/envelope.ts'
import type { Mount } from '../../platform/http/mount.ts'
import type { UsageOfClient } from './of-client.ts'
import type { TrafficHistory } from './room.ts'
import type { Usage } from './usage.ts'

interface Rooms {
  history: Pick<TrafficHistory, 'read'>
  usage: Usage
  usageOfClient: Pick<UsageOfClient, 'read'>
  /** How many clients are online on each inbound. */
  online(): Promise<{ id: number; online: number }[]>
}

export function historyRoutes(mount: Mount, { history, usage, usageOfClient, online }: Rooms): void {
  mount(historyApi.traffic, ({ params, query }) => {
    const kind = HISTORY_KINDS.find((known) => known === params.kind)
    if (!kind) throw new Refusal('input.one-of', { values: HISTORY_KINDS.join(', ') }, 'kind')
    return history.read(kind, params.name ?? '', query)
  })
  mount(usageApi.list, ({ query }) => usage.list(query))
  mount(usageApi.summary, () => usage.summary())
  mount(usageApi.ofClient, ({ params, query }) => usageOfClient.read(params.email ?? '', query))
  mount(usageApi.online, () => online())
  mount(usageApi.export, ({ query, reply }) => {
    const lines = usage.download(query)
    reply.header('content-disposition', `attachment; filename="sluice-usage-${query.by}.csv"`)
    return sendStream(reply, Readable.from(lines), usageApi.export.download)
  })
}
