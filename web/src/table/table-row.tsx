import { type MouseEvent, memo, type ReactNode, type RefObject } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import type { RowProps, TableProps } from './data-table.tsx'
import { RowMenu } from './row-menu.tsx'

type TableRowProps<Row> = RowProps<Row> & { shown: readonly Column<Row>[]; template: string }

/** A click beside the controls of a row opens it; with Shift or Ctrl it selects, as in a list of files. */
function onRow(event: MouseEvent<HTMLElement>, open: () => void, choose: (range: boolean) => void): void {
  const { target, currentTarget, shiftKey, ctrlKey, metaKey } = event
  // What is rendered elsewhere (a menu, a small form) reports its clicks here too.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  if (target.closest('a, button, input, label')) return
  if (shiftKey || ctrlKey || metaKey) choose(shiftKey)
  else if (getSelection()?.isCollapsed ?? true) open()
}

function Drawn<Row>(props: TableRowProps<Row>) {
  const { index, row, selected, current, offset, size, latest, shown, template } = props
  const { t } = useTranslation()
  const style = { transform: `translateY(${offset}px)`, blockSize: size, gridTemplateColumns: template }
  const { keyOf, nameOf, selection, menu, quick } = latest.current
  if (row === undefined)
    return (
      <tr aria-rowindex={index + 2} className={styles.row} style={style}>
        <td className={styles.waiting}>
          <span className="visuallyHidden">{t('shell.loading')}</span>
        </td>
      </tr>
    )
  const key = keyOf(row)
  const choose = (range: boolean) => latest.current.choose(index, key, range || !selected, range)
  return (
    <tr
      aria-rowindex={index + 2}
      data-row={key}
      data-index={index}
      data-selected={selected || undefined}
      data-current={current || undefined}
      aria-current={current || undefined}
      className={styles.row}
      style={style}
      onClick={(event) => onRow(event, () => latest.current.onOpen?.(row), choose)}
    >
      {selection && (
        <td className={styles.cell}>
          <RowTick
            name={nameOf(row)}
            selected={selected}
            onChange={(on, range) => latest.current.choose(index, key, on, range)}
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

type CardRowProps<Row> = RowProps<Row> & { count: number; card(row: Row): ReactNode }

function CardRowDrawn<Row>({ index, row, selected, offset, size, latest, count, card }: CardRowProps<Row>) {
  const { t } = useTranslation()
  const { keyOf, nameOf, selection } = latest.current
  const key = row && keyOf(row)
  return (
    <li
      aria-setsize={count}
      aria-posinset={index + 1}
      data-row={key}
      data-index={index}
      data-selected={selected || undefined}
      className={styles.card}
      style={{ transform: `translateY(${offset}px)`, blockSize: size }}
    >
      <div className={styles.cardBox}>
        {row === undefined || key === undefined ? (
          <span className="visuallyHidden">{t('shell.loading')}</span>
        ) : (
          <>
            {selection && (
              <RowTick
                name={nameOf(row)}
                selected={selected}
                onChange={(on, range) => latest.current.choose(index, key, on, range)}
              />
            )}
            <div className={styles.cardBody}>{card(row)}</div>
            <RowEnd row={row} latest={latest} />
          </>
        )}
      </div>
    </li>
  )
}

// memo loses the type parameter.
export const CardRow = memo(CardRowDrawn) as typeof CardRowDrawn

interface TickProps {
  name: string
  selected: boolean
  /** With Shift: everything since the row that was chosen last. */
  onChange(selected: boolean, range: boolean): void
}

/** The checkbox of a row: the native one, because there are many. */
export function RowTick({ name, selected, onChange }: TickProps) {
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
