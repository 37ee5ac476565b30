import { useEffect } from 'react'

/** Sets the tab title, the page first, because a narrow tab shows only the start. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sluice`
  }, [title])
}
