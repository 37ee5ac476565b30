import type { QueryClient } from '@tanstack/react-query'
import type { ClientPage, ClientSlim } from '#contract/client-bodies.ts'
import type { ClientStatsEvent, ClientTrafficRow, TrafficEvent } from '#contract/events.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import { endpoints } from '../api/endpoints.ts'
import { keyOf } from '../api/queries.ts'

/** Returns the same object if no counter moved, so that nothing re-renders. */
function counted(traffic: ClientTraffic, row: ClientTrafficRow | undefined): ClientTraffic {
  if (!row) return traffic
  const { up, down } = row
  const enable = typeof row.enable === 'boolean' ? row.enable : traffic.enable
  const lastOnline = typeof row.lastOnline === 'number' ? row.lastOnline : traffic.lastOnline
  const next = { ...traffic, up, down, enable, lastOnline }
  const moved = (['up', 'down', 'enable', 'lastOnline'] as const).some((key) => next[key] !== traffic[key])
  return moved ? next : traffic
}

function countedItem(item: ClientSlim, row: ClientTrafficRow | undefined): ClientSlim {
  const traffic = counted(item.traffic, row)
  return traffic === item.traffic ? item : { ...item, traffic }
}

/** Writes absolute counters into every cached page of clients; a page without a change keeps its identity. */
export function applyClientStats(queries: QueryClient, { clients = [] }: ClientStatsEvent): void {
  if (clients.length === 0) return
  const rows = new Map(clients.map((row) => [row.email, row]))
  for (const [key, page] of queries.getQueriesData<ClientPage>({
    queryKey: [endpoints.clients.listPaged.path],
  })) {
    if (!page) continue
    const items = page.items.map((item) => countedItem(item, rows.get(item.email)))
    if (items.some((item, i) => item !== page.items[i])) queries.setQueryData(key, { ...page, items })
  }
  for (const [key, traffic] of queries.getQueriesData<ClientTraffic>({
    queryKey: [endpoints.clients.traffic.path],
  })) {
    const next = traffic && counted(traffic, rows.get(traffic.email))
    if (next && next !== traffic) queries.setQueryData(key, next)
  }
}

/** Updates who is online; the list itself is not touched. */
export function applyTraffic(queries: QueryClient, { onlineClients }: TrafficEvent): void {
  const key = keyOf(endpoints.clients.onlines)
  const before = queries.getQueryData<readonly string[]>(key)
  if (before && `${before}` === `${onlineClients}`) return
  queries.setQueryData(key, onlineClients)
}
