import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import type { MenuEntry } from '../table/row-menu.tsx'
import { DownIcon, GripIcon, UpIcon } from './icons.tsx'
import styles from './sortable-list.module.css'
import { moved, useDrag } from './use-drag.ts'

interface Words<T> {
  list: string
  up: string
  down: string
  isFirst: string
  isLast: string
  movedTo(place: number): string
  handle(number: number, row: T): string
}

export interface Sorting {
  /** For the element of the row. */
  row: object
  handle: ReactNode
  /** Entries for its menu: up and down. */
  entries: MenuEntry[]
  /** Its place, from 1. */
  number: number
}

interface Props<T> {
  rows: readonly T[]
  /** Unique; a moved row keeps its own. */
  keyOf(row: T, at: number): string
  words: Words<T>
  /** The rows in their new order. False: it was not kept. */
  onSort(rows: T[]): boolean | Promise<boolean>
  children(row: T, at: number, sorting: Sorting): ReactNode
}

/** Rows that can be put in another order: by dragging a handle, by arrow keys on it, or by their menu. */
export function SortableList<T>({ rows, keyOf, words, onSort, children }: Props<T>) {
  const { measures } = useTranslation()
  const [said, setSaid] = useState('')
  async function move(from: number, to: number) {
    if (to < 0 || to >= rows.length || to === from) return
    if (await onSort(moved(rows, from, to))) setSaid(words.movedTo(to + 1))
  }
  const { list, active, start } = useDrag((from, to) => void move(from, to))
  const keys = rows.map(keyOf)
  const order = active ? moved(keys, active.from, active.to) : keys
  const sortingOf = (row: T, at: number): Sorting => {
    const place = order.indexOf(keys[at] ?? '')
    const by = (step: number) => void move(at, at + step)
    function onKeyDown(event: KeyboardEvent) {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (step === undefined) return
      event.preventDefault()
      by(step)
    }
    return {
      number: place + 1,
      row: {
        className: styles.row,
        'data-dragged': active?.from === at || undefined,
        // Shown at its new position while dragged; moving the element itself would end the drag.
        ...(active && { style: { order: place } }),
      },
      handle: (
        <button
          type="button"
          className={styles.handle}
          aria-label={words.handle(place + 1, row)}
          onPointerDown={(event) => start(at, event)}
          onKeyDown={onKeyDown}
        >
          <GripIcon size={18} />
          {measures.count(place + 1)}
        </button>
      ),
      entries: [
        { label: words.up, icon: UpIcon, run: () => by(-1), ...(place === 0 && { why: words.isFirst }) },
        {
          label: words.down,
          icon: DownIcon,
          run: () => by(1),
          ...(place === rows.length - 1 && { why: words.isLast }),
        },
      ],
    }
  }
  return (
    <>
      <ol ref={list} className="stack8" aria-label={words.list}>
        {rows.map((row, at) => children(row, at, sortingOf(row, at)))}
      </ol>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}
