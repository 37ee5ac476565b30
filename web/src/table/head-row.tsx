import { type KeyboardEvent, memo, type PointerEvent } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { DownIcon, UpIcon } from '../ui/icons.tsx'
import { type Column, nextSort, sortOf } from './column.ts'
import styles from './data-table.module.css'
import type { TableProps } from './data-table.tsx'

type Props<Row> = TableProps<Row> & { shown: readonly Column<Row>[]; template: string }

function Drawn<Row>(props: Props<Row>) {
  const { shown, template, selection, menu, quick, sort = '', onSort, onResize, count } = props
  const { t } = useTranslation()
  const all = selection !== undefined && count > 0 && selection.count === count
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.headRow} style={{ gridTemplateColumns: template }}>
        {selection && (
          <th scope="col" className={styles.cell}>
            <label className={styles.tick}>
              <input
                type="checkbox"
                checked={all}
                disabled={count === 0}
                ref={(box) => {
                  if (box) box.indeterminate = !all && selection.count > 0
                }}
                aria-label={t('table.selectAll', { count })}
                onChange={() => (selection.count > 0 ? selection.clear() : selection.selectAll())}
              />
            </label>
          </th>
        )}
        {shown.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} onResize={onResize} />
        ))}
        {(menu || quick) && (
          <th scope="col" className={styles.cell}>
            <span className="visuallyHidden">{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

/** Not rendered again while the rows scroll. The cast: memo loses the type parameter. */
export const HeadRow = memo(Drawn) as typeof Drawn

interface CellProps<Row> {
  column: Column<Row>
  sort: string
  onSort: ((sort: string) => void) | undefined
  onResize: ((id: string, width: number) => void) | undefined
}

function HeadCell<Row>({ column, sort, onSort, onResize }: CellProps<Row>) {
  const { sort: key, title } = column
  const { key: current, down } = sortOf(sort)
  const edge = onResize && (
    <Resizer title={title} width={column.min} onResize={(width) => onResize(column.id, width)} />
  )
  if (key === undefined || !onSort)
    return (
      <th scope="col" className={styles.cell}>
        {title}
        {edge}
      </th>
    )
  const sorted = current === key ? (down ? 'descending' : 'ascending') : 'none'
  return (
    <th scope="col" aria-sort={sorted} className={styles.cell}>
      <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, key))}>
        {title}
        {sorted !== 'none' && (down ? <DownIcon size={14} /> : <UpIcon size={14} />)}
      </button>
      {edge}
    </th>
  )
}

const NARROW = 64
const WIDE = 720
const STEP = 16
const bounded = (width: number) => Math.round(Math.min(WIDE, Math.max(NARROW, width)))

interface ResizerProps {
  title: string
  width: number
  /** 0: automatic width. */
  onResize(width: number): void
}

/** The edge of a column: dragged, or moved with arrow keys. A double click resets the width. */
function Resizer({ title, width, onResize }: ResizerProps) {
  const { t } = useTranslation()
  const real = (edge: Element) => edge.parentElement?.getBoundingClientRect().width ?? width
  const isRtl = () => document.documentElement.dir === 'rtl'

  function begin(event: PointerEvent<HTMLSpanElement>) {
    event.preventDefault()
    const edge = event.currentTarget
    const [from, start] = [event.clientX, real(edge)]
    edge.setPointerCapture(event.pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) =>
      onResize(bounded(start + (clientX - from) * (isRtl() ? -1 : 1)))
    const end = () => {
      edge.removeEventListener('pointermove', move)
      edge.removeEventListener('pointerup', end)
      edge.removeEventListener('pointercancel', end)
    }
    edge.addEventListener('pointermove', move)
    edge.addEventListener('pointerup', end)
    edge.addEventListener('pointercancel', end)
  }
  function onKeyDown(event: KeyboardEvent<HTMLSpanElement>) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (way === undefined) return
    event.preventDefault()
    onResize(bounded(real(event.currentTarget) + way * STEP * (isRtl() ? -1 : 1)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is a separator with a value
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t('table.resize', { column: title })}
      aria-valuenow={Math.round(width)}
      aria-valuemin={NARROW}
      aria-valuemax={WIDE}
      tabIndex={0}
      className={styles.edge}
      onPointerDown={begin}
      onDoubleClick={() => onResize(0)}
      onKeyDown={onKeyDown}
    />
  )
}
