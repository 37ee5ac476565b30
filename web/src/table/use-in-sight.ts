import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import type { TableProps } from './data-table.tsx'

/** Scrolls to the row that is open beside the list when another one is opened. */
export function useInSight<Row>(
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
