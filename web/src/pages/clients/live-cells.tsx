import type { ClientSlim } from '#contract/client-bodies.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { useCell } from '../../ui/cell.ts'
import styles from './clients.module.css'
import { useFigure } from './figures.ts'

const HEIGHT = 18
const dash = <span className={styles.dim}>–</span>

/** The speed of the last reading; redrawn alone, without its row. */
export function Rate({ email }: { email: string }) {
  const { measures } = useTranslation()
  const { topClients } = useServices()
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
  const { t, measures } = useTranslation()
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
  const { measures } = useTranslation()
  const devices = useFigure(email)?.devices ?? 0
  if (devices === 0 && limitHwid === 0) return dash
  return (
    <>
      {measures.count(devices)}
      {limitHwid > 0 && <span className={styles.dim}> / {measures.count(limitHwid)}</span>}
    </>
  )
}
