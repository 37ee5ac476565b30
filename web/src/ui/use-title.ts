import { useEffect } from 'react'

/** The title of the browser's tab, the page first: that is what a narrow tab shows. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sluice`
  }, [title])
}
