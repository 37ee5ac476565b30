import { useMemo } from 'react'
import { useStored } from '../ui/stored.ts'
import type { Column } from './column.ts'

type Widths = Readonly<Record<string, number>>

const isWidths = (value: unknown): value is Widths =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite)

/** The columns with the widths stored in this browser, and a setter; 0 resets. */
export function useWidths<Row>(key: string, columns: readonly Column<Row>[]) {
  const [widths, setWidths] = useStored<Widths>(key, {}, isWidths)
  const sized = useMemo(
    () =>
      columns.map((column) => {
        const width = widths[column.id]
        return width ? { ...column, min: width, grow: 0 } : column
      }),
    [columns, widths],
  )
  const resize = (id: string, width: number) => {
    const { [id]: _old, ...rest } = widths
    setWidths(width > 0 ? { ...rest, [id]: width } : rest)
  }
  return { sized, resize }
}
