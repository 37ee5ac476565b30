import type { Button, Screen } from '../screen.ts'
import type { Translator } from '../translator.ts'

export const perPage = 8

export const pagesOf = (count: number, size = perPage): number => Math.max(1, Math.ceil(count / size))

/** Two buttons to the pages beside this one; none if there is only one. */
export function pageRow(
  page: number,
  pages: number,
  translator: Translator,
  at: (page: number) => Screen,
): Button[][] {
  if (pages <= 1) return []
  const row: Button[] = []
  if (page > 1) row.push({ text: `‹ ${translator.t('previous')}`, go: at(page - 1) })
  if (page < pages) row.push({ text: `${translator.t('next')} ›`, go: at(page + 1) })
  return [row]
}

export const pageLine = (page: number, pages: number, translator: Translator): string =>
  pages <= 1 ? '' : translator.h('pageOf', { page, pages })

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
