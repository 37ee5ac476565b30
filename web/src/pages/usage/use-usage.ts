import type { QueryKey } from '@tanstack/react-query'
import type { UsageQuery } from '#contract/usage-api.ts'
import { endpoints, useReply } from '../../api/endpoints.ts'
import { type AnyInput, pathFor } from '../../api/remote.ts'
import { useParam } from '../../router/use-url-state.ts'
import { useServices } from '../../services.tsx'

const groupings = ['client', 'day', 'group', 'inbound', 'node', 'clientInbound'] as const
export type Grouping = (typeof groupings)[number]
/** Costs are another question with the same period; clients by inbound are a choice of the clients. */
export type Tab = Exclude<Grouping, 'clientInbound'> | 'cost'
export const periods = ['today', 'yesterday', '7d', '30d', 'month', 'lastMonth'] as const
export type Period = (typeof periods)[number]
export const narrowings = ['client', 'group', 'inbound', 'node'] as const
export const sorts = ['total', 'down', 'up', 'name'] as const
export type Sort = (typeof sorts)[number]

export const PAGE = 50
const FRESH_MS = 60_000

const among = <T extends string>(all: readonly T[], given: string, usual: T): T =>
  all.find((one) => one === given) ?? usual

/** The state of the page, all of it in the URL. */
export function useUsageParams() {
  const { router } = useServices()
  const by = among(groupings, useParam('by'), 'client')
  const tab: Tab = useParam('by') === 'cost' ? 'cost' : by === 'clientInbound' ? 'client' : by
  const days = useParam('days') === 'true' && (by === 'inbound' || by === 'node')
  /** Costs are noted per month. */
  const usual: Period = tab === 'cost' ? 'month' : 'today'
  const range = among(periods, useParam('range'), usual)
  const [from, to] = [useParam('from'), useParam('to')]
  const sort = among(sorts, useParam('sort'), by === 'day' ? 'name' : 'total')
  const up = useParam('order') === 'ascend'
  const page = Math.max(1, Number.parseInt(useParam('page'), 10) || 1)
  const only = {
    client: useParam('client'),
    group: useParam('group'),
    inbound: useParam('inbound'),
    node: useParam('node'),
  }
  // A group without a name is a choice too: it is in the URL, but blank.
  const isNarrow = (name: (typeof narrowings)[number]) =>
    only[name] !== '' || new URLSearchParams(router.search()).has(name)
  const narrowed = narrowings.filter(isNarrow)
  const query: UsageQuery = {
    by,
    range,
    ...(from && { from }),
    ...(to && { to }),
    ...Object.fromEntries(narrowed.map((name) => [name, only[name]])),
    sort,
    order: up ? 'ascend' : 'descend',
    ...(days && { days }),
  }
  return {
    ...{ by, range, from, to, sort, up, page, only, narrowed, query, tab, usual, days },
    /** Another question starts at its first page. */
    choose: (params: Record<string, string | undefined>) =>
      router.setParams({ page: undefined, ...params }, 'push'),
  }
}

/** `keyOf` puts the arguments second. */
const groupingOf = (key: QueryKey | undefined) => (key?.[1] as AnyInput | undefined)?.query?.by

export function useUsage(query: UsageQuery, page: number) {
  const { base } = useServices()
  const list = useReply(endpoints.usage.list, {
    query: { ...query, page, pageSize: PAGE },
    staleTime: FRESH_MS,
    // Rows of another grouping are not kept meanwhile: their keys mean something else, an email is no day.
    placeholderData: (before, asked) => (groupingOf(asked?.queryKey) === query.by ? before : undefined),
  })
  const csvOf = (more: Partial<UsageQuery>) =>
    base + pathFor(endpoints.usage.export, { query: { ...query, ...more } })
  return { list, csv: csvOf({}), csvByDay: query.by === 'clientInbound' ? csvOf({ days: true }) : undefined }
}

export type UsageParams = ReturnType<typeof useUsageParams>
