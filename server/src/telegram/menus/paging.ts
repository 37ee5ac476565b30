import type { Button, Screen } from '../screen.ts'
import type { Translator } from '../translator.ts'

export const perPage = 8

/** How many pages there are, and the one that is shown: the last one if fewer are left than were asked for. */
export function pagesOf(count: number, wanted: number) {
  const pages = Math.max(1, Math.ceil(count / perPage))
  return { pages, page: Math.min(wanted, pages) }
}

/** Two buttons to the pages beside this one; none if there is only one. */
export function pageRow(
  { page, pages }: ReturnType<typeof pagesOf>,
  translator: Translator,
  at: (page: number) => Screen,
): Button[][] {
  if (pages <= 1) return []
  const row: Button[] = []
  if (page > 1) row.push({ text: `‹ ${translator.t('previous')}`, go: at(page - 1) })
  if (page < pages) row.push({ text: `${translator.t('next')} ›`, go: at(page + 1) })
  return [row]
}

/** Which page this is; no line if there is only one. */
export const pageLine = ({ page, pages }: ReturnType<typeof pagesOf>, translator: Translator): string[] =>
  pages <= 1 ? [] : [translator.h('pageOf', { page, pages })]

/** One page of a list, a button for each item, and the buttons to the other pages. */
export function listPage<T>(
  all: readonly T[],
  wanted: number,
  translator: Translator,
  { button, at }: { button: (item: T, page: number) => Button; at: (page: number) => Screen },
) {
  const paged = pagesOf(all.length, wanted)
  const { page } = paged
  const shown = all.slice((page - 1) * perPage, page * perPage)
  return {
    line: pageLine(paged, translator),
    rows: [...shown.map((item) => [button(item, page)]), ...pageRow(paged, translator, at)],
  }
}

/** Rows of so many buttons. */
export const inRows = (buttons: readonly Button[], width: number): Button[][] =>
  buttons.reduce<Button[][]>((rows, button, i) => {
    if (i % width === 0) rows.push([button])
    else rows.at(-1)?.push(button)
    return rows
  }, [])

export const backTo = (translator: Translator, go: Screen): Button[] => [
  { text: `‹ ${translator.t('back')}`, go },
]
export const homeRow = (translator: Translator): Button[] => backTo(translator, { at: 'home' })
