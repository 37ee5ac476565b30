import type { ClientSummary } from '#contract/client-bodies.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './clients.module.css'
import { type ShownStatus, shownStatuses, statuses, type Token, withFilter, withoutFilter } from './filter.ts'

const countOf: Record<Exclude<ShownStatus, 'online'>, (summary: ClientSummary) => number> = {
  active: (s) => s.active,
  expiring: (s) => s.expiringCount,
  expired: (s) => s.expiredCount,
  spent: (s) => s.spentCount,
  deactive: (s) => s.deactiveCount,
}

interface Props {
  summary: ClientSummary | undefined
  /** Number of online clients, from the hub. */
  online: number
  tokens: readonly Token[]
  q: string
  onQuery(q: string): void
}

/** The most used filters, one click each; they can also be typed. */
export function StatusTabs({ summary, online, tokens, q, onQuery }: Props) {
  const { t, measures } = useTranslation()
  const current = tokens.find(({ wanted }) => wanted?.filter !== undefined)
  const choose = (name: ShownStatus | undefined) => {
    const rest = current ? withoutFilter(q, current.text, 0) : q
    onQuery(name ? withFilter(rest, `status:${name}`, 0) : rest)
  }
  const tab = (name: ShownStatus | undefined, label: string, count: number | undefined) => (
    <button
      key={label}
      type="button"
      className={styles.tab}
      aria-pressed={current?.wanted?.filter === name}
      onClick={() => choose(name)}
    >
      {label}
      {count !== undefined && <span className="figures">{measures.count(count)}</span>}
    </button>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a form's
    <div role="group" aria-label={t('clients.status')} className={styles.tabs}>
      {tab(undefined, t('clients.all'), summary?.total)}
      {shownStatuses.map((name) =>
        tab(name, t(statuses[name].label), name === 'online' ? online : summary && countOf[name](summary)),
      )}
    </div>
  )
}
