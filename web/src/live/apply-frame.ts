import type { QueryClient } from '@tanstack/react-query'
import type { EventFrame, EventKind, EventPayloads } from '#contract/events.ts'
import type { HistoryPoint, Status } from '#contract/status.ts'
import { endpoints } from '../api/endpoints.ts'
import { keyOf } from '../api/queries.ts'
import type { AnyInput } from '../api/remote.ts'
import { applyClientStats, applyTraffic } from './apply-clients.ts'
import { applyInboundTotals } from './apply-inbounds.ts'
import { addSample, figureOf } from './samples.ts'
import { pathsOf } from './scopes.ts'

type Appliers = {
  [K in EventKind]?: (queries: QueryClient, payload: EventPayloads[K], time: number) => void
}

/** Written out: the routes of nodes are loaded with the pages that show nodes. */
export const nodeListKey = ['/panel/api/nodes/list', {}] as const

/** What each kind of frame changes in the cached replies. Kinds that no screen uses are left out. */
const appliers: Appliers = {
  status(queries, status, time) {
    queries.setQueryData(keyOf(endpoints.status.status), status)
    addToHistories(queries, status, Math.floor(time / 1000))
  },
  xray_state(queries, state) {
    queries.setQueryData<Status | null>(
      keyOf(endpoints.status.status),
      (old) => old && { ...old, xray: { version: old.xray.version, ...state } }, // its uptime has changed
    )
  },
  client_stats(queries, stats) {
    applyClientStats(queries, stats)
    applyInboundTotals(queries, stats)
  },
  traffic: applyTraffic,
  nodes(queries, nodes) {
    queries.setQueryData(nodeListKey, (old) => old && nodes) // only for a page that has asked
    void queries.invalidateQueries({ queryKey: keyOf(endpoints.nodes.needs) })
  },
  invalidate(queries, { type }) {
    const paths: readonly string[] = pathsOf[type] ?? []
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => paths.some((path) => String(queryKey[0]).startsWith(path)),
    })
  },
}

function addToHistories(queries: QueryClient, status: Status, seconds: number): void {
  const online = queries.getQueryData<readonly string[]>(keyOf(endpoints.clients.onlines))?.length
  for (const [key, points] of queries.getQueriesData<HistoryPoint[]>({
    queryKey: [endpoints.status.history.path],
  })) {
    const { params } = key[1] as AnyInput // keyOf wrote it
    const value = params?.metric === 'online' ? online : figureOf(String(params?.metric), status)
    if (!points || value === undefined) continue
    queries.setQueryData(key, addSample(points, Number(params?.bucket), seconds, value))
  }
}

export function applyFrame(queries: QueryClient, frame: EventFrame): void {
  // The kind determines the payload; the compiler does not follow that through the union.
  const apply = appliers[frame.type] as
    | ((queries: QueryClient, payload: unknown, time: number) => void)
    | undefined
  apply?.(queries, frame.payload, frame.time)
}
