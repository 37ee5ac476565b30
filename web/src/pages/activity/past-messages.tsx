import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { useCell } from '../../ui/cell.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ActivityIcon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { StatusWord } from '../../ui/status-word.tsx'
import styles from './activity.module.css'

const names = {
  good: 'message.good',
  info: 'message.info',
  warn: 'message.warn',
  bad: 'message.bad',
} as const
const tones = { good: 'good', info: 'calm', warn: 'warn', bad: 'bad' } as const

/** The toasts that were shown since the page was loaded. */
export function PastMessages() {
  const { t, measures } = useTranslation()
  const past = useCell(useServices().toasts.past)
  if (past.length === 0)
    return <EmptyState icon={ActivityIcon} title={t('message.noneTitle')} text={t('message.noneText')} />
  return (
    <ul className={styles.trail}>
      {past.map(({ id, at, text, tone }) => (
        <li key={id} className={styles.entry}>
          <div className={styles.beside}>
            <div className={layout.breakAnywhere} dir="auto">
              {text}
            </div>
            <StatusWord tone={tones[tone]} word={t(names[tone])} />
          </div>
          <time className={styles.dim} dateTime={new Date(at).toISOString()}>
            {measures.moment(at)}
          </time>
        </li>
      ))}
    </ul>
  )
}
