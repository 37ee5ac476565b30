import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'

interface Page<Row> {
  items: readonly Row[]
  filtered: number
}

export const PAGE_SIZE = 100
/** Rows before and after the visible ones that are fetched too: many rows that come at once would stop the scrolling. */
const NEAR = PAGE_SIZE / 2

interface Options<Row, P extends Page<Row>> {
  /** The query of one page, from 1. */
  page(page: number): UseQueryOptions<P, Error, P, QueryKey>
  /** The query as a string: a new one starts at the top. */
  scope: string
}

/** Keeps its identity while no reply changes. */
const dataOf = <P>(replies: UseQueryResult<P>[]): (P | undefined)[] => replies.map(({ data }) => data)

/** Rows of a list on the server: only the pages near the visible rows are fetched and kept up to date. */
export function useServerRows<Row, P extends Page<Row>>({ page, scope }: Options<Row, P>) {
  const [wanted, setWanted] = useState<{ scope: string; pages: readonly number[] }>({ scope, pages: [] })
  const head = useQuery({ ...page(1), placeholderData: keepPreviousData })
  const pages = useMemo(
    () => (wanted.scope === scope ? wanted.pages.filter((number) => number > 1) : []),
    [wanted, scope],
  )
  const others = useQueries({ queries: pages.map((number) => page(number)), combine: dataOf<P> })

  const count = head.data?.filtered ?? 0
  // The same while nothing arrives: what is derived from it decides whether every row renders again.
  const fetched = useMemo(() => {
    const map = new Map<number, readonly Row[]>()
    if (head.data) map.set(1, head.data.items)
    pages.forEach((number, i) => {
      const data = others[i]
      if (data) map.set(number, data.items)
    })
    return map
  }, [head.data, pages, others])

  const queries = useQueryClient()
  /** All rows from one index to another, in either direction; what is not loaded yet is fetched. */
  async function between(a: number, b: number): Promise<Row[]> {
    const [from, to] = [Math.min(a, b), Math.max(a, b)]
    const [first, last] = [Math.floor(from / PAGE_SIZE), Math.floor(to / PAGE_SIZE)]
    const rows: Row[] = []
    for (let at = first; at <= last; at += 1)
      rows.push(...(fetched.get(at + 1) ?? (await queries.fetchQuery(page(at + 1))).items))
    return rows.slice(from - first * PAGE_SIZE, to - first * PAGE_SIZE + 1)
  }

  const rowAt = (index: number): Row | undefined =>
    fetched.get(Math.floor(index / PAGE_SIZE) + 1)?.[index % PAGE_SIZE]

  /** The row at an index, if it is loaded. */
  function indexOf(isIt: (row: Row) => boolean): number | undefined {
    for (const [number, rows] of fetched) {
      const at = rows.findIndex(isIt)
      if (at >= 0) return (number - 1) * PAGE_SIZE + at
    }
    return undefined
  }

  const onRange = useCallback(
    (first: number, last: number) => {
      const pageAt = (index: number) => Math.floor(index / PAGE_SIZE) + 1
      const [from, to] = [
        pageAt(Math.max(0, first - NEAR)),
        pageAt(Math.min(Math.max(last, count - 1), last + NEAR)),
      ]
      const next = Array.from({ length: to - from + 1 }, (_, i) => from + i)
      setWanted((old) => (old.scope === scope && `${old.pages}` === `${next}` ? old : { scope, pages: next }))
    },
    [scope, count],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another query begins at its top
  useEffect(() => {
    if (scrollY > 0) scrollTo({ top: 0 })
  }, [scope])

  return {
    head,
    count,
    rowAt,
    /** The loaded pages. */
    fetched,
    between,
    indexOf,
    onRange,
    /** The rows are those of the previous query. */
    stale: head.isPlaceholderData,
  }
}
