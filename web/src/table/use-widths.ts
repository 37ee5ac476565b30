import { useMemo, useRef } from 'react'
import { useStored } from '../ui/stored.ts'
import type { Column } from './column.ts'

type Widths = Readonly<Record<string, number>>

const isWidths = (value: unknown): value is Widths =>
  typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite)

/** The list of before while it has the same items: a new one renders every row again. */
function useSameItems<T>(list: readonly T[]): readonly T[] {
  const kept = useRef(list)
  if (list.length !== kept.current.length || list.some((item, i) => item !== kept.current[i]))
    kept.current = list
  return kept.current
}

/** The columns with the widths stored in this browser, and a setter; 0 resets. */
export function useWidths<Row>(key: string, columns: readonly Column<Row>[]) {
  const [widths, setWidths] = useStored<Widths>(key, {}, isWidths)
  const same = useSameItems(columns)
  const sized = useMemo(
    () =>
      same.map((column) => {
        const width = widths[column.id]
        return width ? { ...column, min: width, grow: 0 } : column
      }),
    [same, widths],
  )
  const resize = (id: string, width: number) => {
    const { [id]: _old, ...rest } = widths
    setWidths(width > 0 ? { ...rest, [id]: width } : rest)
  }
  return { sized, resize }
}
