import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { useCell } from '../../ui/cell.ts'
import { ActivityIcon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import styles from './activity.module.css'

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
            <div className="breakAnywhere" dir="auto">
              {text}
            </div>
            <StatusWord tone={tones[tone]} word={t(`message.${tone}`)} />
          </div>
          <time className={styles.dim} dateTime={new Date(at).toISOString()}>
            {measures.moment(at)}
          </time>
        </li>
      ))}
    </ul>
  )
}
