import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import type { ClientFigures } from '#contract/client-details-api.ts'
import { endpoints, replyOf } from '../../api/endpoints.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useApp } from '../../services.tsx'
import { useCell } from '../../ui/cell.ts'
import { Meter } from '../../ui/meter.tsx'
import { quotaWords, usedOf } from './client-view.ts'
import styles from './clients.module.css'

const HEIGHT = 18
const dash = <span className="dim">–</span>

/** The speed of the last reading; redrawn alone, without its row. */
export function Rate({ email }: { email: string }) {
  const { measures, topClients } = useApp()
  const rate = useCell(topClients.rates).get(email)
  if (!rate) return dash
  return (
    <span title={`↓ ${measures.rate(rate.down)} ↑ ${measures.rate(rate.up)}`}>
      {measures.rate(rate.down + rate.up)}
    </span>
  )
}

/** The traffic of the last seven days, a bar for each. */
export function Week({ email }: { email: string }) {
  const { t, measures } = useApp()
  const week = useFigure(email)?.week
  const sum = week?.reduce((all, bytes) => all + bytes, 0) ?? 0
  if (!week || sum === 0) return dash
  const top = Math.max(...week)
  const label = t('clients.weekSum', { amount: measures.bytes(sum) })
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${week.length * 8} ${HEIGHT}`} className={styles.week}>
      <title>{label}</title>
      {week.map((bytes, day) => {
        const height = Math.max(1, (bytes / top) * HEIGHT)
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day
        return <rect key={day} x={day * 8} y={HEIGHT - height} width={6} height={height} rx={1} />
      })}
    </svg>
  )
}

/** How many devices have a place, and how many may. */
export function Devices({ client: { email, limitHwid } }: { client: ClientSlim }) {
  const { measures } = useApp()
  const devices = useFigure(email)?.devices ?? 0
  if (devices === 0 && limitHwid === 0) return dash
  return (
    <>
      {measures.count(devices)}
      {limitHwid > 0 && <span className="dim"> / {measures.count(limitHwid)}</span>}
    </>
  )
}

/** Used traffic and quota. */
export function Usage({ client }: { client: Pick<ClientSlim, 'traffic' | 'totalGB'> }) {
  const words = useTranslation()
  const { t, measures } = words
  const used = usedOf(client)
  return (
    <div className={styles.usage}>
      <span className={styles.figures}>
        <span>{measures.bytes(used)}</span>
        <span className="dim">{quotaWords(client.totalGB, words)}</span>
      </span>
      {client.totalGB > 0 && <Meter share={used / client.totalGB} label={t('clients.usage')} />}
    </div>
  )
}

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
  const { api } = useApp()
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
