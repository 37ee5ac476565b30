import type { AuditEntry } from '#contract/audit-api.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './activity.module.css'
import { linesOf } from './readable.ts'

/** What an entry changed, a line for each field. */
export function ChangeLines({ entry }: { entry: AuditEntry }) {
  const { t, measures } = useTranslation()
  const lines = linesOf(t, measures, entry)
  if (lines.length === 0) return null
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
