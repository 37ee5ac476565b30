import type { ReactNode } from 'react'
import type { PlainKey, Translate } from '../i18n/translate.ts'

export interface Column<Row> {
  id: string
  /** Used in the header and the column menu. */
  title: string
  cell(row: Row): ReactNode
  /** Minimum width in pixels; a column without room is hidden. */
  min: number
  /** The width in which its values are rarely cut; columns of less use give way to it. */
  comfort?: number
  /** Share of the remaining width; 0 keeps its width. */
  grow?: number
  /** The key that the server sorts by. */
  sort?: string
  /** Always shown: the name of the row. */
  fixed?: boolean
  /** A column whose loaded rows are all blank is hidden. */
  isBlank?(row: Row): boolean
  /** Hidden first when there is no room: the highest value. */
  yields?: number
}

/** A column without its content; `word` is its title. */
export type Layout = Omit<Column<never>, 'id' | 'title' | 'cell' | 'isBlank'> & { word: PlainKey }

/** The columns of a list, in the order of their layouts. */
export const columnsOf = <Row, Id extends string>(
  t: Translate,
  layouts: Readonly<Record<Id, Layout>>,
  cells: Readonly<Record<Id, (row: Row) => ReactNode>>,
  isBlank: { readonly [I in Id]?: (row: Row) => boolean } = {},
): Column<Row>[] =>
  (Object.keys(layouts) as Id[]).map((id) => {
    // exactly its keys
    const { word, ...layout }: Layout = layouts[id]
    const blank = isBlank[id]
    return { id, title: t(word), ...layout, ...(blank && { isBlank: blank }), cell: cells[id] }
  })

/** Without the columns that have nothing to show; the one that the list is sorted by stays. */
export const withoutBlank = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  sort = '',
): readonly Column<Row>[] =>
  rows.length === 0
    ? columns
    : columns.filter(
        ({ isBlank, sort: key }) => !isBlank || key === sortOf(sort).key || rows.some((row) => !isBlank(row)),
      )

/** A column that yields more than this is shown only where the others have comfortable room. */
const EXTRA = 6

/** The columns that fit, in the given order: those with the highest `yields` are hidden until the rest fits. */
export function fitting<Row>(columns: readonly Column<Row>[], room: number): Column<Row>[] {
  let kept = [...columns]
  const needed = (isExtra: boolean) =>
    kept.reduce((sum, { min, comfort }) => sum + (isExtra ? (comfort ?? min) : min), 0)
  for (;;) {
    const leaving = kept
      .filter(({ fixed }) => !fixed)
      .toSorted((a, b) => (b.yields ?? 0) - (a.yields ?? 0))[0]
    if (!leaving || needed((leaving.yields ?? 0) > EXTRA) <= room) return kept
    kept = kept.filter((column) => column !== leaving)
  }
}

export const templateOf = <Row>(columns: readonly Column<Row>[]): string =>
  columns.map(({ min, grow = 1 }) => (grow === 0 ? `${min}px` : `minmax(${min}px, ${grow}fr)`)).join(' ')

/** Swaps two columns. */
export const swapped = (ids: readonly string[], a: number, b: number): string[] =>
  ids.map((id, i) => (i === a ? (ids[b] ?? id) : i === b ? (ids[a] ?? id) : id))

/** `traffic` ascending, `-traffic` descending, as in the URL. */
export const sortOf = (text: string): { key: string; down: boolean } =>
  text.startsWith('-') ? { key: text.slice(1), down: true } : { key: text, down: false }

/** Ascending, descending, then the order of the server. */
export const nextSort = (current: string, key: string): string =>
  current === key ? `-${key}` : current === `-${key}` ? '' : key
