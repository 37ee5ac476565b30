import { useCommands } from '../commands/use-commands.ts'
import { useTranslation } from '../i18n/translation.tsx'
import type { Selection } from './use-selection.ts'

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]
const current = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? undefined

/** The nearest row above or below on the screen; the order in the document differs. */
function move(step: 1 | -1): void {
  const ordered = rows().toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
  const at = current()
  const index = at
    ? ordered.indexOf(at) + step
    : ordered.findIndex((row) => row.getBoundingClientRect().top > 100)
  const next = ordered[Math.max(0, Math.min(index, ordered.length - 1))]
  next?.querySelector<HTMLElement>('a, button')?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

interface Options {
  selection?: Selection
  onEdit?(key: string): void
}

/** j and k move through the rows, x selects, e edits. */
export function useRowKeys({ selection, onEdit }: Options): void {
  const { t } = useTranslation()
  const withCurrent = (run: (key: string) => void) => () => {
    const key = current()?.dataset.row
    if (key !== undefined) run(key)
  }
  useCommands(t('keys.rows'), [
    { id: 'rows.next', label: t('keys.next'), keys: 'j', keyOnly: true, run: () => move(1) },
    { id: 'rows.previous', label: t('keys.previous'), keys: 'k', keyOnly: true, run: () => move(-1) },
    ...(selection
      ? [
          {
            id: 'rows.select',
            label: t('keys.select'),
            keys: 'x',
            keyOnly: true,
            run: withCurrent((key) => {
              selection.anchor.current = Number(current()?.dataset.index)
              selection.set([key], !selection.has(key))
            }),
          },
        ]
      : []),
    ...(onEdit
      ? [{ id: 'rows.edit', label: t('keys.edit'), keys: 'e', keyOnly: true, run: withCurrent(onEdit) }]
      : []),
  ])
}
