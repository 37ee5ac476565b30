import type { EntryCheck } from '#contract/entries-api.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './entries.module.css'
import { barsOf, historyOf } from './matrix.ts'

const WIDTH = 4
const HEIGHT = 24
const GAP = 1

const bar = (i: number, from: number, to: number) =>
  `M${i * WIDTH} ${HEIGHT - HEIGHT * from}h${WIDTH - GAP}V${HEIGHT - HEIGHT * to}h${GAP - WIDTH}z`

interface Props {
  days: EntryCheck['days']
  now: number
  tall?: boolean
}

/** One bar per day: how much of it was good, with what failed above. Time runs left to right in every language. */
export function DayStrip({ days, now, tall }: Props) {
  const { t, measures } = useTranslation()
  const bars = barsOf(days, now)
  const history = historyOf(days)
  const label = history
    ? t('entry.history', { share: measures.percent(history.percent), days: history.badDays })
    : t('entry.noHistory')
  const path = (drawn: (share: number, i: number) => string) =>
    bars.map(({ share }, i) => (share === undefined ? '' : drawn(share, i))).join('')
  return (
    <svg
      className={styles.strip}
      data-tall={tall || undefined}
      viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <path d={bars.map((_, i) => bar(i, 0, 0.08)).join('')} className={styles.noChecks} />
      <path d={path((share, i) => (share > 0 ? bar(i, 0, share) : ''))} className={styles.goodPart} />
      <path d={path((share, i) => (share < 1 ? bar(i, share, 1) : ''))} className={styles.failedPart} />
    </svg>
  )
}
