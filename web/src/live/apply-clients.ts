import type { QueryClient } from '@tanstack/react-query'
import type { ClientPage, ClientSlim } from '#contract/client-bodies.ts'
import type { ClientStatsEvent, ClientTrafficRow, TrafficEvent } from '#contract/events.ts'
import { endpoints } from '../api/endpoints.ts'
import { keyOf } from '../api/queries.ts'

/** The same row where nothing of it moved, so that nothing is drawn anew. */
function counted(item: ClientSlim, row: ClientTrafficRow | undefined): ClientSlim {
  if (!row) return item
  const { traffic } = item
  const enable = typeof row.enable === 'boolean' ? row.enable : traffic.enable
  const lastOnline = typeof row.lastOnline === 'number' ? row.lastOnline : traffic.lastOnline
  const same =
    traffic.up === row.up &&
    traffic.down === row.down &&
    traffic.enable === enable &&
    traffic.lastOnline === lastOnline
  if (same) return item
  return { ...item, traffic: { ...traffic, up: row.up, down: row.down, enable, lastOnline } }
}

/** Absolute counters into every page of clients that we hold; a page without a change keeps its identity. */
export function applyClientStats(queries: QueryClient, { clients = [] }: ClientStatsEvent): void {
  if (clients.length === 0) return
  const rows = new Map(clients.map((row) => [row.email, row]))
  for (const [key, page] of queries.getQueriesData<ClientPage>({ queryKey: [endpoints.clientsPaged.path] })) {
    if (!page) continue
    const items = page.items.map((item) => counted(item, rows.get(item.email)))
    if (items.some((item, i) => item !== page.items[i])) queries.setQueryData(key, { ...page, items })
  }
}

/** Who is online now; the list itself stays where it is. */
export function applyTraffic(queries: QueryClient, { onlineClients }: TrafficEvent): void {
  const key = keyOf(endpoints.clientsOnline)
  const before = queries.getQueryData<readonly string[]>(key)
  if (before && `${before}` === `${onlineClients}`) return
  queries.setQueryData(key, onlineClients)
}
