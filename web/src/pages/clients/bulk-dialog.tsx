import { Modal } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'
import type { ClientSlim } from '#contract/client-bodies.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import styles from './bulk.module.css'
import {
  AttachForm,
  type BulkFormProps,
  DetachForm,
  ExtendForm,
  GroupForm,
  LimitsForm,
  RenewForm,
} from './bulk-forms.tsx'

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
  open: { action: BulkAction; targets: ClientSlim[] } | undefined
  onlineOf(targets: readonly ClientSlim[]): number
  onClose(): void
}

/** Actions that need one more input: days, group, inbounds. Shows a preview of the result. */
export function BulkDialog({ open, onlineOf, onClose }: Props) {
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
      title={current && t(actions[current.action].title, { count: current.targets.length })}
      classNames={{ title: styles.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      centered
    >
      {Form && <Form targets={current.targets} onlineOf={onlineOf} onClose={onClose} />}
    </Modal>
  )
}
