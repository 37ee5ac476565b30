import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  /** Header and chooser. */
  title: string
  cell(row: Row): ReactNode
  /** Pixels that it needs; a column without room leaves. */
  min: number
  /** Share of what is left over; 0 keeps its width. */
  grow?: number
  /** The key that the server sorts by. */
  sort?: string
  /** Always shown: the name of the row. */
  fixed?: boolean
  /** Who leaves first where there is no room: the highest. */
  yields?: number
}

/** What fits, in the given order: the columns that yield most leave until the rest has room. */
export function fitting<Row>(columns: readonly Column<Row>[], room: number): Column<Row>[] {
  let kept = [...columns]
  const width = () => kept.reduce((sum, { min }) => sum + min, 0)
  while (width() > room) {
    const leaving = kept
      .filter(({ fixed }) => !fixed)
      .toSorted((a, b) => (b.yields ?? 0) - (a.yields ?? 0))[0]
    if (!leaving) break
    kept = kept.filter((column) => column !== leaving)
  }
  return kept
}

export const templateOf = <Row>(columns: readonly Column<Row>[]): string =>
  columns.map(({ min, grow = 1 }) => (grow === 0 ? `${min}px` : `minmax(${min}px, ${grow}fr)`)).join(' ')

/** Two of them in each other's place. */
export const swapped = (ids: readonly string[], a: number, b: number): string[] =>
  ids.map((id, i) => (i === a ? (ids[b] ?? id) : i === b ? (ids[a] ?? id) : id))

/** `traffic` up, `-traffic` down: as it stands in the address. */
export const sortOf = (text: string): { key: string; down: boolean } =>
  text.startsWith('-') ? { key: text.slice(1), down: true } : { key: text, down: false }

/** Up, down, and back to the order of the server. */
export const nextSort = (current: string, key: string): string =>
  current === key ? `-${key}` : current === `-${key}` ? '' : key
