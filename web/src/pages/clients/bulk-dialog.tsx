import { Modal } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import { countOf, type Targets } from './action-calls.ts'
import styles from './bulk.module.css'
import { AttachForm, DetachForm, ExtendForm, GroupForm, LimitsForm } from './bulk-forms.tsx'
import type { BulkFormProps } from './bulk-shell.tsx'
import { RenewForm } from './renew-form.tsx'

const actions = {
  extend: { title: 'bulk.extendTitle', form: ExtendForm },
  renew: { title: 'bulk.renewTitle', form: RenewForm },
  limits: { title: 'bulk.limitsTitle', form: LimitsForm },
  group: { title: 'bulk.groupTitle', form: GroupForm },
  attach: { title: 'bulk.attachTitle', form: AttachForm },
  detach: { title: 'bulk.detachTitle', form: DetachForm },
} as const satisfies Record<string, { title: string; form: ComponentType<BulkFormProps> }>
export type BulkAction = keyof typeof actions

interface Props {
  open: { action: BulkAction; targets: Targets } | undefined
  onClose(): void
}

/** Actions that need one more input: days, group, inbounds. Shows a preview of the result. */
export function BulkDialog({ open, onClose }: Props) {
  const { t } = useTranslation()
  // The content stays while it fades out.
  const [shown, setShown] = useState(open)
  useEffect(() => {
    if (open) setShown(open)
  }, [open])
  const current = open ?? shown
  const Form = current && actions[current.action].form
  return (
    <Modal
      opened={open !== undefined}
      onClose={onClose}
      title={current && t(actions[current.action].title, { count: countOf(current.targets) })}
      classNames={{ title: styles.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      centered
    >
      {Form && <Form targets={current.targets} onClose={onClose} />}
    </Modal>
  )
}
