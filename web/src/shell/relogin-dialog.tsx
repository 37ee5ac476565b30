import { Button, Modal } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { LoginForm } from '../forms/login-form.tsx'
import { useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import styles from './relogin-dialog.module.css'

/** A dialog over the page, so that input is kept and the refused calls can be repeated. */
export function ReloginDialog() {
  const { t } = useTranslation()
  const { gate, base } = useServices()
  const shut = useSyncExternalStore(gate.subscribe, gate.isShut)
  return (
    <Modal
      opened={shut}
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
      zIndex={600}
      title={t('relogin.title')}
      classNames={{ title: styles.title ?? '' }}
      overlayProps={{ blur: 2 }}
    >
      <p className={styles.text}>{t('relogin.text')}</p>
      <LoginForm onDone={gate.open} />
      <Button variant="subtle" fullWidth mt="xs" onClick={() => location.replace(base)}>
        {t('relogin.leave')}
      </Button>
    </Modal>
  )
}
