import { useEffect, useRef } from 'react'
import { useApp } from '../services.tsx'

const nothing: readonly string[] = []

/**
 * Asks before a navigation that would lose input: inside the app, by Back, and by closing the tab. `text`
 * replaces the question where the input is kept but not yet applied.
 */
export function useLeaveGuard(dirty: boolean, closedBy: readonly string[] = nothing, text?: string): void {
  const { t, router, questions } = useApp()
  const names = useRef(closedBy)
  names.current = closedBy

  useEffect(() => {
    if (!dirty) return
    let leaving = false
    const release = router.guard((step, proceed) => {
      const closes = step.path || step.params.some((name) => names.current.includes(name))
      if (!closes || leaving) return true
      const lost = { title: t('leave.title'), text: t('leave.text'), verb: t('leave.verb'), danger: true }
      void questions.ask(text === undefined ? lost : { ...lost, text, danger: false }).then((yes) => {
        if (!yes) return
        leaving = true
        proceed()
      })
      return false
    })
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => {
      release()
      removeEventListener('beforeunload', warn)
    }
  }, [dirty, router, questions, t, text])
}
