import { useTranslation } from '../i18n/translation.tsx'
import styles from './data-table.module.css'
import type { Selection } from './use-selection.ts'

/** The box before a row; the browser's own, for there are many. */
export function RowTick({ rowKey, name, selection }: { rowKey: string; name: string; selection: Selection }) {
  const { t } = useTranslation()
  const on = selection.has(rowKey)
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={on}
        aria-label={t('table.select', { name })}
        onChange={() => selection.set([rowKey], !on)}
      />
    </label>
  )
}
