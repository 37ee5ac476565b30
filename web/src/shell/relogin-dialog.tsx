import { Button, Modal } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { LoginForm } from '../forms/login-form.tsx'
import { useTranslation } from '../i18n/translation.tsx'
import { useServices } from '../services.tsx'
import styles from './relogin-dialog.module.css'

/** Over the page and not in its place: what was typed stays, and the calls that were refused go out again. */
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
