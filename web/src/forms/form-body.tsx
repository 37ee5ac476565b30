import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/translation.tsx'
import styles from './form-body.module.css'
import type { Form } from './use-form.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

interface Props {
  form: Form
  /** The verb on the button: Create, Save. */
  verb: string
  /** Parts of the address that, when they change, close this form; the path always does. */
  closedBy?: readonly string[]
  /** A form that may be left with something typed: a search, a preview. */
  careless?: boolean
  /** Only a change makes a difference: the button waits for one. */
  needsChange?: boolean
  onCancel?(): void
  /** Beside the buttons. */
  aside?: ReactNode
  children: ReactNode
}

/** Fields, the sentence that belongs to none of them, and the buttons; guards what was typed. */
export function FormBody({ form, verb, closedBy, careless, needsChange, onCancel, aside, children }: Props) {
  const { t } = useTranslation()
  useLeaveGuard(form.dirty && !careless && !form.busy, closedBy)
  return (
    <form ref={form.element} noValidate onSubmit={form.onSubmit} className={styles.form}>
      {children}
      {form.failure && (
        <Alert color="red" variant="light" role="alert">
          {form.failure}
        </Alert>
      )}
      <div className={styles.buttons}>
        {aside}
        <span role="status" className={styles.space}>
          {form.saved && t('form.saved')}
        </span>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('confirm.cancel')}
          </Button>
        )}
        <Button type="submit" loading={form.busy} disabled={Boolean(needsChange && !form.dirty)}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
