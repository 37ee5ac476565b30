import { useTranslation } from '../i18n/translation.tsx'
import styles from './data-table.module.css'

interface Props {
  name: string
  selected: boolean
  /** With Shift: everything since the row that was chosen last. */
  onChange(selected: boolean, range: boolean): void
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
        onChange={({ nativeEvent }) =>
          onChange(!selected, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  )
}
