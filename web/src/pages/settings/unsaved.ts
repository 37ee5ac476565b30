import { createContext, useCallback, useState } from 'react'

/** Changes of a card that are not saved yet. */
export interface Unsaved {
  count: number
  busy: boolean
  failure: string | undefined
  save(): void
  discard(): void
}

/** A card tells the page what is not saved in it; undefined once nothing is. */
export type ReportUnsaved = (id: string, unsaved: Unsaved | undefined) => void

export const UnsavedContext = createContext<ReportUnsaved>(() => {})

/** The unsaved changes that cards reported, for the bar that saves all of them. */
export function useUnsaved(): { cards: readonly Unsaved[]; report: ReportUnsaved } {
  const [told, setTold] = useState<ReadonlyMap<string, Unsaved>>(new Map())
  const report = useCallback<ReportUnsaved>(
    (id, unsaved) =>
      setTold((old) => {
        if (!unsaved && !old.has(id)) return old
        const next = new Map(old)
        if (unsaved) next.set(id, unsaved)
        else next.delete(id)
        return next
      }),
    [],
  )
  return { cards: [...told.values()], report }
}
