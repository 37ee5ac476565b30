import { memo } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import type { RowProps } from './data-table.tsx'
import { RowEnd } from './row-end.tsx'
import { RowTick } from './row-tick.tsx'

type Props<Row> = RowProps<Row> & { shown: readonly Column<Row>[]; template: string }

function Drawn<Row>({ index, row, selected, offset, size, latest, shown, template }: Props<Row>) {
  const { t } = useTranslation()
  const style = { transform: `translateY(${offset}px)`, blockSize: size, gridTemplateColumns: template }
  const { keyOf, nameOf, selection, menu, quick } = latest.current
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
      data-selected={selected || undefined}
      className={styles.row}
      style={style}
    >
      {selection && (
        <td className={styles.cell}>
          <RowTick
            name={nameOf(row)}
            selected={selected}
            onChange={(on) => latest.current.selection?.set([key], on)}
          />
        </td>
      )}
      {shown.map((column) => (
        <td key={column.id} className={styles.cell}>
          {column.cell(row)}
        </td>
      ))}
      {(menu || quick) && (
        <td className={styles.cell}>
          <RowEnd row={row} latest={latest} />
        </td>
      )}
    </tr>
  )
}

// memo loses the type parameter.
export const TableRow = memo(Drawn) as typeof Drawn
