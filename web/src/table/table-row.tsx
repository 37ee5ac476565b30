import type { CSSProperties } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import type { TableProps } from './data-table.tsx'
import { RowMenu } from './row-menu.tsx'
import { RowTick } from './row-tick.tsx'

type Props<Row> = TableProps<Row> & { index: number; style: CSSProperties; shown: readonly Column<Row>[] }

export function TableRow<Row>(props: Props<Row>) {
  const { index, style, shown, rowAt, keyOf, nameOf, selection, menu } = props
  const { t } = useTranslation()
  const row = rowAt(index)
  if (row === undefined)
    return (
      <tr aria-rowindex={index + 2} className={styles.row} style={style}>
        <td className={styles.waiting}>
          <span className={styles.hidden}>{t('shell.loading')}</span>
        </td>
      </tr>
    )
  const key = keyOf(row)
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={key}
      data-selected={selection?.has(key) || undefined}
      className={styles.row}
      style={style}
    >
      {selection && (
        <td className={styles.cell}>
          <RowTick rowKey={key} name={nameOf(row)} selection={selection} />
        </td>
      )}
      {shown.map((column) => (
        <td key={column.id} className={styles.cell}>
          {column.cell(row)}
        </td>
      ))}
      {menu && (
        <td className={styles.cell}>
          <RowMenu label={t('table.menu', { name: nameOf(row) })} entries={() => menu(row)} />
        </td>
      )}
    </tr>
  )
}
