import type { Virtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent, RefObject } from 'react'
import type { Latest, TableProps } from './data-table.tsx'

type Ranged<Row> = Pick<TableProps<Row>, 'selection' | 'between'>

/** One row, or with `range` every row since the one that was chosen last. */
export function useRangeChoice<Row>({ selection, between }: Ranged<Row>): Latest<Row>['choose'] {
  return (index, key, on, range) => {
    if (!selection) return
    const from = selection.anchor.current
    selection.anchor.current = index
    if (!range || from === undefined || !between) return selection.set([key], on)
    void between(from, index).then((keys) => selection.set(keys, on))
  }
}

const isTyping = (target: EventTarget) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox]), textarea, select, [role=menuitem]')

/** Up and Down move through the rows; with Shift they select, and back again they deselect. */
export function useRangeKeys<Row>(latest: RefObject<Latest<Row>>, virtualizer: Virtualizer<Window, Element>) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const here = event.target instanceof Element && event.target.closest<HTMLElement>('[data-index]')
    if (!here || !event.currentTarget.contains(here)) return
    const index = Number(here.dataset.index)
    const next = event.currentTarget.querySelector<HTMLElement>(`[data-index="${index + step}"]`)
    if (!next) return
    event.preventDefault()
    if (event.shiftKey) extend(latest.current, here, next, index, step)
    next.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
    virtualizer.scrollToIndex(index + step)
  }
}

function extend<Row>(
  { selection }: Pick<Latest<Row>, 'selection'>,
  here: HTMLElement,
  next: HTMLElement,
  index: number,
  step: number,
): void {
  const [from, to] = [here.dataset.row, next.dataset.row]
  if (!selection || from === undefined || to === undefined) return
  const { anchor } = selection
  const isStart = anchor.current === undefined || !selection.has(from)
  if (isStart) anchor.current = index
  const start = anchor.current ?? index
  if (Math.abs(index + step - start) < Math.abs(index - start)) selection.set([from], false)
  else selection.set([from, to], true)
}
