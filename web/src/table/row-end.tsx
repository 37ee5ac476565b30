import type { RefObject } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import styles from './data-table.module.css'
import type { TableProps } from './data-table.tsx'
import { RowMenu } from './row-menu.tsx'

/** The actions of a row: the main one, and the menu with the rest. */
export function RowEnd<Row>({ row, latest }: { row: Row; latest: RefObject<TableProps<Row>> }) {
  const { t } = useTranslation()
  const { nameOf, menu, quick } = latest.current
  return (
    <span className={styles.end}>
      {quick && (
        <button
          type="button"
          className={styles.quick}
          data-due={quick.isDue(row) || undefined}
          aria-label={quick.label(row)}
          title={quick.label(row)}
          onClick={() => latest.current.quick?.run(row)}
        >
          <quick.icon size={17} />
        </button>
      )}
      {menu && (
        <RowMenu
          label={t('table.menu', { name: nameOf(row) })}
          entries={() => latest.current.menu?.(row) ?? []}
        />
      )}
    </span>
  )
}
