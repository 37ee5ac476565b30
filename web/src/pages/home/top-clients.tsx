import type { ClientSlim } from '#contract/client-bodies.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Link } from '../../router/link.tsx'
import { useServices } from '../../services.tsx'
import { Card } from '../../ui/card.tsx'
import { useCell } from '../../ui/cell.ts'
import { DownIcon, UpIcon } from '../../ui/icons.tsx'
import styles from './top-clients.module.css'

const sumOf = ({ up, down }: { up: number; down: number }) => up + down

/** The clients with the most traffic right now or, without traffic, since the counters were reset. */
export function TopClients({ heaviest }: { heaviest: readonly ClientSlim[] | undefined }) {
  const { t, measures } = useTranslation()
  const talking = useCell(useServices().topClients.top)
  const isLive = talking.length > 0
  const totals = (heaviest ?? []).map(({ email, traffic: { up, down } }) => ({ email, up, down }))
  const rows = isLive ? talking : totals.filter((row) => sumOf(row) > 0)
  const amount = isLive ? measures.rate : measures.bytes
  const most = Math.max(1, ...rows.map(sumOf))
  return (
    <Card title={t('home.topClients')} data-live={isLive}>
      <p className={styles.about}>{t(isLive ? 'home.topClientsLive' : 'home.topClientsTotal')}</p>
      {rows.length === 0 ? (
        <p className={styles.none}>{t('home.topClientsNone')}</p>
      ) : (
        <ol className={styles.list}>
          {rows.map((row) => (
            <li key={row.email} className={styles.row}>
              <Link
                to={`panel/clients?${new URLSearchParams({ c: row.email })}`}
                className={styles.name}
                dir="auto"
              >
                {row.email}
              </Link>
              <span className={styles.figure}>
                <DownIcon size={13} /> {amount(row.down)}
              </span>
              <span className={styles.figure}>
                <UpIcon size={13} /> {amount(row.up)}
              </span>
              <span className={styles.bar} style={{ inlineSize: `${(sumOf(row) * 100) / most}%` }} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
