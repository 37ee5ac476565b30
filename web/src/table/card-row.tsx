import type { CSSProperties } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import styles from './data-table.module.css'
import type { TableProps } from './data-table.tsx'
import { RowMenu } from './row-menu.tsx'
import { RowTick } from './row-tick.tsx'

type Props<Row> = TableProps<Row> & { index: number; style: CSSProperties }

/** A row on a phone. */
export function CardRow<Row>(props: Props<Row>) {
  const { index, style, count, rowAt, keyOf, nameOf, selection, menu, card } = props
  const { t } = useTranslation()
  const row = rowAt(index)
  const key = row && keyOf(row)
  return (
    <li
      aria-setsize={count}
      aria-posinset={index + 1}
      data-row={key}
      data-selected={(key !== undefined && selection?.has(key)) || undefined}
      className={styles.card}
      style={style}
    >
      <div className={styles.cardBox}>
        {row === undefined || key === undefined ? (
          <span className={styles.hidden}>{t('shell.loading')}</span>
        ) : (
          <>
            {selection && <RowTick rowKey={key} name={nameOf(row)} selection={selection} />}
            <div className={styles.cardBody}>{card(row)}</div>
            {menu && <RowMenu label={t('table.menu', { name: nameOf(row) })} entries={() => menu(row)} />}
          </>
        )}
      </div>
    </li>
  )
}
