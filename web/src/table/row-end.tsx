import type { RefObject } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import styles from './data-table.module.css'
import type { TableProps } from './data-table.tsx'
import { RowMenu } from './row-menu.tsx'

/** The actions of a row: the most used ones, and the menu with the rest. */
export function RowEnd<Row>({ row, latest }: { row: Row; latest: RefObject<TableProps<Row>> }) {
  const { t } = useTranslation()
  const { nameOf, menu, quick } = latest.current
  return (
    <span className={styles.end}>
      {quick?.map(({ icon, label, isDue, run }) => (
        <button
          key={label(row)}
          type="button"
          className={`${styles.quick} ${icon ?? ''}`}
          data-due={isDue?.(row) || undefined}
          aria-label={label(row)}
          title={label(row)}
          onClick={() => run(row)}
        />
      ))}
      {menu && (
        <RowMenu
          label={t('table.menu', { name: nameOf(row) })}
          entries={() => latest.current.menu?.(row) ?? []}
        />
      )}
    </span>
  )
}
