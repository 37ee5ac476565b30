import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ClientPage, ClientSlim } from '#contract/client-bodies.ts'
import type { InboundOption } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { thresholds } from '#domain/clients/status.ts'
import type { Api } from '../../api/client.ts'
import { endpoints, replyOf, useReply } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useUrlState } from '../../router/use-url-state.ts'
import { useServices } from '../../services.tsx'
import { sortOf } from '../../table/column.ts'
import { PAGE_SIZE, useServerRows } from '../../table/use-server-rows.ts'
import { useMinute } from '../../ui/use-minute.ts'
import type { Seen } from './client-view.ts'
import { tokensOf, type Wanted, wantedOf } from './filter.ts'

/** A filter relative to now changes each hour, not each second, so that the query key is stable. */
const hour = () => Math.floor(Date.now() / 3_600_000) * 3_600_000

export interface ListQuery extends Wanted {
  sort?: string
  order?: string
}

export const pageOf = (api: Api, wanted: ListQuery, page: number, pageSize = PAGE_SIZE) =>
  // The contract's query has every key; absent ones are not sent.
  replyOf(api, endpoints.clients.listPaged, { query: { ...wanted, page, pageSize } as never })

/** The largest page that the server returns. */
const LARGEST = 200
const AT_ONCE = 4

export async function fewAtOnce<T, R>(all: readonly T[], ask: (one: T) => Promise<R>): Promise<R[]> {
  const found: R[] = []
  for (let i = 0; i < all.length; i += AT_ONCE)
    found.push(...(await Promise.all(all.slice(i, i + AT_ONCE).map(ask))))
  return found
}

/** Every client that matches a query, fetched in pages, a few at a time. */
export async function allMatching(api: Api, queries: QueryClient, query: ListQuery): Promise<ClientSlim[]> {
  const fetchPage = (page: number) =>
    queries.fetchQuery({ ...pageOf(api, query, page, LARGEST), staleTime: 0, gcTime: 0 })
  const first = await fetchPage(1)
  const others = Math.max(0, Math.ceil(first.filtered / LARGEST) - 1)
  const rest = await fewAtOnce(
    Array.from({ length: others }, (_, i) => i + 2),
    fetchPage,
  )
  return [first, ...rest].flatMap(({ items }) => items)
}

/** The page's query, from the URL. */
export function useListQuery() {
  const [q, setQ] = useUrlState('q')
  const [sort, setSort] = useUrlState('sort')
  const tokens = useMemo(() => tokensOf(q, hour()), [q])
  const query = useMemo((): ListQuery => {
    const { key, down } = sortOf(sort)
    return { ...wantedOf(tokens), ...(key && { sort: key, order: down ? 'descend' : 'ascend' }) }
  }, [tokens, sort])
  return { q, setQ, sort, setSort, tokens, query }
}

export function useClientRows(query: ListQuery) {
  const { api } = useServices()
  const page = useCallback((number: number) => pageOf(api, query, number), [api, query])
  const rows = useServerRows<ClientSlim, ClientPage>({ page, scope: JSON.stringify(query) })
  /** Only among the loaded rows; the list loads what is near the visible ones. */
  const neighbour = (email: string, step: 1 | -1) => {
    const at = rows.indexOf((row) => row.email === email)
    return at === undefined ? undefined : rows.rowAt(at + step)?.email
  }
  return { ...rows, neighbour }
}

/** What the status of a row depends on: who is online, the expiry threshold, and the time. */
export function useSeen(): Seen {
  const now = useMinute()
  const { data: names } = useReply(endpoints.clients.onlines)
  const { data: settings } = useReply(endpoints.setting.defaultSettings)
  const online = useMemo(() => new Set(names), [names])
  return useMemo(
    () => ({ online, thresholds: thresholds(settings?.expireDiff ?? 0, settings?.trafficDiff ?? 0), now }),
    [online, settings, now],
  )
}

/** Inbounds that can have clients; tunnels, proxies and WireGuard cannot. */
export function useClientInbounds() {
  const inbounds = useInbounds()
  return useMemo(() => inbounds.filter(({ protocol }) => carriesClients(protocol)), [inbounds])
}

export function useInbounds() {
  const { data } = useReply(endpoints.inbounds.options)
  return useMemo(() => data ?? [], [data])
}

/** The client as in its row, with counters that the hub updates. */
export function useClientRow(email: string): ClientSlim | undefined {
  const params = { email }
  const record = useReply(endpoints.clients.get, { params })
  const traffic = useReply(endpoints.clients.traffic, { params })
  if (!record.data || !traffic.data) return undefined
  const { client, inboundIds, closedInbounds } = record.data
  return { ...client, inboundIds, closedInbounds, traffic: traffic.data }
}

/** A server that runs inbounds: a node, or this panel with the id 0. */
export interface Server {
  id: number
  name: string
}

const none: readonly Server[] = []

/** Empty while no inbound runs on a node: the list then shows no servers, and none are fetched. */
export function useServers(inbounds: readonly InboundOption[]): readonly Server[] {
  const { t } = useTranslation()
  const isSpread = inbounds.some(({ nodeId }) => nodeId !== undefined)
  const { data } = useReply(endpoints.nodes.list, { enabled: isSpread })
  return useMemo(() => {
    if (!isSpread || !data) return none
    const nodes = data.filter(({ transitive }) => !transitive) // sub-nodes have none of this panel's inbounds
    return [{ id: 0, name: t('clients.thisPanel') }, ...nodes.map(({ id, name }) => ({ id, name }))]
  }, [isSpread, data, t])
}
