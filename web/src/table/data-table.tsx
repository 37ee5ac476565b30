import { useElementSize } from '@mantine/hooks'
import { useWindowVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type Column, fitting, templateOf } from './column.ts'
import styles from './data-table.module.css'
import { HeadRow } from './head-row.tsx'
import type { MenuEntry } from './row-menu.tsx'
import { CardRow, TableRow } from './table-row.tsx'
import { useRangeChoice, useRangeKeys } from './use-range.ts'
import type { Selection } from './use-selection.ts'

export interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  count: number
  /** Undefined while loading. */
  rowAt(index: number): Row | undefined
  keyOf(row: Row): string
  /** The name of a row for a person. */
  nameOf(row: Row): string
  /** The range of visible rows, where they are fetched. */
  onRange?(first: number, last: number): void
  /** As in the URL: `used`, `-used`. */
  sort?: string
  onSort?(sort: string): void
  /** A column was resized; 0 resets it. */
  onResize?(id: string, width: number): void
  selection?: Selection
  menu?(row: Row): readonly MenuEntry[]
  /** The most used actions of a row: buttons beside the menu. */
  quick?: readonly QuickVerb<Row>[]
  /** A click on a row. */
  onOpen?(row: Row): void
  /** The key of the row that is open beside the list; it is marked and kept in sight. */
  current?: string
  /** The keys from one row to another, for a range. */
  between?(a: number, b: number): Promise<readonly string[]>
  /** Low rows. */
  dense?: boolean
  /** Narrower than this, rows are cards. */
  cardsBelow?: number
  /** The same row on a narrow screen. */
  card(row: Row): ReactNode
  cardHeight?: number
  /** The rows are still those of the previous query. */
  stale?: boolean
}

export interface QuickVerb<Row> {
  /** A class that draws the icon (ui/row-icons). */
  icon: string | undefined
  label(row: Row): string
  run(row: Row): void
  /** Highlighted: an action on this row is pending. */
  isDue?(row: Row): boolean
}

export interface Latest<Row> extends TableProps<Row> {
  /** Selects or deselects a row, or a range that ends there. */
  choose(index: number, key: string, on: boolean, range: boolean): void
}

/** The visible data of a row; the rest is computed on demand. */
export interface RowProps<Row> {
  index: number
  row: Row | undefined
  selected: boolean
  current: boolean
  offset: number
  size: number
  latest: RefObject<Latest<Row>>
}

const CARDS_BELOW = 700
const ROW_HEIGHT = 56
const DENSE_HEIGHT = 38
const CHECK_WIDTH = 36
const MENU_WIDTH = 36
const QUICK_WIDTH = 34
/** Both paddings of a row. */
const PADDING = 24

/** First the visible rows, and those near them a frame later: a fast scroll brings many at once. */
function useVisibleFirst(all: readonly VirtualItem[], visible: Virtualizer<Window, Element>['range']) {
  const [drawn, setDrawn] = useState(all)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setDrawn(all))
    return () => cancelAnimationFrame(frame)
  }, [all])
  const [from = 0, to = -1] = [drawn[0]?.index, drawn.at(-1)?.index]
  const isVisible = (index: number) => !visible || (index >= visible.startIndex && index <= visible.endIndex)
  return drawn === all ? all : all.filter(({ index }) => isVisible(index) || (index >= from && index <= to))
}

/** Any number of rows, scrolled with the window: only the visible ones are rendered. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { columns, count, onRange, selection, menu, cardHeight = 128, stale, dense, current } = props
  const { ref, width } = useElementSize()
  const cards = width > 0 && width < (props.cardsBelow ?? CARDS_BELOW)
  const height = cards ? cardHeight : dense ? DENSE_HEIGHT : ROW_HEIGHT
  const [top, setTop] = useState(0)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 6,
    scrollMargin: top,
    // Better a row one frame late than a slow frame.
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above may have changed with the width
  useEffect(() => {
    if (body) setTop(Math.round(body.getBoundingClientRect().top + scrollY))
    virtualizer.measure()
  }, [body, cards, width, dense])

  const all = virtualizer.getVirtualItems()
  const [first, last] = [all[0]?.index, all.at(-1)?.index]
  const items = useVisibleFirst(all, virtualizer.range)
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRange?.(first, last)
  }, [first, last, onRange])

  const ends = (menu ? MENU_WIDTH : 0) + QUICK_WIDTH * (props.quick?.length ?? 0)
  const edges = (selection ? CHECK_WIDTH : 0) + ends
  const shown = useMemo(() => fitting(columns, width - edges - PADDING), [columns, width, edges])
  // Rows re-render when their data changes, not on every scroll step.
  const choose = useRangeChoice(props)
  const latest = useRef<Latest<Row>>({ ...props, choose })
  latest.current = { ...props, choose }
  useInSight(virtualizer, current, props)
  const onKeyDown = useRangeKeys(latest, virtualizer)
  const template = `${selection ? `${CHECK_WIDTH}px ` : ''}${templateOf(shown)}${ends > 0 ? ` ${ends}px` : ''}`
  const rowProps = (index: number, start: number, size: number) => {
    const row = props.rowAt(index)
    const key = row && props.keyOf(row)
    const selected = key !== undefined && (selection?.has(key) ?? false)
    const isCurrent = key !== undefined && key === current
    return { index, row, selected, current: isCurrent, offset: start - top, size, latest }
  }
  const measured = width > 0
  const frame = {
    ref,
    className: styles.frame,
    'data-stale': stale || undefined,
    'data-dense': dense || undefined,
    'aria-busy': stale,
    onKeyDown,
  }

  if (cards)
    return (
      <div {...frame}>
        <ul
          ref={setBody}
          aria-label={props.label}
          className={styles.cards}
          style={{ blockSize: virtualizer.getTotalSize() }}
        >
          {items.map(({ index, start, size, key }) => (
            <CardRow key={key} card={props.card} count={count} {...rowProps(index, start, size)} />
          ))}
        </ul>
      </div>
    )
  return (
    <div {...frame}>
      <table className={styles.table} aria-label={props.label} aria-rowcount={count + 1}>
        {measured && <HeadRow shown={shown} template={template} {...props} />}
        <tbody ref={setBody} className={styles.rows} style={{ blockSize: virtualizer.getTotalSize() }}>
          {measured &&
            items.map(({ index, start, size, key }) => (
              <TableRow key={key} shown={shown} template={template} {...rowProps(index, start, size)} />
            ))}
        </tbody>
      </table>
    </div>
  )
}

/** Scrolls to the row that is open beside the list when another one is opened. */
function useInSight<Row>(
  virtualizer: Virtualizer<Window, Element>,
  current: string | undefined,
  { rowAt, keyOf }: Pick<TableProps<Row>, 'rowAt' | 'keyOf'>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another row is opened
  useEffect(() => {
    if (!current) return
    const isIt = (row: HTMLElement) => row.dataset.row === current
    const drawn = [...document.querySelectorAll<HTMLElement>('[data-row]')].find(isIt)
    // No effect may return what this returns: newer browsers answer with a promise.
    if (drawn) drawn.scrollIntoView({ block: 'nearest' })
    const isLoaded = (index: number) => {
      const row = rowAt(index)
      return row !== undefined && keyOf(row) === current
    }
    const found = virtualizer.getVirtualItems().find(({ index }) => isLoaded(index))
    if (!drawn && found) virtualizer.scrollToIndex(found.index)
  }, [current])
}
