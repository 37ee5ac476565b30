import { useElementSize } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { CardRow } from './card-row.tsx'
import { type Column, fitting, templateOf } from './column.ts'
import styles from './data-table.module.css'
import { HeadRow } from './head-row.tsx'
import type { MenuEntry } from './row-menu.tsx'
import { TableRow } from './table-row.tsx'
import type { Selection } from './use-selection.ts'

export interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  count: number
  /** Undefined: on its way from the server. */
  rowAt(index: number): Row | undefined
  keyOf(row: Row): string
  /** What a person calls the row. */
  nameOf(row: Row): string
  /** Which rows are on the screen: those are fetched. */
  onRange(first: number, last: number): void
  /** As in the address: `used`, `-used`. */
  sort?: string
  onSort?(sort: string): void
  /** A column was given a width; 0 takes it back. */
  onResize?(id: string, width: number): void
  selection?: Selection
  menu?(row: Row): readonly MenuEntry[]
  /** The verb that a row is met for most: a button of its own beside the menu. */
  quick?: QuickVerb<Row>
  /** The same row where there is no room for columns. */
  card(row: Row): ReactNode
  cardHeight?: number
  /** Shown is what matched before. */
  stale?: boolean
}

export interface QuickVerb<Row> {
  icon: ComponentType<{ size?: number }>
  label(row: Row): string
  run(row: Row): void
  /** Marked: this row waits for it. */
  isDue(row: Row): boolean
}

/** What a row on the screen is drawn from; the rest it asks for when somebody presses something. */
export interface RowProps<Row> {
  index: number
  row: Row | undefined
  selected: boolean
  offset: number
  size: number
  latest: RefObject<TableProps<Row>>
}

/** Below this a row is a card. */
const CARDS_BELOW = 700
const ROW_HEIGHT = 56
const CHECK_WIDTH = 44
const MENU_WIDTH = 52
const QUICK_WIDTH = 40

/** Rows of any number in the window's own scrolling: only those on the screen exist. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { columns, count, onRange, selection, menu, cardHeight = 128, stale } = props
  const { ref, width } = useElementSize()
  const cards = width > 0 && width < CARDS_BELOW
  const [top, setTop] = useState(0)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => (cards ? cardHeight : ROW_HEIGHT),
    overscan: 6,
    scrollMargin: top,
    // A row a frame late is better than a frame that is late.
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above may have changed with the width
  useEffect(() => {
    if (body) setTop(Math.round(body.getBoundingClientRect().top + scrollY))
    virtualizer.measure()
  }, [body, cards, width])

  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index, items.at(-1)?.index]
  useEffect(() => {
    if (first !== undefined && last !== undefined) onRange(first, last)
  }, [first, last, onRange])

  const ends = (menu ? MENU_WIDTH : 0) + (props.quick ? QUICK_WIDTH : 0)
  const edges = (selection ? CHECK_WIDTH : 0) + ends
  const shown = useMemo(() => fitting(columns, width - edges - 32), [columns, width, edges])
  // Rows are drawn anew when what they show changes, and not with every step of the scrolling.
  const latest = useRef(props)
  latest.current = props
  const template = `${selection ? `${CHECK_WIDTH}px ` : ''}${templateOf(shown)}${ends > 0 ? ` ${ends}px` : ''}`
  const rowProps = (index: number, start: number, size: number) => {
    const row = props.rowAt(index)
    const key = row && props.keyOf(row)
    const selected = key !== undefined && (selection?.has(key) ?? false)
    return { index, row, selected, offset: start - top, size, latest }
  }
  const measured = width > 0
  const frame = { ref, className: styles.frame, 'data-stale': stale || undefined, 'aria-busy': stale }

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
