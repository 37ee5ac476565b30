import { type ReactNode, use, useEffect, useId, useRef } from 'react'
import type { Form } from '../../forms/use-form.ts'
import { useLeaveGuard } from '../../forms/use-leave-guard.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import layout from '../../ui/layout.module.css'
import styles from './settings.module.css'
import { UnsavedContext } from './unsaved.ts'

interface Props {
  form: Form & { changes: number; reset(): void }
  /** Buttons of the card itself. */
  aside?: ReactNode
  children: ReactNode
}

const closedBy = ['section', 'q']

/** A card of settings. It has no button to save: the bar of the page saves it, as all settings. */
export function StoredForm({ form, aside, children }: Props) {
  const { t } = useTranslation()
  const report = use(UnsavedContext)
  const id = useId()
  const latest = useRef(form)
  latest.current = form
  const { changes, busy, failure } = form
  useEffect(() => {
    const save = () => latest.current.onSubmit()
    const discard = () => latest.current.reset()
    report(id, changes > 0 ? { count: changes, busy, failure, save, discard } : undefined)
  }, [report, id, changes, busy, failure])
  useEffect(() => () => report(id, undefined), [report, id])
  useLeaveGuard(form.dirty && !busy, closedBy)
  return (
    <form ref={form.element} noValidate onSubmit={form.onSubmit} className={layout.shrinkingStack16}>
      {children}
      <div className={styles.storedFoot}>
        {aside}
        <span role="status">{form.saved && t('form.saved')}</span>
      </div>
    </form>
  )
}
