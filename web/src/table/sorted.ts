import { sortOf } from './column.ts'

/** Rows that are all loaded, sorted by one of these values; those that have the same value are in the order of their ids. */
export function sortedBy<Row extends { id: number }>(
  rows: readonly Row[],
  sort: string,
  values: Readonly<Record<string, (row: Row) => number | string>>,
): readonly Row[] {
  const { key, down } = sortOf(sort)
  const by = values[key]
  if (!by) return rows
  const sign = down ? -1 : 1
  return rows.toSorted((a, b) => (by(a) < by(b) ? -sign : by(a) > by(b) ? sign : a.id - b.id))
}
