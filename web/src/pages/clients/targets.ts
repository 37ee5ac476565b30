import type { QueryClient } from '@tanstack/react-query'
import type { ClientPage, ClientSlim } from '#contract/client-bodies.ts'
import type { Api } from '../../api/client.ts'
import type { Selection } from '../../table/use-selection.ts'
import type { Targets } from './action-calls.ts'
import { type ListQuery, pageOf } from './use-clients.ts'

/** The largest page that the server returns. */
const LARGEST = 200
const AT_ONCE = 4

/** Every client that matches a query, fetched in pages, a few at a time. */
export async function allMatching(api: Api, queries: QueryClient, query: ListQuery): Promise<ClientSlim[]> {
  const fetchPage = (page: number) =>
    queries.fetchQuery({ ...pageOf(api, query, page, LARGEST), staleTime: 0, gcTime: 0 })
  const first = await fetchPage(1)
  const pages: ClientPage[] = [first]
  const last = Math.ceil(first.filtered / LARGEST)
  for (let page = 2; page <= last; page += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, last - page + 1) }, (_, i) => fetchPage(page + i))
    pages.push(...(await Promise.all(some)))
  }
  return pages.flatMap(({ items }) => items)
}

/** The targets: the selected rows, or everything that matches except the deselected ones. */
export const chosenTargets = (query: ListQuery, { all, names, count }: Selection): Targets =>
  all ? { query, except: [...names], count } : [...names].map((email) => ({ email }))
