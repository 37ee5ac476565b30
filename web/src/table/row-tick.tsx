import { useTranslation } from '../i18n/translation.tsx'
import styles from './data-table.module.css'

interface Props {
  name: string
  selected: boolean
  onChange(selected: boolean): void
}

/** The checkbox of a row: the native one, because there are many. */
export function RowTick({ name, selected, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={selected}
        aria-label={t('table.select', { name })}
        onChange={() => onChange(!selected)}
      />
    </label>
  )
}
