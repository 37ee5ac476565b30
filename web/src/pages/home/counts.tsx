import type { ClientSummary } from '#contract/client-bodies.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import styles from './counts.module.css'
import { clientsWith } from './needs.ts'

interface Count {
  label: PlainKey
  value: number | undefined
  to: string
}

const inboundsPath = 'panel/inbounds'

/** Totals by kind; a clickable number leads to the list. */
export function Counts({
  summary,
  inbounds,
}: {
  summary: ClientSummary | undefined
  inbounds: number | undefined
}) {
  const counts: Count[] = [
    { label: 'home.clients', value: summary?.total, to: paths.clients },
    { label: 'clients.expiring', value: summary?.expiringCount, to: clientsWith('status:expiring') },
    { label: 'clients.depleted', value: summary?.depletedCount, to: clientsWith('status:depleted') },
    { label: 'clients.disabled', value: summary?.deactiveCount, to: clientsWith('status:deactive') },
    { label: 'home.inbounds', value: inbounds, to: inboundsPath },
  ]
  return (
    <ul className={styles.counts}>
      {counts.map((count) => (
        <li key={count.label}>
          <One {...count} />
        </li>
      ))}
    </ul>
  )
}

function One({ label, value, to }: Count) {
  const { t, measures } = useTranslation()
  const content = (
    <>
      <span className={styles.value}>{value === undefined ? '–' : measures.count(value)}</span>{' '}
      <span className={styles.label}>{t(label)}</span>
    </>
  )
  return (
    <Link to={to} className={styles.count}>
      {content}
    </Link>
  )
}
