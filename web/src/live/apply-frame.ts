import type { QueryClient } from '@tanstack/react-query'
import type { ClientPage, ClientSlim } from '#contract/client-bodies.ts'
import type {
  ClientStatsEvent,
  ClientTrafficRow,
  EventFrame,
  EventKind,
  EventPayloads,
  InvalidateScope,
  TrafficEvent,
} from '#contract/events.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { HistoryPoint, Status } from '#contract/status.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import { endpoints, keyOf } from '../api/endpoints.ts'
import type { AnyInput } from '../api/remote.ts'
import { addSample, figureOf } from './samples.ts'

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

/** Writes absolute counters into the cached list of inbounds; rows that did not move stay the same objects. */
function applyInboundTotals(queries: QueryClient, { inbounds = [] }: ClientStatsEvent): void {
  if (inbounds.length === 0) return
  const totals = new Map(inbounds.map((row) => [row.id, row]))
  const key = keyOf(endpoints.inbounds.listSlim)
  const held = queries.getQueryData<readonly Inbound[]>(key)
  if (!held) return
  const next = held.map((inbound) => {
    const row = totals.get(inbound.id)
    if (!row) return inbound
    const { up, down, enable } = row
    const same = inbound.up === up && inbound.down === down && inbound.enable === enable
    return same ? inbound : { ...inbound, up, down, enable }
  })
  if (next.some((inbound, i) => inbound !== held[i])) queries.setQueryData(key, next)
}

/** The endpoints of a scope: everything requested below these paths is requested again. */
const pathsOf = {
  status: ['/panel/api/server/'],
  clients: ['/panel/api/clients', '/panel/api/inbounds', '/panel/api/health/client'],
  client_stats: ['/panel/api/clients', '/panel/api/inbounds'],
  inbounds: [
    '/panel/api/inbounds',
    '/panel/api/hosts',
    '/panel/api/nodes', // their counts
    '/panel/api/setup',
    '/panel/api/server/certificates',
    '/panel/api/certificates', // where they are used
  ],
  traffic: ['/panel/api/inbounds', '/panel/api/clients'],
  outbounds: ['/panel/xray', '/panel/api/xray'],
  nodes: ['/panel/api/nodes'],
  settings: [
    '/panel/setting',
    '/panel/api/setting',
    '/panel/xray/', // the template is a setting too
    '/panel/api/server/certificates',
    '/panel/api/certificates',
  ],
  certificates: ['/panel/api/certificates', '/panel/api/server/certificates'],
  health: ['/panel/api/health'],
  plans: ['/panel/api/plans'],
  jobs: ['/panel/api/jobs'],
  alerts: ['/panel/api/notices'],
  xray_state: ['/panel/api/server/status'],
  notification: [],
} satisfies Record<InvalidateScope, readonly string[]>

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
function applyClientStats(queries: QueryClient, { clients = [] }: ClientStatsEvent): void {
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
function applyTraffic(queries: QueryClient, { onlineClients }: TrafficEvent): void {
  const key = keyOf(endpoints.clients.onlines)
  const before = queries.getQueryData<readonly string[]>(key)
  if (before && `${before}` === `${onlineClients}`) return
  queries.setQueryData(key, onlineClients)
}
