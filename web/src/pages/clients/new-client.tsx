import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import { useParam } from '../../router/use-place.ts'
import { useServices } from '../../services.tsx'
import styles from './new-client.module.css'
import { NewClientForm } from './new-client-form.tsx'
import { NewClientSheet } from './new-client-sheet.tsx'

/** Name, plan, Enter: then the QR code is shown. */
export function NewClient() {
  const { t } = useTranslation()
  const { place } = useServices()
  const opened = useParam('new') === 'client'
  const [made, setMade] = useState<string>()
  const close = () => place.setParams({ new: undefined })
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={560}
      title={made === undefined ? t('shell.clientsNew') : t('new.done', { email: made })}
      classNames={{ title: styles.title ?? '' }}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
      transitionProps={{ onExited: () => setMade(undefined) }}
    >
      {made === undefined ? (
        <NewClientForm onDone={setMade} />
      ) : (
        <NewClientSheet email={made} onAnother={() => setMade(undefined)} />
      )}
    </Modal>
  )
}
