import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import type { ClientFigures } from '#contract/client-details-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useServices } from '../../services.tsx'

export type Figures = Readonly<Record<string, ClientFigures>>

export const FiguresContext = createContext<Figures>({})
export const useFigure = (email: string): ClientFigures | undefined => use(FiguresContext)[email]

/** Fetched again after this time, not with every change of a client. */
const FRESH_MS = 300_000
const none: ReadonlyMap<number, readonly ClientSlim[]> = new Map()

/** Keeps its identity while no reply changes, so that the rows are not drawn again. */
const together = (replies: UseQueryResult<Record<string, ClientFigures>>[]): Figures =>
  Object.assign({}, ...replies.map(({ data }) => data))

/** The figures of the loaded rows: one call for each page of the list, and none if no column shows them. */
export function useFigures(pages: ReadonlyMap<number, readonly ClientSlim[]>, isShown: boolean): Figures {
  const { api } = useServices()
  return useQueries({
    queries: [...(isShown ? pages : none).values()]
      .filter((rows) => rows.length > 0)
      .map((rows) => ({
        ...replyOf(api, endpoints.clientDetails.figures, {
          body: { emails: rows.map(({ email }) => email) },
        }),
        staleTime: FRESH_MS,
      })),
    combine: together,
  })
}
