import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import layout from '../ui/layout.module.css'
import styles from './form-body.module.css'
import type { Form } from './use-form.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

interface Props {
  form: Form
  /** The verb on the button: Create, Save. */
  verb: string
  /** Query parameters that close this form when they change. A change of the path always does. */
  closedBy?: readonly string[]
  /** A form that can be left without a question, even with input: a search, a preview. */
  careless?: boolean
  /** The button is disabled until something has changed. */
  needsChange?: boolean
  onCancel?(): void
  /** Beside the buttons. */
  aside?: ReactNode
  children: ReactNode
}

/** The fields, the error that belongs to no field, and the buttons. Asks before unsaved input is lost. */
export function FormBody({ form, verb, closedBy, careless, needsChange, onCancel, aside, children }: Props) {
  const { t } = useTranslation()
  useLeaveGuard(form.dirty && !careless && !form.busy, closedBy)
  return (
    <form ref={form.element} noValidate onSubmit={form.onSubmit} className={layout.shrinkingStack16}>
      {children}
      {form.failure && <Alert color="red">{form.failure}</Alert>}
      <div className={styles.buttons}>
        {aside}
        <span role="status" className={styles.space}>
          {form.saved && t('form.saved')}
        </span>
        {onCancel && <Button label={t('confirm.cancel')} onClick={onCancel} />}
        <Button
          label={verb}
          primary
          type="submit"
          loading={form.busy}
          disabled={Boolean(needsChange && !form.dirty)}
        />
      </div>
    </form>
  )
}
